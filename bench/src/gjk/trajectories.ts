// Two bodies that fall together and tumble, meet in the middle of the second and fly apart again, as in the paper's funnel (Sec. IV-E).
// Both fall alike, so between them there is only the flight and the tumbling, and the blow at the meeting.
import { box, collide, type Shape } from 'proximal';
import { compose, fromAxisAngle, type Pose, type Rng, type Vec3 } from 'proximal/math';
import { placeAtDistance } from '../problems/place.ts';

/** A moment that the broad phase could not rule out. */
export interface Moment {
  readonly poseA: Pose;
  readonly poseB: Pose;
  /** The moment before was ruled out: there is nothing to start from. */
  readonly isFirst: boolean;
}

/** As the paper's simulation: 120 Hz for one second. */
const rate = 120;
/** Meters: how near they come if nothing turned. */
const nearest = [-0.005, 0.02] as const;
/** Meters per second, and radians per second. */
const speed = [0.2, 1] as const;
const mostTurn = 5;
/** Share of the approach that the blow gives back. */
const restitution = 0.5;
const gravity = 9.81;

/** The moments of one flight at which the boxes around the bodies overlap. */
export function fly(rng: Rng, a: Shape, b: Shape): Moment[] {
  const { poseA, poseB } = placeAtDistance(rng, a, b, rng.uniform(...nearest));
  const before = motionOf(rng);
  const toward = unit([poseB[0] - poseA[0], poseB[1] - poseA[1], poseB[2] - poseA[2]]);
  const along = before.velocity.reduce((sum, value, k) => sum + value * toward[k], 0);
  // Whatever was drawn, B comes before the meeting and goes after it.
  before.velocity = before.velocity.map((value, k) => value - (along + Math.abs(along)) * toward[k]) as Vec3;
  const after = motionOf(rng);
  after.velocity = before.velocity.map((value, k) => value + (1 + restitution) * Math.abs(along) * toward[k]) as Vec3;
  const way = Array.from({ length: rate }, (_, k) => {
    const time = k / rate - 0.5;
    const motion = time < 0 ? before : after;
    return {
      poseA: moved(poseA, [0, 0, 0], motion.turnA, time),
      poseB: moved(poseB, motion.velocity, motion.turnB, time),
    };
  });
  return momentsOf(a, b, way);
}

/** Those of a way at which the boxes around the bodies, which turn with them, overlap. */
export function momentsOf(a: Shape, b: Shape, way: readonly Omit<Moment, 'isFirst'>[]): Moment[] {
  const [boxA, boxB] = [boxAround(a), boxAround(b)];
  const moments: Moment[] = [];
  let isFirst = true;
  for (const { poseA, poseB } of way) {
    const overlap = collide(boxA.shape, compose(poseA, boxA.pose), boxB.shape, compose(poseB, boxB.pose));
    if (overlap) moments.push({ poseA, poseB, isFirst });
    isFirst = !overlap;
  }
  return moments;
}

interface Motion {
  /** Of B against A. */
  velocity: Vec3;
  readonly turnA: Turn;
  readonly turnB: Turn;
}

interface Turn {
  readonly axis: Vec3;
  readonly rate: number;
}

function motionOf(rng: Rng): Motion {
  const turn = (): Turn => ({ axis: rng.direction(), rate: rng.uniform(0, mostTurn) });
  const size = rng.uniform(...speed);
  return { velocity: rng.direction().map((value) => size * value) as Vec3, turnA: turn(), turnB: turn() };
}

/** Where a body of the meeting is some time after or before it. */
function moved(pose: Pose, velocity: Vec3, { axis, rate: turnRate }: Turn, time: number): Pose {
  const turned = compose(pose, fromAxisAngle(axis, turnRate * time));
  for (let k = 0; k < 3; k++) turned[k] += velocity[k] * time;
  turned[2] -= 0.5 * gravity * time * time;
  return turned;
}

/** The box along the axes of the body, which turns with it. */
function boxAround(shape: Shape): { shape: Shape; pose: Pose } {
  const { min, max } = shape.boundingBox();
  const [x, y, z] = [0, 1, 2].map((k) => 0.5 * (max[k] - min[k]));
  const center = [0, 1, 2].map((k) => 0.5 * (min[k] + max[k]));
  return { shape: box(x, y, z), pose: compose({ position: center }, {}) };
}

function unit(vector: Vec3): Vec3 {
  const size = Math.hypot(...vector);
  return vector.map((value) => value / size) as Vec3;
}
