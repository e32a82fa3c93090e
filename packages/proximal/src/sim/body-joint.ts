// Joints between bodies of different members (robots or rigid bodies: see member.ts), or between a body and the world. A joint has two frames, each
// fixed to its body, and the directions along and about which they may not move relative to each other. Errors and rows depend only on the axes aᵢ of
// frame A, bⱼ of frame B, and the origins p_A and p_B. The force of A on B and its reaction both act at p_B, so joints conserve momentum and angular
// momentum. Each bilateral row J v is the exact time derivative of its error; for a gear this holds only while its hinges have no error.
import type { Tape } from '../check/tape.ts';
import { grown } from '../math/grown.ts';
import { type BodyJointEnd, inverseInertia, isEndAsleep, placeEnd } from './body-joint-end.ts';
import { isMultiTurn, measure, type RowGeometry, type RowTriple } from './body-joint-geometry.ts';
import { type BodyJointKind, coordinatesOf, point, triplesOf } from './body-joint-kinds.ts';
import type { Member } from './member.ts';

/** A motor that is integrated implicitly. Its force or torque is at most `maxForce`. */
export interface BodyJointMotor {
  /** The target velocity, in rad/s or m/s, and the target position, in rad or m. */
  readonly velocity: number;
  readonly position: number;
  /** In N m/rad and N m s/rad, or N/m and N s/m. If both are zero, the motor reaches the velocity with any force up to `maxForce`. */
  readonly stiffness: number;
  readonly damping: number;
  /** In N m or N. */
  readonly maxForce: number;
}

/** Two hinges whose angles satisfy θ₂ = ratio · θ₁ + offset. */
export interface Gear {
  readonly first: BodyJoint;
  readonly second: BodyJoint;
  readonly ratio: number;
  readonly offset: number;
}

/** The properties of a coordinate. Only the motor may change. */
export interface CoordinateOptions {
  /** In rad or m. */
  readonly lower: number;
  readonly upper: number;
  /** Dry friction, in N m or N. */
  readonly friction: number;
  motor: BodyJointMotor | null;
}

export const plainCoordinate: CoordinateOptions = { lower: -Infinity, upper: Infinity, friction: 0, motor: null };

/** The properties of a joint and of its first coordinate. */
export interface BodyJointOptions extends CoordinateOptions {
  /** The properties of the second coordinate. */
  readonly secondCoordinate: CoordinateOptions;
  /** The length of a distance joint, the largest length of a rope, or the rest length of a spring, in meters. */
  readonly length: number;
  /** The stiffness and the damping of a spring, in N/m and N s/m. */
  readonly stiffness: number;
  readonly damping: number;
  /** Not null only for the kind `gear`. */
  readonly gear: Gear | null;
}

/** The data of a joint that steps change. */
export interface BodyJointMemory {
  /** The angle of each coordinate, in rad; 0 for a coordinate that cannot exceed a turn: see `isMultiTurn`. */
  readonly angles: Float64Array;
  readonly impulse: Float64Array;
  readonly timeStep: number;
}

export const plainBodyJoint: BodyJointOptions = {
  ...plainCoordinate,
  secondCoordinate: plainCoordinate,
  length: 0,
  stiffness: 0,
  damping: 0,
  gear: null,
};

/** The largest number of triples of a joint: two bilateral triples, and for each of two coordinates two limits, a motor and friction. */
export const maxBodyJointTriples = 10;

export class BodyJoint {
  /** The two frames in the world, as `placeOnBody` writes them, after `place`. */
  a: Float64Array = new Float64Array(15);
  b: Float64Array = new Float64Array(15);
  readonly triples: readonly RowTriple[];
  /** The rows of its coordinates, and their options. */
  readonly coordinates: readonly RowGeometry[];
  readonly coordinateOptions: readonly CoordinateOptions[];
  /** R of its bilateral rows, linear and angular, in 1/kg and 1/(kg m²). */
  readonly compliances: readonly [number, number];
  /** The angles at the beginning of the last step, which may exceed a turn. */
  private readonly angles: Float64Array;
  /** The solved rows of the last step: for each its index, the offset of its impulse in `impulse` (0 linear, 3 angular), and its direction. */
  private solved = new Float64Array(15);
  /** The count of numbers in use in `solved`. */
  private solvedLength = 0;
  /** The part of `solvedLength` that belongs to bilateral rows. */
  private bilateralLength = 0;
  /** Impulse of A on B in the last step, in N s, and angular impulse about p_B, in N m s, in world axes. */
  impulse: Float64Array = new Float64Array(6);
  /** The time step of the last step, in seconds. */
  timeStep = 1;

  constructor(
    readonly kind: BodyJointKind,
    /** Unique in its simulation: part of the keys of `ImpulseMemory`. */
    readonly name: string,
    readonly endA: BodyJointEnd,
    readonly endB: BodyJointEnd,
    readonly options: BodyJointOptions,
  ) {
    // A spring of rest length 0 acts on all three components of the offset of its anchors, which has no direction when they coincide.
    this.triples = kind === 'spring' && options.length === 0 ? [point] : triplesOf[kind];
    this.coordinates = coordinatesOf[kind];
    this.coordinateOptions = [options, options.secondCoordinate].slice(0, this.coordinates.length);
    this.angles = new Float64Array(this.coordinates.length);
    const [first, second] = [inverseInertia(endA), inverseInertia(endB)];
    this.compliances = [relativeCompliance * (first[0] + second[0]), relativeCompliance * (first[1] + second[1])];
  }

  /** The members of its moving ends; for a gear, of the moving ends of its hinges. */
  get members(): readonly Member[] {
    const { endA, endB } = this;
    const gear = this.options.gear;
    if (gear) return [...gear.first.members, ...gear.second.members];
    return [endA, endB].flatMap(({ holder, joint }) => (holder && joint >= 0 ? [holder.member] : []));
  }

