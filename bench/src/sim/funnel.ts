// Pairs of hulls that are thrown into a funnel, as in "GJK++", Sec. IV-E: 120 Hz for one second.
import type { Convex } from 'proximal';
import { type Pose, Rng, transformPoint } from 'proximal/math';
import { makeSimulation, type Simulation, type SimulationBody, startSimulation } from 'proximal/sim';
import type { Flight } from '../gjk/figure13.ts';
import type { HullSet } from '../gjk/hulls.ts';
import { momentsOf } from '../gjk/trajectories.ts';

/** A pair's whole way, 120 places. */
export interface Fall extends Flight {
  readonly nameA: string;
  readonly nameB: string;
  readonly way: readonly { readonly poseA: Pose; readonly poseB: Pose }[];
  readonly deepest: number;
}

/** Falls of random pairs on which the boxes around the hulls overlap at least twice: the others ask nothing. */
export function fallsOf({ hulls }: HullSet, count: number, seed: number): Fall[] {
  const rng = new Rng(seed);
  const falls: Fall[] = [];
  while (falls.length < count) {
    const [first, second] = [hulls[rng.index(hulls.length)], hulls[rng.index(hulls.length)]];
    const fall = drop(first.hull, second.hull, rng.next());
    if (fall.moments.length > 1) falls.push({ nameA: first.name, nameB: second.name, ...fall });
  }
  return falls;
}

function drop(a: Convex, b: Convex, seed: number): Omit<Fall, 'nameA' | 'nameB'> {
  const { simulator, parts } = startSimulation(thrown(a, b, seed));
  const [, first, second] = parts.map(({ bodies }) => bodies[0]);
  let deepest = 0;
  const way = Array.from({ length: 120 }, () => {
    simulator.step();
    deepest = Math.max(deepest, simulator.report().penetration);
    return { poseA: first.pose, poseB: second.pose };
  });
  return { a, b, way, moments: momentsOf(a, b, way), deepest };
}

/** The built-in scene with other hulls, side by side where the funnel is wide. */
function thrown(a: Convex, b: Convex, seed: number): Simulation {
  const scene = makeSimulation('funnel', { seed });
  const [funnel, first, second] = scene.bodies;
  const put = (body: SimulationBody, shape: Convex, side: number): SimulationBody => {
    const rotation = body.pose.subarray(3);
    const center = transformPoint({ rotation }, shape.center);
    const pose = Float64Array.from(body.pose);
    const place = [side * (shape.boundingRadius + 0.005), 0, 0.5];
    for (let k = 0; k < 3; k++) pose[k] = place[k] - center[k];
    return { ...body, shape, pose };
  };
  return { ...scene, bodies: [funnel, put(first, a, -1), put(second, b, 1)] };
}
