// `certifySceneImpact` in the plane rejected some proofs of motions along arcs: its box up to the contact was not within the box up to the end, so it
// asked for proofs of bodies that the search had left out.
import { expect, it } from 'vitest';
import { box, certifySceneImpact, circle, Scene } from '../../src/2d/index.ts';
import { forAll } from '../for-all.ts';

it('accepts the proof of a contact after three quarters of a turn', () => {
  // A circle of radius 1 m about (0, 1); the post is at (−1, 1).
  const fullTurn = { linear: [2 * Math.PI, 0], angular: 2 * Math.PI, axes: 'body' } as const;
  const car = { shape: circle(0.1), pose: {} };
  const scene = new Scene();
  scene.add(circle(0.05), { position: [-1, 1] }, { name: 'post' });
  scene.add(circle(0.05), { position: [-3.4, 1] }, { name: 'bystander' });
  const impact = scene.timeOfImpact(car, fullTurn);
  expect(impact.body?.name).toBe('post');
  expect(impact.proofs.map(({ body }) => body.name)).toEqual(['post']);
  expect(certifySceneImpact(scene, car, fullTurn, impact)).toMatchObject({ valid: true });
});

it('accepts the proofs of random arcs', () => {
  let hits = 0;
  forAll({ seed: 7, cases: 100, tries: 200 }, (rng) => {
    const scene = new Scene();
    for (let k = 0; k < 40; k++)
      scene.add(box(rng.uniform(0.1, 1), rng.uniform(0.1, 1)), {
        position: [rng.uniform(-20, 20), rng.uniform(-20, 20)],
        angle: rng.uniform(-3, 3),
      });
    const car = { shape: box(1, 0.5), pose: { position: [rng.uniform(-9, 9), 0], angle: rng.uniform(-3, 3) } };
    const motion = {
      linear: [rng.uniform(-20, 20), rng.uniform(-5, 5)],
      angular: rng.uniform(-9, 9),
      axes: 'body',
    } as const;
    const impact = scene.timeOfImpact(car, motion);
    if (impact.hit) hits++;
    expect(certifySceneImpact(scene, car, motion, impact)).toMatchObject({ valid: true });
  });
  expect(hits).toBeGreaterThan(40);
});
