// Measures how long a member has been at rest: the time in which no point of a free body, or no coordinate of a robot, has moved farther than a
// threshold.
import type { Tape } from '../check/tape.ts';
import { norm } from '../math/vec3.ts';
import type { Member } from './member.ts';
import type { SleepingIsland } from './sleep.ts';

/** Members at rest for this long fall asleep, in seconds. */
export const timeToSleep = 0.5;
/** The threshold, in meters: a mean speed of 1 mm/s over `timeToSleep`. For a tree of joints it applies to each coordinate, in meters or radians. */
const maxMotion = 1e-3 * timeToSleep;

export class Rest {
  /** The time of rest so far, in seconds. */
  time = 0;
  /** The island with which the member sleeps; null if it is awake. */
  island: SleepingIsland | null = null;
  /** The configuration at the start of the rest; empty before the first step. */
  private from = new Float64Array(0);

  /** Updates the time after a step. Members with actuators or drives are never at rest, because their controls may change at any time. */
  observe({ q, servos, free, bodies }: Member, timeStep: number): void {
    if (!servos.isEmpty) {
      this.time = 0;
      return;
    }
    const { from } = this;
    const motion = from.length === 0 ? Infinity : free ? motionOf(q, from, bodies) : largestChange(q, from);
    if (motion <= maxMotion) this.time += timeStep;
    else this.refresh(q);
  }

  /** Starts the rest again at q. */
  refresh(q: Float64Array): void {
    if (this.from.length !== q.length) this.from = new Float64Array(q.length);
    this.from.set(q);
    this.time = 0;
  }

  /** Whether q is the configuration at which the member fell asleep, or at which its rest started again after the last step. */
  isFresh(q: Float64Array): boolean {
    return (this.time === 0 || this.island !== null) && this.isAt(q);
  }

  /** Returns to the state before the first step. */
  restart(): void {
    this.from = new Float64Array(0);
    this.wake();
  }

  /** Writes the time of rest and the configuration at which it began; before the first step, only −1. */
  save(tape: Tape): void {
    tape.put(this.from.length === 0 ? -1 : this.time);
    tape.putAll(this.from);
  }

  load(nq: number, tape: Tape): void {
    this.time = tape.take();
    const isKnown = this.time >= 0;
    if (this.from.length !== (isKnown ? nq : 0)) this.from = new Float64Array(isKnown ? nq : 0);
    if (isKnown) tape.takeAll(this.from);
    else this.time = 0;
  }

  wake(): void {
    this.island = null;
    this.time = 0;
  }

  /** Whether q is the configuration at which the rest began, or at which a sleeping member fell asleep. */
  isAt(q: Float64Array): boolean {
    for (let k = 0; k < q.length; k++) if (q[k] !== this.from[k]) return false;
    return true;
  }
}

/** A bound on the displacement of a free body's points between two poses. */
function motionOf(q: Float64Array, from: Float64Array, bodies: Member['bodies']): number {
  let radius = 0;
  for (const { volume } of bodies) {
    const { center, boundingRadius } = volume.bounds;
    radius = Math.max(radius, norm(center[0], center[1], center[2]) + boundingRadius);
  }
  const rotation = norm(q[3] - from[3], q[4] - from[4], q[5] - from[5]) + Math.abs(q[6] - from[6]);
  return norm(q[0] - from[0], q[1] - from[1], q[2] - from[2]) + 2 * rotation * radius;
}

function largestChange(q: Float64Array, from: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < q.length; k++) largest = Math.max(largest, Math.abs(q[k] - from[k]));
  return largest;
}

/** Whether a vector, or a part of it, is not zero. */
export function hasValue(values: Float64Array, from = 0, to = values.length): boolean {
  for (let k = from; k < to; k++) if (values[k] !== 0) return true;
  return false;
}
