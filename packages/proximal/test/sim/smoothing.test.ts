// Smoothed derivatives of steps: smoothed collision detection, and randomized states of the whole step.
import { describe, expect, it } from 'vitest';
import { writeFrame } from '../../src/contact/frames.ts';
import { differentiate } from '../../src/derivatives/index.ts';
import { box, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { Scene } from '../../src/scene/index.ts';
import {
  freeBody,
  rolloutGradient,
  Simulator,
  type SimulatorOptions,
  type SimulatorState,
} from '../../src/sim/index.ts';
import { between, check, displaced, onFloor, solver } from './step-differences.ts';

describe('smoothed collision detection', () => {
  const shapes = [sphere(0.1), box(0.2, 0.2, 0.2)] as const;
  const make = (): Simulator => {
    const ball = freeBody(shapes[0], { name: 'ball', pose: { position: [-0.2999, 0.19, 0.18] } });
    const crate = freeBody(shapes[1], { name: 'crate' });
    const sim = new Simulator({
      models: [ball, crate],
      scene: new Scene({ margin: 0.05 }),
      gravity: [0, 0, 0],
      friction: 0.3,
      timeStep: 1e-3,
      solver,
    });
    sim.setState({ v: Float64Array.of(1, 0.2, 0.1, 2, 1, 3, 0, 0, 0, 0.5, 0, 0.2) });
    return sim;
  };

  /** Makes the contacts move linearly with the derivatives of the estimator, so that these are the exact derivatives of the contacts. */
  function followEstimator(sim: Simulator, options: object): void {
    const start = sim.state;
    const poses = [start.q.slice(0, 7), start.q.slice(7, 14)] as const;
    const noiseOn = 'normal';
    const found = differentiate(shapes[0], poses[0], shapes[1], poses[1], {
      noiseOn,
      ...options,
      withRespectTo: 'both',
    });
    sim.step();
    const [{ point, normal, gap }] = sim.report().contacts;
    sim.setState(start);
    const { detection } = sim['work'];
    const { contacts } = detection;
    const find = detection.find.bind(detection);
    detection.find = (scene) => {
      find(scene);
      expect(contacts.count).toBe(1);
      const motion = between(sim, start, sim.state, 1).subarray(0, 12);
      const along = (row: Float64Array, from: number): number =>
        motion.reduce((sum, value, k) => sum + value * row[from + k], 0);
      const turned = normal.map((x, k) => x + along(found.normal, 12 * k));
      const length = Math.sqrt(turned.reduce((sum, x) => sum + x * x, 0));
      writeFrame(turned[0] / length, turned[1] / length, turned[2] / length, contacts.frames, 0);
      contacts.gaps[0] = gap + along(found.distance, 0);
      for (let k = 0; k < 3; k++)
        contacts.points[k] = point[k] + (along(found.pointA, 12 * k) + along(found.pointB, 12 * k)) / 2;
    };
  }

  it.each([
    { estimator: 'gumbel', noise: 0.02, neighbors: 3 },
    { estimator: 'gaussian', noise: 0.1, samples: 200, seed: 3 },
    { estimator: 'gumbel' },
    { estimator: 'zeroth-order', noise: 0.02, samples: 200, seed: 3 },
  ] as const)('$estimator: derivatives are the derivatives of the step with smoothed contacts', (options) => {
    const sim = make();
    sim.step();
    const [smoothed, exact] = [sim.stepDerivatives(options), sim.stepDerivatives()];
    // The check is meaningful only if smoothing changes the result.
    const scale = Math.max(...exact.dState.values.map(Math.abs));
    const most = smoothed.dState.values.reduce((max, x, k) => Math.max(max, Math.abs(x - exact.dState.values[k])), 0);
    expect(most).toBeGreaterThan(1e-3 * scale);
    const followed = make();
    followEstimator(followed, options);
    check(followed, undefined, options);
  });
});

/** A spinning ball that moves down with `speed`, with a gap from the floor. */
function ball(gap: number, speed: number, options: Partial<SimulatorOptions> = {}): Simulator {
  const sim = onFloor({
    models: [freeBody(sphere(0.1), { pose: { position: [0, 0, 0.1 + gap], rotation: [0.1, 0.2, 0.3, 0.9] } })],
    friction: 0.4,
    ...options,
  });
  // Downward velocity, in the axes of the rotated ball.
  const { q } = sim.state;
  const [x, y, z, w] = q.subarray(3);
  const down = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
  sim.setState({ v: Float64Array.of(...down.map((each) => -speed * each), 1, 2, 3) });
  return sim;
}

/** ∂(upward velocity after the step)/∂(height before), converted from body axes; with `row` 0, ∂(height after)/∂(height before). */
function upByHeight({ q }: SimulatorState, values: Float64Array, row = 6): number {
  const [x, y, z, w] = q.subarray(3);
  const up = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
  let sum = 0;
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) sum += up[i] * values[(row + i) * 12 + j] * up[j];
  return sum;
}

