// A block on the ground under an increasing pull. The contact force stays in the friction cone; when it reaches the boundary, the block slips.
import { DenseMatrix, solve } from 'proximal/contact';
import { decimals } from '../picture/decimals.ts';
import { area, arrow, line, type Mark, type Point, text } from '../picture/marks.ts';
import type { LivePicture } from './live-picture.ts';

const friction = 0.6;
const mass = 1;
const gravity = 9.81;
const step = 1 / 60;
/** Seconds from one start of the pull to the next. */
const period = 6;
const halfSize = 0.42;
/** Meters of the picture per newton. */
const perNewton = 0.09;

const delassus = new DenseMatrix(3, Float64Array.of(1 / mass, 0, 0, 0, 1 / mass, 0, 0, 0, 1 / mass));
/** The pull at a time of the period, in newtons. */
const pullAt = (time: number): number => 1.4 * time;

/** Position and velocity of the block at the end of a step, and the contact force. */
interface State {
  readonly x: number;
  readonly velocity: number;
  /** Tangential and normal force of the ground, in newtons. */
  readonly force: Point;
}

/** Each step solves the contact problem: it finds the impulse with which the velocity obeys the contact law. */
function simulate(): readonly State[] {
  let [x, velocity] = [-0.9, 0];
  return Array.from({ length: Math.round(period / step) }, (_, k) => {
    const free = Float64Array.of(velocity + (step * pullAt(k * step)) / mass, 0, -step * gravity);
    const { impulses, velocities } = solve({ delassus, freeVelocity: free, friction: Float64Array.of(friction) });
    velocity = velocities[0];
    x += step * velocity;
    return { x, velocity, force: [impulses[0] / step, impulses[2] / step] };
  });
}

let states: readonly State[] | null = null;

export function contactPicture(time: number): LivePicture {
  states ??= simulate();
  const now = time % period;
  const { x, velocity, force } = states[Math.min(states.length - 1, Math.floor(now / step))];
  const foot: Point = [x, -0.55];
  const height = 1.25;
  const cone: Point[] = [foot, [x + friction * height, foot[1] + height], [x - friction * height, foot[1] + height]];
  const pull = pullAt(now);
  const center: Point = [x, foot[1] + halfSize];
  const corners: Point[] = [
    [x - halfSize, foot[1]],
    [x + halfSize, foot[1]],
    [x + halfSize, foot[1] + 2 * halfSize],
    [x - halfSize, foot[1] + 2 * halfSize],
  ];
  const isSlipping = Math.abs(velocity) > 1e-9;
  const marks: Mark[] = [
    area(
      [
        [-50, foot[1]],
        [50, foot[1]],
        [50, -50],
        [-50, -50],
      ],
      'quiet',
      'bare',
    ),
    line(
      [
        [-50, foot[1]],
        [50, foot[1]],
      ],
      'quiet',
    ),
    area(cone, isSlipping ? 'contact' : 'proof', 'thin'),
    area(corners, 'a'),
    arrow(
      foot,
      [foot[0] + perNewton * force[0], foot[1] + perNewton * force[1]],
      isSlipping ? 'contact' : 'proof',
      'strong',
    ),
    arrow([x + halfSize, center[1]], [x + halfSize + perNewton * pull, center[1]], 'b', 'strong'),
    text([x + halfSize, center[1]], pull > 1 ? 'pull' : '', 'b', [4, 10]),
  ];
  const state = isSlipping ? `slips at ${decimals(velocity, 2)} m/s` : 'sticks';
  return {
    marks,
    window: { center: [0.1, 0.05], height: 2.1 },
    numbers: `pull ${decimals(pull, 1)} N, block ${state}`,
  };
}
