// Where edges cross, the points of a contact patch had the derivatives of another nearest point; contacts of compounds had no derivatives.
import { describe, expect, it } from 'vitest';
import { box, sphere } from '../../src/index.ts';
import { compound, Scene } from '../../src/scene/index.ts';
import { freeBody, Simulator } from '../../src/sim/index.ts';
import { check, solver } from '../sim/step-differences.ts';

describe('the derivatives of a step between bodies with faces', () => {
  /** A crate on a table, which is a box with its top at z = 0 and half-widths `half`. */
  function onTable(half: number, x: number, qz: number, collision: 'signed' | 'growth'): Simulator {
    const scene = new Scene({ margin: 0.05 });
    scene.add(box(half, half, 0.5), { position: [0, 0, -0.5] }, { static: true, name: 'table' });
    const crate = freeBody(box(0.2, 0.3, 0.1), { pose: { position: [x, 0, 0.099], rotation: [0, 0, qz, 1] } });
    const sim = new Simulator({
      models: [crate],
      scene,
      solver,
      timeStep: 1e-3,
      margin: 0.05,
      friction: 0.3,
      collision,
    });
    sim.setState({ v: Float64Array.of(1, 0.5, 0, 0, 0, 0) });
    return sim;
  }

  describe.each(['signed', 'growth'] as const)('by %s distance', (collision) => {
    it('of a box on a table', () => check(onTable(1, 0, 0.1, collision)));
    it('of a box that juts out over the edge of a table', () => {
      // The normal is the table's for a tilt in one direction and the crate's for the other, so that these columns are one-sided.
      const tilts = [3, 4];
      check(onTable(1, 0.97, 0.1, collision), undefined, {}, 1e-5, 1e-6, tilts);
    });
  });

  it('of a box on a part of a compound, and of a ball in the corner between two', () => {
    const scene = new Scene({ margin: 0.05 });
    const parts = [
      { shape: box(1, 1, 0.1), pose: { position: [0, 0, -0.1] } },
      { shape: box(0.1, 1, 1), pose: { position: [-1.1, 0, 0] } },
    ];
    scene.add(compound(parts), {}, { static: true, name: 'corner' });
    const models = [
      freeBody(box(0.2, 0.3, 0.1), { pose: { position: [0, 0, 0.099] } }),
      freeBody(sphere(0.2), { name: 'ball', pose: { position: [-0.8015, 0, 0.1985] } }),
    ];
    const sim = new Simulator({ models, scene, solver, timeStep: 1e-3, margin: 0.01, friction: 0.3 });
    sim.setState({ v: Float64Array.of(1, 0.5, 0, 0, 0, 0, -1, 0.3, 0, 0, 0, 0) });
    check(sim);
    expect(
      sim
        .report()
        .contacts.map(({ partA }) => partA)
        .sort(),
    ).toEqual([0, 0, 0, 0, 0, 1]);
  });
});