describe('a randomized step', () => {
  /** With a high resting speed no contact bounces, so that the step is continuous. */
  const soft = { restingSpeed: 10 } as const;
  const randomized = { samples: 40, position: 1e-3, velocity: 0.05, seed: 11 } as const;

  /** The mean of steps from displaced states, as tangents at the state after the undisplaced step. */
  function smoothedStep(make: () => Simulator, dq: Float64Array, dv: Float64Array): Float64Array {
    const sim = make();
    const start = sim.state;
    sim.step();
    const reference = sim.state;
    const rng = new Rng(randomized.seed);
    const mean = new Float64Array(12);
    let zeta = new Float64Array(12);
    for (let k = 0; k < randomized.samples; k++) {
      zeta = zeta.map((x, i) =>
        k % 2 === 1 ? -x : (i < 6 ? randomized.position : randomized.velocity) * rng.normal(),
      );
      const q = displaced(sim, displaced(sim, start.q, dq), zeta.slice(0, 6));
      sim.setState({ q, v: start.v.map((x, i) => x + dv[i] + zeta[6 + i]) });
      sim.step();
      const away = between(sim, reference, sim.state, randomized.samples);
      for (let i = 0; i < 12; i++) mean[i] += away[i];
    }
    return mean;
  }

  it('has the derivatives of the mean of its sampled steps, some of which reach the floor', () => {
    const make = (): Simulator => ball(8e-4, 0.3, soft);
    const sim = make();
    const before = sim.state;
    sim.step();
    const { dState } = sim.stepDerivatives({ randomized });
    const size = 1e-7;
    let worst = 0;
    for (let c = 0; c < 12; c++) {
      const [plus, minus] = [size, -size].map((change) => {
        const unit = (first: number): Float64Array =>
          Float64Array.from({ length: 6 }, (_, k) => (first + k === c ? change : 0));
        return smoothedStep(make, unit(0), unit(6));
      });
      for (let row = 0; row < 12; row++) {
        const wanted = (plus[row] - minus[row]) / (2 * size);
        worst = Math.max(worst, Math.abs(dState.values[row * 12 + c] - wanted) / 1000);
      }
    }
    // Relative to 1/Δt = 1000/s, the largest entry of the matrix.
    expect(worst).toBeLessThan(1e-5);
    expect(Math.abs(upByHeight(before, dState.values))).toBeGreaterThan(10);
  });

  it('includes a contact that the step itself does not reach', () => {
    const sim = ball(8e-4, 0.3, soft);
    const before = sim.state;
    sim.step();
    const after = sim.state;
    expect(Math.abs(upByHeight(before, sim.stepDerivatives().dState.values))).toBeLessThan(1e-9);
    const smoothed = sim.stepDerivatives({ randomized: { ...randomized, samples: 400 } });
    // Samples that reach the floor stop there: they contribute up to −1/Δt each.
    expect(upByHeight(before, smoothed.dState.values)).toBeLessThan(-50);
    expect(upByHeight(before, smoothed.dState.values)).toBeGreaterThan(-1000);
    // The query changes no state, and repeating it gives the same bits.
    expect(sim.state).toEqual(after);
    expect(sim.report().steps).toBe(1);
    expect(sim.stepDerivatives({ randomized: { ...randomized, samples: 400 } })).toEqual(smoothed);
  });

  it('includes a correction that the step itself does not make', () => {
    // The ball rests within the allowed penetration, where no correction acts for small displacements.
    const sim = ball(-1e-4, 0, soft);
    const before = sim.state;
    sim.setState({ v: new Float64Array(6) });
    sim.step();
    expect(Math.abs(upByHeight(before, sim.stepDerivatives().dState.values, 0) - 1)).toBeLessThan(1e-9);
    const { dState } = sim.stepDerivatives({ randomized: { ...randomized, samples: 400 } });
    // Samples beyond the allowance are lifted by a fifth of their excess: they contribute 0.8 to the mean.
    expect(upByHeight(before, dState.values, 0)).toBeLessThan(0.98);
    expect(upByHeight(before, dState.values, 0)).toBeGreaterThan(0.8);
  });

  it('includes the velocity jump of a bounce, in zeroth order', () => {
    // The ball bounces within the step if the gap is at most 2 mm: its velocity jumps from −2 to 1 m/s.
    const [gap, position] = [2.5e-3, 1e-3];
    const sim = ball(gap, 2, { restitution: 0.5, gravity: [0, 0, 0] });
    const before = sim.state;
    sim.step();
    const options = { samples: 4000, position, velocity: 1e-3, seed: 5 } as const;
    const derivative = (order: 'first' | 'zeroth', samples: number): number =>
      upByHeight(before, sim.stepDerivatives({ randomized: { ...options, order, samples } }).dState.values);
    // The probability density of the sampled heights at the jump, times the size of the jump, −3 m/s.
    const deviations = (gap - 2e-3) / position;
    const wanted = (-3 * Math.exp((-deviations * deviations) / 2)) / (Math.sqrt(2 * Math.PI) * position);
    expect(Math.abs(derivative('zeroth', 4000) / wanted - 1)).toBeLessThan(0.1);
    expect(Math.abs(derivative('first', 200) / wanted)).toBeLessThan(0.1);
  });

  it('applies to rollouts', () => {
    const loss = ({ q }: SimulatorState, step: number) =>
      step === 3 ? { value: q[2], q: [0, 0, 1, 0, 0, 0, 0] } : null;
    const [exact, smoothed] = [{}, { randomized: { ...randomized, samples: 100 } }].map((options) =>
      rolloutGradient(ball(2e-3, 0.3, soft), 3, loss, options),
    );
    const size = ({ initial }: typeof exact): number => Math.sqrt(initial.q.reduce((sum, x) => sum + x * x, 0));
    // Without contact, ∂(height after)/∂(height before) is 1; smoothed, the floor reduces it.
    expect(size(exact)).toBeCloseTo(1, 9);
    expect(size(smoothed)).toBeLessThan(0.99);
    expect(smoothed.states).toEqual(exact.states);
  });
});