  /**
   * Whether the joint can keep a body at rest, which lets the body sleep. False for ropes, which may be slack, for springs and gears, and for
   * motors with a target velocity, which may move the body slowly.
   */
  get isSupport(): boolean {
    if (this.isSpring || this.kind === 'rope' || this.kind === 'gear') return false;
    return this.coordinateOptions.every(({ motor }) => motor === null || motor.velocity === 0);
  }

  /** The number of its bilateral rows, used or not. */
  get bilateral(): number {
    return 3 * (this.options.gear ? 1 : this.triples.length);
  }

  get isAsleep(): boolean {
    const { gear } = this.options;
    return gear ? gear.first.isAsleep || gear.second.isAsleep : isEndAsleep(this.endA) || isEndAsleep(this.endB);
  }

  /** Whether its bilateral rows act as springs. */
  get isSpring(): boolean {
    return this.kind === 'spring';
  }

  /** Replaces the arrays of the frames and of the impulse by the given arrays, and copies the impulse. */
  useArrays(a: Float64Array, b: Float64Array, impulse: Float64Array): void {
    impulse.set(this.impulse);
    this.a = a;
    this.b = b;
    this.impulse = impulse;
  }

  /** Writes the frames at the present placements of the members. */
  place(): void {
    placeEnd(this.endA, this.a);
    placeEnd(this.endB, this.b);
  }

  /** The error of a bilateral row, in meters or radians; of a `dot` row the cosine aᵢ·bⱼ, which is zero for a closed joint. */
  errorOf(row: RowGeometry): number {
    return row.type === 'line' ? measure(row, this.a, this.b) - this.options.length : measure(row, this.a, this.b);
  }

  /** A coordinate, in rad or m. An angle for which `isMultiTurn` is true continues from the angle of the last step, and may exceed a turn. */
  position(index = 0): number {
    const { coordinates, a, b, angles } = this;
    const row = coordinates[index];
    const value = measure(row, a, b);
    return isMultiTurn(row) ? value + fullTurn * Math.round((angles[index] - value) / fullTurn) : value;
  }

  /** Returns a coordinate at the beginning of a step. Stores it if `isMultiTurn` is true: the next angles continue from it. */
  track(index: number): number {
    const position = this.position(index);
    if (isMultiTurn(this.coordinates[index])) this.angles[index] = position;
    return position;
  }

  /** The data that a snapshot keeps besides the options: the angles, and the impulse of the last step with its duration. */
  get memory(): BodyJointMemory {
    const { angles, impulse, timeStep } = this;
    return { angles, impulse, timeStep };
  }

  recall({ angles, impulse, timeStep }: BodyJointMemory): void {
    this.angles.set(angles);
    this.impulse.set(impulse);
    this.timeStep = timeStep;
  }

  /** Saves the data on which the next steps depend: the angles with their whole turns, and the motors. */
  save(tape: Tape): void {
    tape.putAll(this.angles);
    for (const { motor } of this.coordinateOptions) {
      tape.put(motor ? 1 : 0);
      if (motor) for (const name of motorNumbers) tape.put(motor[name]);
    }
  }

  load(tape: Tape): void {
    tape.takeAll(this.angles);
    for (const coordinate of this.coordinateOptions) {
      const motor: Record<string, number> = {};
      const hasMotor = tape.take() === 1;
      if (hasMotor) for (const name of motorNumbers) motor[name] = tape.take();
      coordinate.motor = hasMotor ? (motor as unknown as BodyJointMotor) : null;
    }
  }

  /** Saves the impulse of the last step, on which the next steps do not depend. */
  saveImpulse(tape: Tape): void {
    tape.putAll(this.impulse);
    tape.put(this.timeStep);
  }

  loadImpulse(tape: Tape): void {
    tape.takeAll(this.impulse);
    this.timeStep = tape.take();
  }

  beginRows(): void {
    this.solvedLength = 0;
  }

  /** Marks the end of the bilateral rows, which come first. */
  endBilateral(): void {
    this.bilateralLength = this.solvedLength;
  }

  /** Removes all registered rows but the bilateral ones. */
  keepBilateral(): void {
    this.solvedLength = this.bilateralLength;
  }

  /**
   * Registers a row of this step, whose impulse `sumImpulses` adds to `impulse`. The direction is passed as an array, because number arguments
   * may be boxed.
   */
  registerRow(row: number, isAngular: boolean, direction: Float64Array): void {
    const at = this.solvedLength;
    if (at === this.solved.length) this.solved = grown(this.solved, 2 * at);
    const { solved } = this;
    solved[at] = row;
    solved[at + 1] = isAngular ? 3 : 0;
    for (let k = 0; k < 3; k++) solved[at + 2 + k] = direction[k];
    this.solvedLength += 5;
  }

  /** Writes the sum of the impulses of the registered rows to `impulse`. */
  sumImpulses(impulses: Float64Array, timeStep: number): void {
    const { impulse, solved } = this;
    this.timeStep = timeStep;
    impulse.fill(0);
    for (let at = 0; at < this.solvedLength; at += 5)
      for (let k = 0; k < 3; k++) impulse[solved[at + 1] + k] += impulses[solved[at]] * solved[at + 2 + k];
  }
}

const fullTurn = 2 * Math.PI;
const motorNumbers = ['velocity', 'position', 'stiffness', 'damping', 'maxForce'] as const;

/**
 * R of bilateral rows times the reduced mass or inertia of the two bodies. Joints that constrain the same motion twice, as the two hinges
 * of a door, agree only up to rounding; without a compliance their opposing forces would be unbounded.
 */
const relativeCompliance = 1e-6;
