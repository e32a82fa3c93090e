// With `contactReuse` the gaps of bodies that had come to rest kept the error of their last search: polytopes in a heap overlapped by
// three times the penetration that was allowed and reported, 47 µm instead of 15.
import { describe, expect, it } from 'vitest';
import { type Shape, signedDistance } from '../../src/index.ts';
import { makeSimulation, type Simulator, startSimulation } from '../../src/sim/index.ts';

function heap(count: number): Simulator {
  const { bodies, options, ...rest } = makeSimulation('polytopes');
  let left = count;
  const some = bodies.filter((body) => body.static || left-- > 0);
  const changes = { allowedPenetration: 1.5e-5, contactReuse: 0.02 };
  return startSimulation({ ...rest, bodies: some, options: { ...options, ...changes } }).simulator;
}

/** Of all pairs of bodies, by a search. */
function deepest({ scene }: Simulator): number {
  const bodies = [...scene.bodies];
  let most = 0;
  for (const [k, a] of bodies.entries())
    for (const b of bodies.slice(k + 1))
      most = Math.max(most, -signedDistance(a.shape as Shape, a.pose, b.shape as Shape, b.pose).distance);
  return most;
}

describe('persistent contacts', () => {
  it('have true gaps once the bodies rest', () => {
    const simulator = heap(10);
    for (let k = 0; k < 900; k++) simulator.step();
    const { penetration, kineticEnergy } = simulator.report();
    expect(kineticEnergy).toBeLessThan(1e-9);
    expect(Math.abs(penetration - deepest(simulator))).toBeLessThan(1e-8);
  });
});
