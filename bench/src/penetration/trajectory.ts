// A body that moves through another in small steps: warm starts from the last overlap; the paper only suggests to start from
// the last direction.
import { Pair, type PenetrationOptions, penetration, type Shape } from 'proximal';
import { compose, fromAxisAngle, Rng } from 'proximal/math';
import { nanosecondsOf, summarize, takeTurns } from '../harness/timer.ts';

export interface TrajectoryRow {
  readonly title: string;
  readonly time: number;
  readonly supportCalls: number;
  /** The share of answers that exceed the minimum depth by more than a micrometer. */
  readonly notGlobal: number;
}

const variants: readonly { readonly title: string; readonly options: PenetrationOptions }[] = [
  { title: 'from the last direction (Pair)', options: { tolerance: 1e-6 } },
  {
    title: 'incremental, from the centers',
    options: { tolerance: 1e-6, algorithm: 'incremental', direction: 'centers' },
  },
  { title: 'EPA', options: { tolerance: 1e-6, algorithm: 'epa', direction: 'centers' } },
];

/** Steps of half a millimeter and a thousandth of a radian, all overlapping. */
export function runTrajectory(a: Shape, b: Shape, steps: number, rounds: number, seed: number): TrajectoryRow[] {
  const poses = path(a, b, steps, seed);
  const truth = poses.map((pose) => penetration(a, identity, b, pose, { algorithm: 'epa' }).depth);
  const pairs = variants.map(({ options }) => {
    const pair = new Pair(a, b);
    pair.setPenetration(options);
    return pair;
  });
  const samples = variants.map((): number[] => []);
  takeTurns(rounds, pairs.length, (k) => {
    const time = nanosecondsOf(() => {
      for (const pose of poses) pairs[k].penetration(identity, pose);
    });
    samples[k].push(time / poses.length / 1000);
  });
  return variants.map(({ title }, k) => {
    let [calls, deeper] = [0, 0];
    pairs[k].reset();
    poses.forEach((pose, step) => {
      const { depth, supportCalls } = pairs[k].penetration(identity, pose);
      calls += supportCalls;
      if (depth > truth[step] + 1e-6) deeper++;
    });
    return {
      title,
      time: summarize(samples[k]).median,
      supportCalls: calls / poses.length,
      notGlobal: deeper / poses.length,
    };
  });
}

const identity = Float64Array.of(0, 0, 0, 0, 0, 0, 1);

/** A path with random rotations that turns back toward the center before the bodies separate. */
function path(a: Shape, b: Shape, steps: number, seed: number): Float64Array[] {
  const rng = new Rng(seed);
  const poses: Float64Array[] = [];
  let pose = compose({ rotation: rng.rotation() }, {});
  let direction = rng.direction();
  const maxDistance = 0.8 * (a.inradius + b.inradius);
  for (let k = 0; k < steps; k++) {
    pose = compose(pose, fromAxisAngle(rng.direction(), 1e-3));
    for (let axis = 0; axis < 3; axis++) pose[axis] += 5e-4 * direction[axis];
    const distance = Math.hypot(pose[0], pose[1], pose[2]);
    // Back toward the center, in a random direction.
    if (distance > maxDistance) {
      const random = rng.direction();
      direction = direction.map((_, axis) => random[axis] - (2 * pose[axis]) / distance) as typeof direction;
      const length = Math.hypot(...direction);
      direction = direction.map((x) => x / length) as typeof direction;
    }
    poses.push(pose.slice());
  }
  return poses;
}
