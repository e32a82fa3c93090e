// Derivatives of steps with kinematic bodies, against central differences.
import { expect, it } from 'vitest';
import { difference, integrate } from '../../src/dynamics/index.ts';
import { box, cylinder, sphere } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';

/** The state after one step from the given state. */
function endOf(world: World, q: Float64Array, v: Float64Array): { q: Float64Array; v: Float64Array } {
  world.setState({ q, v });
  world.step();
  return world.state;
}

function moved(world: World, q: Float64Array, change: Float64Array): Float64Array {
  const out = new Float64Array(q.length);
  for (const { given, firstQ, firstV } of world.members) {
    const [from, by] = [q.subarray(firstQ, firstQ + given.nq), change.subarray(firstV, firstV + given.nv)];
    out.set(integrate(given, from, by), firstQ);
  }
  return out;
}

function apart(world: World, p: Float64Array, q: Float64Array): Float64Array {
  const out = new Float64Array(world.nv);
  for (const { given, firstQ, firstV } of world.members) {
    const part = (all: Float64Array): Float64Array => all.subarray(firstQ, firstQ + given.nq);
    out.set(difference(given, part(p), part(q)), firstV);
  }
  return out;
}

const lift = { linear: [0.3, -0.1, 0.2], angular: [0.1, -0.05, 0.4] };

it.each([
  ['a rider that sticks', 1, 0],
  ['a rider that slides', 0.05, 0],
  ['a rider in flight', 0.5, 0.3],
] as const)('%s', (_what, friction, height) => {
  const world = new World({ friction, solver: { tolerance: 1e-12, relativeTolerance: 1e-12, maxIterations: 5000 } });
  world.add(cylinder(2, 0.1), { type: 'kinematic', pose: { position: [0, 0, -0.1] }, velocity: lift });
  const shape = friction === 1 ? box(0.2, 0.15, 0.1) : sphere(0.1);
  world.add(shape, { pose: { position: [0.5, 0.2, 0.0999 + height] } });
  for (let k = 0; k < 2; k++) world.step();
  const { q, v } = world.state;
  endOf(world, q, v);
  const { dState } = world.stepDerivatives();
  const { nv } = world;
  const h = 1e-6;
  for (let column = 0; column < 2 * nv; column++) {
    const change = new Float64Array(nv);
    change[column % nv] = h;
    const at = (sign: number) => {
      const step = change.map((x) => sign * x);
      return column < nv
        ? endOf(world, moved(world, q, step), v)
        : endOf(
            world,
            q,
            v.map((x, k) => x + step[k]),
          );
    };
    const [plus, minus] = [at(1), at(-1)];
    const numeric = [
      ...apart(world, minus.q, plus.q).map((x) => x / (2 * h)),
      ...plus.v.map((x, k) => (x - minus.v[k]) / (2 * h)),
    ];
    numeric.forEach((x, row) => {
      const found = dState.values[row * 2 * nv + column];
      expect({ row, column, error: Math.abs(found - x) / (1 + Math.abs(x)) }).toMatchObject({
        row,
        column,
        error: expect.closeTo(0, 4),
      });
    });
  }
});
