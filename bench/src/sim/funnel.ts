// Pairs of hulls that fall into a funnel, as in "GJK++", Sec. IV-E: 120 Hz for one second.
import type { Convex } from 'proximal';
import { type Pose, Rng, transformPoint } from 'proximal/math';
import { makeSimulation, type Simulation, type SimulationBody, startSimulation } from 'proximal/sim';
import { momentsOf, type Trajectory } from '../gjk/figure13.ts';
import { inThreads } from '../harness/processes.ts';
import { type HullSet, loadHulls } from '../problems/hulls.ts';

/** A pair's trajectory, 120 poses of each. */
export interface Fall extends Trajectory {
  readonly nameA: string;
  readonly nameB: string;
  readonly path: readonly { readonly poseA: Pose; readonly poseB: Pose }[];
  /** The largest penetration in the simulation, in meters. */
  readonly deepest: number;
}

/** Falls in a task of a thread, all from one seed. */
const blockSize = 5;

interface FallTask {
  readonly ycb: string | undefined;
  readonly count: number;
  readonly seed: number;
}

/** A fall without its shapes, which cannot be sent between threads. */
type BareFall = Omit<Fall, 'a' | 'b'>;

/**
 * Falls of random pairs, on all cores; fewer than `count` if the time is over.
 * @param until by `performance.now()`
 */
export async function fallsOf(
  set: HullSet,
  ycb: string | undefined,
  count: number,
  seed: number,
  until = Number.POSITIVE_INFINITY,
): Promise<Fall[]> {
  const tasks = Array.from({ length: Math.ceil(count / blockSize) }, (_, k): FallTask => {
    return { ycb, count: Math.min(blockSize, count - blockSize * k), seed: seed + k };
  });
  let made = 0;
  const done = ({ length }: BareFall[]): void => {
    made += length;
    process.stderr.write(`${made} of ${count} falls\n`);
  };
  const blocks = await inThreads<FallTask, BareFall[]>(import.meta.url, makeFalls.name, tasks, done, until);
  const shapes = new Map(set.hulls.map(({ name, hull }) => [name, hull]));
  return blocks
    .flat()
    .map((fall) => ({ ...fall, a: shapes.get(fall.nameA) as Convex, b: shapes.get(fall.nameB) as Convex }));
}

let loaded: HullSet | null = null;

/**
 * A block of falls, made in a thread. A fall whose bounding boxes overlap at fewer than two poses is replaced, because none of its queries has a
 * previous result.
 */
export function makeFalls({ ycb, count, seed }: FallTask): BareFall[] {
  loaded ??= loadHulls(ycb);
  const { hulls } = loaded;
  const rng = new Rng(seed);
  const falls: BareFall[] = [];
  while (falls.length < count) {
    const [first, second] = [hulls[rng.index(hulls.length)], hulls[rng.index(hulls.length)]];
    const fall = drop(first.hull, second.hull, rng.next());
    if (fall.moments.length > 1) falls.push({ nameA: first.name, nameB: second.name, ...fall });
  }
  return falls;
}

function drop(a: Convex, b: Convex, seed: number): Omit<BareFall, 'nameA' | 'nameB'> {
  const { simulator, parts } = startSimulation(funnelScene(a, b, seed));
  const [, first, second] = parts.map(({ bodies }) => bodies[0]);
  let deepest = 0;
  const path = Array.from({ length: 120 }, () => {
    simulator.step();
    deepest = Math.max(deepest, simulator.report().penetration);
    return { poseA: first.pose, poseB: second.pose };
  });
  return { path, moments: momentsOf(a, b, path), deepest };
}

/** The built-in scene with other hulls, side by side at the top of the funnel. */
function funnelScene(a: Convex, b: Convex, seed: number): Simulation {
  const scene = makeSimulation('funnel', { seed });
  const [funnel, first, second] = scene.bodies;
  const placeAt = (body: SimulationBody, shape: Convex, side: number): SimulationBody => {
    const rotation = body.pose.subarray(3);
    const center = transformPoint({ rotation }, shape.center);
    const pose = Float64Array.from(body.pose);
    const position = [side * (shape.boundingRadius + 0.005), 0, 0.5];
    for (let k = 0; k < 3; k++) pose[k] = position[k] - center[k];
    return { ...body, shape, pose };
  };
  return { ...scene, bodies: [funnel, placeAt(first, a, -1), placeAt(second, b, 1)] };
}
