// Free fall conserves energy, and momentum except for the impulse of gravity, up to an error of the integrator's order.
import { expect, it } from 'vitest';
import {
  centroidalMomentum,
  forwardDynamics,
  integrate,
  kineticEnergy,
  type Model,
  ModelBuilder,
  potentialEnergy,
} from '../../src/dynamics/index.ts';
import { Rng } from '../../src/math/index.ts';
import { randomInertia, randomVector } from './robots.ts';

const seed = 20266;

/** A free body with links on spherical, revolute, helical and planar joints. */
function freeTree(gravity: number[]): Model {
  const rng = new Rng(seed);
  const builder = new ModelBuilder({ gravity });
  const kinds = ['free-flyer', 'spherical', 'revolute', 'helical', 'planar'] as const;
  kinds.forEach((kind, k) => {
    const parent = k === 0 ? 'world' : `link${k < 3 ? 0 : k - 1}`;
    const placement = { position: rng.direction().map((x) => 0.3 * x), rotation: rng.rotation() };
    builder.link(`link${k}`, randomInertia(rng));
    builder.joint(`joint${k}`, {
      kind,
      parent,
      child: `link${k}`,
      placement,
      axis: rng.direction(),
      ...(kind === 'helical' ? { pitch: 0.1 } : {}),
    });
  });
  return builder.build();
}

interface State {
  q: Float64Array;
  v: Float64Array;
}

/** Heun's method on the manifold: second order. */
function step(model: Model, data: ReturnType<Model['createData']>, { q, v }: State, h: number): State {
  const zero = model.zeroVelocity();
  const first = forwardDynamics(model, data, q, v, zero).slice();
  const ahead = integrate(
    model,
    q,
    v.map((x) => h * x),
  );
  const second = forwardDynamics(
    model,
    data,
    ahead,
    v.map((x, k) => x + h * first[k]),
    zero,
  );
  const mean = v.map((x, k) => x + 0.5 * h * first[k]);
  return {
    q: integrate(
      model,
      q,
      mean.map((x) => h * x),
    ),
    v: v.map((x, k) => x + 0.5 * h * (first[k] + second[k])),
  };
}

function freeFallErrors(
  model: Model,
  steps: number,
  time: number,
): { energy: number; linear: number; angular: number } {
  const data = model.createData();
  const rng = new Rng(seed + 1);
  let state: State = { q: model.reference.slice(), v: randomVector(rng, model.nv, 0.5) };
  const energy = ({ q, v }: State): number => kineticEnergy(model, data, q, v) + potentialEnergy(model, data, q);
  const before = { energy: energy(state), momentum: centroidalMomentum(model, data, state.q, state.v).slice() };
  const h = time / steps;
  for (let k = 0; k < steps; k++) state = step(model, data, state, h);
  const momentum = centroidalMomentum(model, data, state.q, state.v);
  const error = (from: number): number =>
    Math.hypot(
      ...[0, 1, 2].map(
        (k) => momentum[from + k] - before.momentum[from + k] - (from === 0 ? time * model.mass * model.gravity[k] : 0),
      ),
    );
  return { energy: Math.abs(energy(state) - before.energy), linear: error(0), angular: error(3) };
}

it(`conserves energy and momentum in free fall over 100,000 steps, to second order (seed ${seed})`, () => {
  const model = freeTree([0.1, 0, -1]);
  const coarse = freeFallErrors(model, 50_000, 2);
  const fine = freeFallErrors(model, 100_000, 2);
  expect(fine.energy).toBeLessThan(1e-7);
  expect(fine.linear).toBeLessThan(1e-7);
  expect(fine.angular).toBeLessThan(1e-7);
  // Half the step has a quarter of the error, where the error is above rounding.
  for (const key of ['energy', 'linear', 'angular'] as const) {
    expect(fine[key]).toBeLessThan(0.35 * coarse[key] + 1e-10);
  }
});
