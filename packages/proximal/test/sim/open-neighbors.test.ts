// Nearby bodies without contact have no effect on sweeps, convergence and creep.
import { expect, it } from 'vitest';
import { box, halfspace } from '../../src/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';

interface Rest {
  /** The largest change of a coordinate from the start: of a position, in meters, or of a quaternion. */
  readonly drift: number;
  readonly unsolved: number;
  readonly sweeps: number;
  readonly q: readonly number[];
}

/** Bricks in rows of ten, nine, … and one, and a neighbor beside the lowest row at a gap. */
function pyramid(gap: number, neighbor: 'wall' | 'brick' | 'none'): Rest {
  const scene = new Scene({ margin: 0.02 });
  scene.add(halfspace(), {}, { static: true });
  const brick = box(0.25, 0.125, 0.125);
  const models = Array.from({ length: 10 }, (_, row) =>
    Array.from({ length: 10 - row }, (_, k) =>
      freeBody(brick, { pose: { position: [0.53 * (k + row / 2), 0, 0.125 + 0.25 * row] } }),
    ),
  ).flat();
  const own = 7 * models.length;
  const beside = { position: [-0.5 - gap, 0, 0.125] };
  if (neighbor === 'wall') scene.add(brick, beside, { static: true });
  if (neighbor === 'brick') models.push(freeBody(brick, { pose: beside }));
  const sim = new Simulator({ models, scene });
  const start = sim.state.q;
  let [unsolved, sweeps] = [0, 0];
  for (let k = 0; k < 240; k++) {
    sim.step();
    const { status, iterations } = sim.report();
    if (status !== 'converged') unsolved++;
    sweeps += iterations;
  }
  const q = Array.from(sim.state.q.subarray(0, own));
  return { drift: Math.max(...q.map((x, k) => Math.abs(x - start[k]))), unsolved, sweeps, q };
}

it('a pyramid of 55 bricks drifts no more beside a neighbor than alone', () => {
  const alone = pyramid(1, 'none');
  expect(alone.drift).toBeLessThan(1e-4);
  expect(alone.unsolved).toBeLessThan(3);
  for (const gap of [1e-4, 0.019])
    for (const neighbor of ['wall', 'brick'] as const) {
      const { q, sweeps, unsolved } = pyramid(gap, neighbor);
      expect(q).toEqual(alone.q);
      expect(unsolved).toBe(alone.unsolved);
      // A brick is an island of its own, and the step reports the sweeps of the island that needs most.
      if (neighbor === 'wall') expect(sweeps).toBe(alone.sweeps);
      else expect(sweeps).toBeLessThan(1.1 * alone.sweeps);
    }
});
