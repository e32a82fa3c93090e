// Torque-free rotation against its conservation laws and closed forms.
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { box } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { rotationRows } from '../../src/math/linear/quaternion.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';
import { forAll } from '../for-all.ts';
import { check } from './step-differences.ts';

type Model = ReturnType<typeof freeBody>;

/** One body with an inertia about its center of mass. */
function bodyOf(inertia: number[], centerOfMass: number[] = [0, 0, 0]): Model {
  return new ModelBuilder()
    .link('body', { mass: 1.3, centerOfMass, inertia })
    .joint('free', { kind: 'free-flyer', parent: 'world', child: 'body' })
    .build();
}

function flying(model: Model, v: number[], timeStep: number): Simulator {
  const sim = new Simulator({ models: [model], gravity: [0, 0, 0], timeStep });
  sim.setState({ v: Float64Array.from(v) });
  return sim;
}

/** The angular momentum about the center of mass, in world axes. */
function momentumOf({ tree }: Model, { q, v }: { q: Float64Array; v: Float64Array }): number[] {
  const [, , , , xx, xy, xz, yy, yz, zz] = tree.inertia;
  const [x, y, z] = v.subarray(3);
  const spin = [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
  const r = new Float64Array(9);
  rotationRows(q, 3, r);
  return [0, 3, 6].map((k) => r[k] * spin[0] + r[k + 1] * spin[1] + r[k + 2] * spin[2]);
}

function distance(a: number[], b: number[]): number {
  return Math.hypot(...a.map((x, k) => x - b[k])) / Math.hypot(...a);
}

/** The largest relative errors of energy and angular momentum, at every 97th and the last of a number of steps. */
function errorsOf(model: Model, v: number[], timeStep: number, steps: number): { energy: number; momentum: number } {
  const sim = flying(model, v, timeStep);
  const [energy, momentum] = [sim.report().kineticEnergy, momentumOf(model, sim.state)];
  const worst = { energy: 0, momentum: 0 };
  for (let k = 0; k < steps; k++) {
    sim.step();
    if (k % 97 !== 0 && k < steps - 1) continue;
    worst.energy = Math.max(worst.energy, Math.abs(sim.report().kineticEnergy / energy - 1));
    worst.momentum = Math.max(worst.momentum, distance(momentum, momentumOf(model, sim.state)));
  }
  return worst;
}

/** Random physical moments of inertia in random axes, some close to the moments of rods and plates. */
function randomInertia(rng: Rng): number[] {
  const points = Array.from({ length: 3 }, () => Math.exp(rng.uniform(-4, 0)));
  const r = new Float64Array(9);
  rotationRows(Float64Array.from(rng.rotation()), 0, r);
  const principal = [points[1] + points[2], points[0] + points[2], points[0] + points[1]];
  const at = (i: number, j: number): number =>
    principal.reduce((sum, moment, k) => sum + moment * r[3 * i + k] * r[3 * j + k], 0);
  return [0, 1, 2].flatMap((i) => [at(i, 0), at(i, 1), at(i, 2)]);
}

const timeStep = 1 / 240;

describe('a body that tumbles freely', () => {
  it('keeps energy and angular momentum over 100,000 steps', () => {
    for (const angle of [0.02, 0.5]) {
      const spin = angle / timeStep;
      const start = [1, 2, 3, 0.05 * spin, 0.99 * spin, 0.05 * spin];
      const { energy, momentum } = errorsOf(freeBody(box(0.3, 0.2, 0.1)), start, timeStep, 1e5);
      expect(energy).toBeLessThan(1e-10);
      expect(momentum).toBeLessThan(1e-12);
    }
  });

  it('keeps energy and angular momentum for random inertias at any speed', () => {
    forAll({ seed: 8, cases: 60 }, (rng, round) => {
      const model = bodyOf(randomInertia(rng), [rng.normal(), rng.normal(), rng.normal()]);
      const spin = 10 ** rng.uniform(-3, 8) / timeStep;
      const start = [...rng.direction(), ...rng.direction().map((x) => spin * x)];
      const { energy, momentum } = errorsOf(model, start, timeStep, 1000);
      expect(energy, `round ${round}`).toBeLessThan(1e-10);
      expect(momentum, `round ${round}`).toBeLessThan(1e-12);
    });
  });

  it('flips about its intermediate axis with the period of the elliptic integral', () => {
    // ω ≈ (ε, 1, 0) with moments 1, 2, 3: the time between two flips is 2 K(k)/ν, with the `modulus` k and the `rate` ν.
    const [a, b, c] = [1, 2, 3];
    const model = bodyOf([a, b, c]);
    const [x, y] = [0.01, 1];
    const sim = flying(model, [0, 0, 0, x, y, 0], 0.01);
    const twiceEnergy = a * x * x + b * y * y;
    const squaredMomentum = (a * x) ** 2 + (b * y) ** 2;
    // 2 E b < L²: the motion is about the axis of c (Landau and Lifshitz, Mechanics, §37, with the axes in the other order).
    const [p, r] = squaredMomentum > b * twiceEnergy ? [c, a] : [a, c];
    const rate = Math.sqrt(Math.abs(((p - b) * (squaredMomentum - r * twiceEnergy)) / (a * b * c)));
    const modulus = Math.sqrt(
      Math.abs(((b - r) * (twiceEnergy * p - squaredMomentum)) / ((p - b) * (squaredMomentum - r * twiceEnergy))),
    );
    const half = (2 * quarterPeriod(modulus)) / rate;
    const flips: number[] = [];
    for (let k = 0; flips.length < 4 && k < 2e4; k++) {
      const before = sim.state.v[4];
      sim.step();
      const after = sim.state.v[4];
      if (before * after <= 0) flips.push(0.01 * (k + before / (before - after)));
    }
    for (let k = 1; k < 4; k++) expect(Math.abs(flips[k] - flips[k - 1] - half)).toBeLessThan(1e-3 * half);
  });

  it('turns by its exact angle in a steady spin, slow or fast', () => {
    for (const spin of [1e-3, 1, 100, 1e4]) {
      const sim = flying(freeBody(box(0.3, 0.2, 0.1)), [0, 0, 0, 0, 0, spin], timeStep);
      sim.step();
      const [, , , x, y, z, w] = sim.state.q;
      const angle = spin * timeStep;
      expect(Math.hypot(x, y)).toBe(0);
      expect(Math.abs(z * Math.cos(angle / 2) - w * Math.sin(angle / 2))).toBeLessThan(1e-12);
    }
  });

  it('precesses as a symmetric body does, to second order', () => {
    // ω turns about the axis of symmetry at (c − a)/a ω₃, in the body's axes.
    const [a, c] = [1, 1.7];
    const errors = [0.02, 0.01].map((step) => {
      const sim = flying(bodyOf([a, a, c]), [0, 0, 0, 1, 0, 3], step);
      for (let k = 0; k < Math.round(2 / step); k++) sim.step();
      const [, , , x, y] = sim.state.v;
      const angle = 2 * ((c - a) / a) * 3;
      return Math.hypot(x - Math.cos(angle), y - Math.sin(angle));
    });
    expect(errors[1]).toBeLessThan(1e-3);
    expect(errors[0] / errors[1]).toBeGreaterThan(3.8);
    expect(errors[0] / errors[1]).toBeLessThan(4.2);
  });

  it('has correct derivatives at low and high speed, also with substeps', () => {
    const rng = new Rng(9);
    for (const angle of [0, 1e-3, 0.02, 0.3, 1.3, 9]) {
      for (let round = 0; round < 5; round++) {
        const model = bodyOf(randomInertia(rng), [0.1 * rng.normal(), 0.1 * rng.normal(), 0.1 * rng.normal()]);
        const sim = flying(model, [0, 0, 0, 0, 0, 0], 0.01);
        const q = Float64Array.of(rng.normal(), rng.normal(), rng.normal(), ...rng.rotation());
        const spin = rng.direction().map((x) => (angle / 0.01) * x);
        sim.setState({ q, v: Float64Array.of(1, -2, 0.5, ...spin) });
        check(sim, Float64Array.of(0.1, 0.2, 0.3, 0.01, 0.02, 0.03), {}, 1e-6, 1e-5);
      }
    }
  });
});

/** K(k) by the arithmetic–geometric mean. */
function quarterPeriod(k: number): number {
  let [a, g] = [1, Math.sqrt(1 - k * k)];
  for (let n = 0; n < 20; n++) [a, g] = [(a + g) / 2, Math.sqrt(a * g)];
  return Math.PI / (2 * a);
}
