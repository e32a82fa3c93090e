// Derivatives of a world's steps against central differences.
import { difference, integrate } from '../../src/dynamics/index.ts';
import type { StepParameter, World } from '../../src/sim/index.ts';

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

function differenceOf(world: World, p: Float64Array, q: Float64Array): Float64Array {
  const out = new Float64Array(world.nv);
  for (const { given, firstQ, firstV } of world.members) {
    const part = (all: Float64Array): Float64Array => all.subarray(firstQ, firstQ + given.nq);
    out.set(difference(given, part(p), part(q)), firstV);
  }
  return out;
}

/** The largest difference between `dState` of `stepDerivatives` and central differences x, relative to 1 + |x|. */
export function worstError(world: World): number {
  const { q, v } = world.state;
  endOf(world, q, v);
  const { dState } = world.stepDerivatives();
  const { nv } = world;
  const h = 1e-6;
  let worst = 0;
  for (let column = 0; column < 2 * nv; column++) {
    const at = (sign: number): { q: Float64Array; v: Float64Array } => {
      const step = new Float64Array(nv);
      step[column % nv] = sign * h;
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
      ...differenceOf(world, minus.q, plus.q).map((x) => x / (2 * h)),
      ...plus.v.map((x, k) => (x - minus.v[k]) / (2 * h)),
    ];
    numeric.forEach((x, row) => {
      const error = Math.abs(dState.values[row * 2 * nv + column] - x) / (1 + Math.abs(x));
      worst = Math.max(worst, error);
    });
  }
  return worst;
}

/** The largest difference between the derivatives with respect to parameters and central differences x, relative to 1 + |x|. */
export function worstParameterError(
  make: (values: readonly number[]) => World,
  values: readonly number[],
  parameters: readonly StepParameter[],
): number {
  const h = 1e-6;
  const world = make(values);
  world.step();
  const { dParameters } = world.stepDerivatives({ parameters });
  let worst = 0;
  for (const column of values.keys()) {
    const [minus, plus] = [-h, h].map((change) => {
      const changed = make(values.map((x, k) => (k === column ? x + change : x)));
      changed.step();
      return changed.state;
    });
    const numeric = [...differenceOf(world, minus.q, plus.q), ...plus.v.map((x, k) => x - minus.v[k])].map(
      (x) => x / (2 * h),
    );
    numeric.forEach((x, row) => {
      worst = Math.max(worst, Math.abs(dParameters.values[row * values.length + column] - x) / (1 + Math.abs(x)));
    });
  }
  return worst;
}
