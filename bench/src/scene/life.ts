// `npm run bench -- scene-life`: adds, moves and removes thousands of bodies at random. Up to ten times per run, pairs and collisions are
// compared with the pairs and collisions of a new scene with the sweep broad phase. Memory at the end must be at most 1.5 times the minimum
// of the first half.
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { box, capsule, convex, cylinder, type Shape, sphere } from 'proximal';
import { Rng } from 'proximal/math';
import { type Body, Scene } from 'proximal/scene';
import { type Command, wholeNumber } from '../harness/usage.ts';

export const sceneLife: Command = {
  name: 'scene-life',
  title:
    'adds, moves and removes bodies; compares pairs with a new scene, and checks memory (--bodies, --steps, --seed)',
  run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        bodies: { type: 'string', default: '10000' },
        steps: { type: 'string', default: '1000' },
        seed: { type: 'string', default: '1' },
      },
    });
    const count = wholeNumber('bodies', values.bodies, 10, 1e6);
    const steps = wholeNumber('steps', values.steps, 10, 1e6);
    runLife(count, steps, wholeNumber('seed', values.seed, 0, 0xffffffff));
  },
};

/** The shares of bodies that are replaced and that jump in each step. */
const turnover = 0.02;
const jumps = 0.01;

// Exposes the garbage collector, so that memory is measured without garbage.
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function runLife(count: number, steps: number, seed: number): void {
  const rng = new Rng(seed);
  const half = Math.cbrt(count);
  const shapes = Array.from({ length: 64 }, () => anyShape(rng));
  const randomPose = (): Float64Array =>
    Float64Array.of(...[0, 1, 2].map(() => rng.uniform(-half, half)), ...rng.rotation());
  const scene = new Scene({ margin: 0.01 });
  const bodies: Body[] = [];
  const memory: number[] = [];
  let compared = 0;
  for (let step = 1; step <= steps; step++) {
    while (bodies.length < count) bodies.push(scene.add(shapes[rng.index(shapes.length)], randomPose()));
    for (const body of bodies) move(body, rng, randomPose);
    scene.collisions();
    if (step % Math.ceil(steps / 10) === 0) {
      compared += compare(scene);
      collectGarbage();
      memory.push(process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers);
      const megabytes = (memory[memory.length - 1] / 1e6).toFixed(1);
      console.log(
        `step ${step}: ${scene.bodies.length} bodies, ${scene.pairs().length} pairs as in a new scene, ${megabytes} MB`,
      );
    }
    for (let k = 0; k < turnover * count; k++) {
      const at = rng.index(bodies.length);
      bodies[at].remove();
      bodies[at] = bodies[bodies.length - 1];
      bodies.pop();
    }
  }
  const growth = memory[memory.length - 1] / Math.min(...memory.slice(0, Math.ceil(memory.length / 2)));
  console.log(
    `${compared} pairs compared; memory at the end is ${growth.toFixed(2)} times the minimum of the first half`,
  );
  if (growth > 1.5) throw new Error('the scene leaks');
}

function anyShape(rng: Rng): Shape {
  const size = (): number => rng.uniform(0.2, 0.6);
  const makers = [
    () => sphere(size()),
    () => box(size(), size(), size()),
    () => capsule(size(), size()),
    () => cylinder(size(), size()),
    () => convex(Array.from({ length: 30 }, () => rng.direction().map((x) => 0.5 * x))),
  ];
  return makers[rng.index(makers.length)]();
}

function move(body: Body, rng: Rng, randomPose: () => Float64Array): void {
  if (rng.uniform() < jumps) {
    body.setPose(randomPose());
    return;
  }
  const { pose } = body;
  for (let k = 0; k < 3; k++) pose[k] += rng.uniform(-0.02, 0.02);
  body.setPose(pose);
}

/** Compares with the same bodies in a new scene with another broad phase. Returns the number of pairs. */
function compare(scene: Scene): number {
  const reference = new Scene({ broadPhase: 'sweep', margin: scene.margin });
  const originalIds = new Map<number, number>();
  for (const body of scene.bodies) originalIds.set(reference.add(body.shape, body.pose).id, body.id);
  const listed = (pairs: ReturnType<Scene['pairs']>, name: (id: number) => number): string =>
    pairs
      .map(({ a, b }) => `${name(a.id)}-${name(b.id)}`)
      .sort()
      .join();
  const pairs = scene.pairs();
  const expected = listed(reference.pairs(), (id) => originalIds.get(id) ?? -1);
  if (listed(pairs, (id) => id) !== expected) throw new Error('the pairs differ from the pairs of a new scene');
  const expectedCollisions = listed(reference.collisions(), (id) => originalIds.get(id) ?? -1);
  if (listed(scene.collisions(), (id) => id) !== expectedCollisions)
    throw new Error('the collisions differ from the collisions of a new scene');
  return pairs.length;
}
