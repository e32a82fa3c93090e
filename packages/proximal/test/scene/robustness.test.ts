// Bodies are added, moved, changed and removed at random: no wrong pair, no exception, no leak.
import { describe, expect, it } from 'vitest';
import { Rng } from '../../src/math/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { anyShape, namesOf, poseWithin } from './random.ts';

describe('a scene', () => {
  it.each(['tree', 'sweep'] as const)('stays consistent over many changes with a %s', (broadPhase) => {
    const rng = new Rng(21);
    const shapes = Array.from({ length: 24 }, () => anyShape(rng, 0.3));
    const scene = new Scene({ broadPhase, margin: 0.02 });
    const reference = new Scene({ broadPhase: 'brute', margin: 0.02 });
    const bodies: [ReturnType<Scene['add']>, ReturnType<Scene['add']>][] = [];
    const sizes: number[] = [];
    for (let step = 0; step < 150; step++) {
      while (bodies.length < 120) {
        const [shape, pose] = [shapes[rng.index(shapes.length)], poseWithin(rng, 2.5)];
        bodies.push([scene.add(shape, pose), reference.add(shape, pose)]);
      }
      for (const [body, twin] of bodies) {
        const { pose } = body;
        for (let k = 0; k < 3; k++) pose[k] += rng.uniform(-0.03, 0.03);
        body.setPose(pose);
        twin.setPose(pose);
      }
      for (let k = 0; k < 6; k++) for (const body of bodies.splice(rng.index(bodies.length), 1)[0]) body.remove();
      if (step % 10 === 0) {
        const label = `seed 21, step ${step}`;
        expect(namesOf(scene.pairs()), label).toEqual(namesOf(reference.pairs()));
        const colliding = reference.pairs().filter((pair) => pair.collide());
        expect(namesOf(scene.collisions()), label).toEqual(namesOf(colliding));
      }
      scene.update();
      sizes.push(scene.bodyIndex.store.size);
    }
    // Slots are reused: their number stays near 120, the largest number of bodies at one time.
    expect(Math.max(...sizes)).toBeLessThanOrEqual(132);
    for (const [body] of bodies) body.remove();
    scene.update();
    expect([scene.pairs().length, scene.bodyIndex.table.count, scene.bodies.length]).toEqual([0, 0, 0]);
  });
});
