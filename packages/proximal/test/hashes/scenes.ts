// The answers of a fixed scene.
import { box, capsule, halfspace } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { type Body, compound, heightField, Scene, timeOfImpact, triangleMesh } from '../../src/scene/index.ts';
import { bounded, poseWithin } from './inputs.ts';
import type { Groups } from './queries.ts';

/** Forty bodies: a half-space, a height field, a mesh, a compound and 36 convex shapes. */
function scene(broadPhase: 'tree' | 'sweep' | 'brute'): { scene: Scene; bodies: Body[] } {
  const rng = new Rng(51);
  const result = new Scene({ broadPhase, margin: 0.2 });
  result.add(halfspace(), { position: [0, 0, -3] }, { static: true });
  const heights = Array.from({ length: 36 }, () => rng.uniform(-3, -2.5));
  result.add(heightField(heights, { columns: 6, rows: 6, spacing: 1 }), {}, { static: true });
  const tetrahedron = triangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
  const cross = compound([
    { shape: box(1, 0.2, 0.2) },
    { shape: capsule(0.2, 0.8), pose: { position: [0, 0.5, 0.2] } },
  ]);
  const bodies = Array.from({ length: 38 }, (_, k) =>
    result.add([tetrahedron, cross][k] ?? bounded[k % bounded.length], poseWithin(rng, 2.5)),
  );
  return { scene: result, bodies };
}

const answerOf = ({ a, b, ...rest }: { a: Body; b: Body }): unknown => [a.id, b.id, rest];
const hitOf = (hit: { body: Body } | null): unknown => hit && [hit.body.id, { ...hit, body: 0 }];

const idsOf = ({ a, b }: { a: Body; b: Body }): unknown => [a.id, b.id];

/** Pairs, collisions and the answers of `evaluate`, before and after the bodies that are not static have sunk by 0.15 m. */
function beforeAndAfterMotion(broadPhase: 'tree' | 'sweep' | 'brute', evaluate: (world: Scene) => unknown): unknown {
  const { scene: world, bodies } = scene(broadPhase);
  return [0, 0.15].map((shift) => {
    for (const body of bodies) body.setPose(body.pose.map((x, k) => (k === 2 ? x - shift : x)));
    return [world.pairs().map(idsOf), world.collisions().map(idsOf), evaluate(world)];
  });
}

export const scenes: Groups = {
  'scene: tree': () =>
    beforeAndAfterMotion('tree', (world) => [world.distances().map(answerOf), world.contacts().map(answerOf)]),
  'scene: sweep and prune': () => beforeAndAfterMotion('sweep', () => null),
  'scene: brute force': () => beforeAndAfterMotion('brute', () => null),
  'scene: rays': () => {
    const rng = new Rng(52);
    const { scene: world } = scene('tree');
    return Array.from({ length: 40 }, () => {
      const [from, along] = [rng.direction().map((x) => 6 * x), rng.direction()];
      return [hitOf(world.rayCast(from, along)), world.rayCastAll(from, along).map(hitOf)];
    });
  },
  'scene: shape casts': () => {
    const rng = new Rng(53);
    const { scene: world } = scene('tree');
    return bounded.map((shape) =>
      hitOf(
        world.shapeCast(
          shape,
          poseWithin(rng, 5),
          rng.direction().map((x) => 5 * x),
        ),
      ),
    );
  },
  'scene: time of impact': () => {
    const rng = new Rng(54);
    return bounded.map((shape) =>
      timeOfImpact(
        { shape, pose: poseWithin(rng, 2) },
        { linear: rng.direction(), angular: rng.direction() },
        { shape: box(0.5, 0.6, 0.7), pose: poseWithin(rng, 1) },
        {},
      ),
    );
  },
};
