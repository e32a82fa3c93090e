// Joints between bodies of different members, or between a body and the world: two frames, each fixed to its body, and the
// directions along and about which they may not move. All geometry is in the axes aᵢ of frame A and bⱼ of frame B and in their
// origins p_A and p_B. The force of A on B and its reaction both act at p_B: so each row is the exact rate of its error, and joints
// conserve momentum and angular momentum.
import type { Tape } from '../check/tape.ts';
import { freeState } from '../contact/workspace.ts';
import { placeOnBody } from '../dynamics/kinematics.ts';
import { atan2 } from '../math/elementary.ts';
import { rotationRows } from '../math/linear/quaternion.ts';
import type { Member } from './member.ts';

export type CouplingKind =
  | 'fixed'
  | 'ball'
  | 'hinge'
  | 'slider'
  | 'cylindrical'
  | 'universal'
  | 'distance'
  | 'rope'
  | 'spring'
  | 'gear';

/** A body that carries one of the two frames. */
export interface CouplingEnd {
  /** The member of the body; null for the world and for static bodies. */
  readonly holder: { readonly member: Member } | null;
  /** The joint that moves the body; −1 if it is fixed. */
  readonly joint: number;
  /** The pose of a static body; null for the world and for moving bodies. */
  readonly pose: (() => Float64Array) | null;
  /** The frame in the body's axes: the rotation by rows and the position. */
  readonly rigid: Float64Array;
}

/**
 * A row and its error:
 * - `along`: the velocity of B relative to A along aᵢ. The error is aᵢ·(p_B − p_A).
 * - `dot`: the angular velocity about bⱼ × aᵢ, which is the rate of aᵢ·bⱼ.
 * - `line`: the velocity along the line from p_A to p_B, the rate of their distance.
 * - `about`: the angular velocity about aᵢ, the rate of the angle from aᵢ₊₁ to bᵢ₊₁.
 * - `aboutB`: the angular velocity about bⱼ, the rate of the angle from aⱼ₊₂ to bⱼ₊₂.
 * - `swing`: the angular velocity about a₂ × b₂, the rate of the angle between a₂ and b₂.
 * - `twist`: ω·(a₂ + b₂)/(1 + a₂·b₂), the rate of the angle about a₂ before the shortest rotation from a₂ to b₂.
 */
export interface CouplingRow {
  readonly type: 'along' | 'dot' | 'line' | 'about' | 'aboutB' | 'swing' | 'twist';
  readonly i: number;
  readonly j: number;
}

/** Rows in triples, all linear or all angular; null for a row that is not used. */
export type CouplingTriple = readonly (CouplingRow | null)[];

const along = (i: number): CouplingRow => ({ type: 'along', i, j: 0 });
const dotOf = (i: number, j: number): CouplingRow => ({ type: 'dot', i, j });
const line: CouplingRow = { type: 'line', i: 0, j: 0 };
const about = (i: number): CouplingRow => ({ type: 'about', i, j: 0 });
const aboutB = (j: number): CouplingRow => ({ type: 'aboutB', i: 0, j });
const swing: CouplingRow = { type: 'swing', i: 2, j: 2 };
const twist: CouplingRow = { type: 'twist', i: 2, j: 2 };

const point: CouplingTriple = [along(0), along(1), along(2)];
const onAxis: CouplingTriple = [along(0), along(1), null];
const turned: CouplingTriple = [dotOf(0, 1), dotOf(1, 2), dotOf(2, 0)];
const aligned: CouplingTriple = [dotOf(0, 2), dotOf(1, 2), null];

/** The bilateral rows of each kind. The axis of a hinge, slider or cylindrical joint is a₂; those of a universal joint are a₀ and b₁. */
const triplesOf: Readonly<Record<CouplingKind, readonly CouplingTriple[]>> = {
  fixed: [point, turned],
  ball: [point],
  hinge: [point, aligned],
  slider: [onAxis, turned],
  cylindrical: [onAxis, aligned],
  universal: [point, [dotOf(0, 1), null, null]],
  distance: [[line, null, null]],
  rope: [],
  spring: [[line, null, null]],
  gear: [],
};

/** The rows of the coordinates that have limits, a motor and friction: the first, and a second one, which is an angle. */
const coordinatesOf: Readonly<Record<CouplingKind, readonly CouplingRow[]>> = {
  fixed: [],
  ball: [swing, twist],
  hinge: [about(2)],
  slider: [along(2)],
  cylindrical: [along(2), about(2)],
  universal: [about(0), aboutB(1)],
  rope: [line],
  distance: [line],
  spring: [line],
  gear: [],
};

/** A motor: implicit, with at most the force `most`. */
export interface CouplingMotor {
  /** The wanted velocity, in rad/s or m/s, and position, in rad or m. */
  readonly velocity: number;
  readonly position: number;
  /** In N m/rad and N m s/rad, or N/m and N s/m. Both zero: the velocity is reached whatever force it takes, up to `most`. */
  readonly stiffness: number;
  readonly damping: number;
  /** In N m or N. */
  readonly most: number;
}

/** Two hinges whose angles satisfy θ₂ = ratio · θ₁ + offset. */
export interface Gear {
  readonly first: Coupling;
  readonly second: Coupling;
  readonly ratio: number;
  readonly offset: number;
}

/** The properties of a coordinate, of which the motor may change. */
export interface CoordinateOptions {
  /** In rad or m. */
  readonly lower: number;
  readonly upper: number;
  /** Dry friction, in N m or N. */
  readonly friction: number;
  motor: CouplingMotor | null;
}

export const plainCoordinate: CoordinateOptions = { lower: -Infinity, upper: Infinity, friction: 0, motor: null };

/** The properties of a coupling and of its first coordinate. */
export interface CouplingOptions extends CoordinateOptions {
  /** Of the second coordinate. */
  readonly turn: CoordinateOptions;
  /** The length of a distance joint or a rope, and that of a spring without force, in meters. */
  readonly length: number;
  /** Of a spring, in N/m and N s/m. */
  readonly stiffness: number;
  readonly damping: number;
  /** Only of kind `gear`. */
  readonly gear: Gear | null;
}

/** The data of a coupling that steps change. */
export interface CouplingMemory {
  /** Of each coordinate; 0 for one that is not an angle. */
  readonly angles: Float64Array;
  readonly impulse: Float64Array;
  readonly timeStep: number;
}

export const plainCoupling: CouplingOptions = {
  ...plainCoordinate,
  turn: plainCoordinate,
  length: 0,
  stiffness: 0,
  damping: 0,
  gear: null,
};

/** The most triples of one coupling: two bilateral ones, and of each of two coordinates two limits, a motor and friction. */
export const mostCouplingTriples = 10;

export class Coupling {
  /** The two frames in the world, as `placeOnBody` writes them, after `place`. */
  readonly a = new Float64Array(15);
  readonly b = new Float64Array(15);
  readonly triples: readonly CouplingTriple[];
  /** The rows of its coordinates, and their options. */
  readonly coordinates: readonly CouplingRow[];
  readonly coordinateOptions: readonly CoordinateOptions[];
  /** R of its bilateral rows, linear and angular, in 1/kg and 1/(kg m²). */
  readonly softness: readonly [number, number];
  /** The angles at the beginning of the last step, which may exceed a turn. */
  private readonly angles: Float64Array;
  /** The solved rows of the last step. */
  private readonly solved: { row: number; isAngular: boolean; direction: [number, number, number] }[] = [];
  /** Impulse and angular impulse of A on B in the last step, in N s and N m s, in world axes. */
  readonly impulse = new Float64Array(6);
  /** Of the last step, in seconds. */
  timeStep = 1;

  constructor(
    readonly kind: CouplingKind,
    /** Unique in its simulation: in keys of the memory of impulses. */
    readonly name: string,
    readonly endA: CouplingEnd,
    readonly endB: CouplingEnd,
    readonly options: CouplingOptions,
  ) {
    // A spring without a length pulls in all directions.
    this.triples = kind === 'spring' && options.length === 0 ? [point] : triplesOf[kind];
    this.coordinates = coordinatesOf[kind];
    this.coordinateOptions = [options, options.turn].slice(0, this.coordinates.length);
    this.angles = new Float64Array(this.coordinates.length);
    const [first, second] = [inverseInertia(endA), inverseInertia(endB)];
    this.softness = [relativeSoftness * (first[0] + second[0]), relativeSoftness * (first[1] + second[1])];
  }

  /** The members of its moving ends. */
  get members(): readonly Member[] {
    const { endA, endB } = this;
    const gear = this.options.gear;
    if (gear) return [...gear.first.members, ...gear.second.members];
    return [endA, endB].flatMap(({ holder, joint }) => (holder && joint >= 0 ? [holder.member] : []));
  }

  /** The number of its bilateral rows, used or not. */
  get bilateral(): number {
    return 3 * (this.options.gear ? 1 : this.triples.length);
  }

  get isAsleep(): boolean {
    return this.members.some((member) => member.isAsleep);
  }

  /** Whether its bilateral rows act as springs. */
  get isSpring(): boolean {
    return this.kind === 'spring';
  }

  /** Writes the frames at the present placements of the members. */
  place(): void {
    placeEnd(this.endA, this.a);
    placeEnd(this.endB, this.b);
  }

  /** The error of a bilateral row, in meters or radians. */
  errorOf(row: CouplingRow): number {
    return row.type === 'line' ? measure(row, this.a, this.b) - this.options.length : measure(row, this.a, this.b);
  }

  /** A coordinate, in rad or m; an angle continues that of the last step beyond a turn. */
  position(index = 0): number {
    const { coordinates, a, b, angles } = this;
    const row = coordinates[index];
    const value = measure(row, a, b);
    return isTurning(row) ? value + turn * Math.round((angles[index] - value) / turn) : value;
  }

  /** A coordinate at the beginning of a step, from which the next angles continue. */
  track(index: number): number {
    const position = this.position(index);
    if (isTurning(this.coordinates[index])) this.angles[index] = position;
    return position;
  }

  /** What a snapshot keeps besides the options: the angles, and the impulse of the last step with its duration. */
  get memory(): CouplingMemory {
    const { angles, impulse, timeStep } = this;
    return { angles, impulse, timeStep };
  }

  recall({ angles, impulse, timeStep }: CouplingMemory): void {
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
      coordinate.motor = hasMotor ? (motor as unknown as CouplingMotor) : null;
    }
  }

  /** Saves the impulse of the last step, which does not decide the next ones. */
  saveImpulse(tape: Tape): void {
    tape.putAll(this.impulse);
    tape.put(this.timeStep);
  }

  loadImpulse(tape: Tape): void {
    tape.takeAll(this.impulse);
    this.timeStep = tape.take();
  }

  beginRows(): void {
    this.solved.length = 0;
  }

  /** Notes a row, so that its impulse is part of `impulse`. */
  note(row: number, isAngular: boolean, x: number, y: number, z: number): void {
    this.solved.push({ row, isAngular, direction: [x, y, z] });
  }

  /** Sums the impulses of its rows in a step. */
  take(impulses: Float64Array, timeStep: number): void {
    const { impulse } = this;
    this.timeStep = timeStep;
    impulse.fill(0);
    for (const { row, isAngular, direction } of this.solved)
      for (let k = 0; k < 3; k++) impulse[(isAngular ? 3 : 0) + k] += impulses[row] * direction[k];
  }
}

const turn = 2 * Math.PI;
const motorNumbers = ['velocity', 'position', 'stiffness', 'damping', 'most'] as const;

/**
 * R of bilateral rows times the reduced mass or inertia of the two bodies. Joints that constrain the same motion twice, as the two hinges
 * of a door, agree only up to rounding; without a compliance their forces against each other would have no bound.
 */
const relativeSoftness = 1e-6;

/** 1/m of an end's body, and 1/I for the mean of its principal moments of inertia. */
function inverseInertia({ holder, joint }: CouplingEnd): readonly [number, number] {
  if (!holder || joint < 0 || holder.member.isKinematic) return [0, 0];
  const { model } = holder.member;
  const { inertia } = model.tree;
  const at = 10 * joint;
  const mass = inertia[at] || model.mass;
  const moment = (inertia[at + 4] + inertia[at + 7] + inertia[at + 9]) / 3;
  return [mass > 0 ? 1 / mass : 0, moment > 0 ? 1 / moment : 0];
}

/** Below this distance, in meters, the direction between two points is undefined: z is used instead. */
const leastDistance = 1e-9;

/** Whether a row is an angular velocity. */
export function isAngular({ type }: CouplingRow): boolean {
  return type !== 'along' && type !== 'line';
}

/** Whether a coordinate is an angle that is counted beyond a turn. */
function isTurning({ type }: CouplingRow): boolean {
  return type === 'about' || type === 'aboutB' || type === 'twist';
}

/** The direction of a row in the world, as three numbers. */
export function directionOf({ type, i, j }: CouplingRow, a: Float64Array, b: Float64Array, out: Float64Array): void {
  if (type === 'along' || type === 'about') for (let k = 0; k < 3; k++) out[k] = a[3 * k + i];
  else if (type === 'aboutB') for (let k = 0; k < 3; k++) out[k] = b[3 * k + j];
  else if (type === 'dot') crossAxes(b, j, a, i, out);
  else if (type === 'swing') {
    const sine = crossAxes(a, i, b, j, out);
    // Where the axes agree, any direction across them is that of the swing.
    for (let k = 0; k < 3; k++) out[k] = sine > leastSine ? out[k] / sine : a[3 * k];
  } else if (type === 'twist') {
    const share = 1 / twistDenominator(a, b);
    for (let k = 0; k < 3; k++) out[k] = share * (a[3 * k + i] + b[3 * k + j]);
  } else {
    const distance = distanceOf(a, b);
    for (let k = 0; k < 3; k++)
      out[k] = distance > leastDistance ? (b[12 + k] - a[12 + k]) / distance : k === 2 ? 1 : 0;
  }
}

/** Below this sine of the swing, its direction is undefined. */
const leastSine = 1e-9;

/** 1 + a₂·b₂, kept above zero: the twist is undefined for opposite axes. */
export function twistDenominator(a: Float64Array, b: Float64Array): number {
  return Math.max(1 + dotOfAxes(a, 2, b, 2), 1e-6);
}

/** Writes pᵢ × qⱼ, and returns its length. */
function crossAxes(p: Float64Array, i: number, q: Float64Array, j: number, out: Float64Array): number {
  out[0] = p[3 + i] * q[6 + j] - p[6 + i] * q[3 + j];
  out[1] = p[6 + i] * q[j] - p[i] * q[6 + j];
  out[2] = p[i] * q[3 + j] - p[3 + i] * q[j];
  return Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
}

const normal = new Float64Array(3);

function measure({ type, i, j }: CouplingRow, a: Float64Array, b: Float64Array): number {
  if (type === 'line') return distanceOf(a, b);
  if (type === 'dot') return dotOfAxes(a, i, b, j);
  if (type === 'swing') return atan2(crossAxes(a, i, b, j, normal), dotOfAxes(a, i, b, j));
  const [next, last] = type === 'aboutB' ? [(j + 1) % 3, (j + 2) % 3] : [(i + 1) % 3, (i + 2) % 3];
  if (type === 'about') return atan2(dotOfAxes(a, last, b, next), dotOfAxes(a, next, b, next));
  if (type === 'aboutB') return atan2(dotOfAxes(a, last, b, next), dotOfAxes(a, last, b, last));
  if (type === 'twist') {
    // For the twist τ before a swing, Rᵢⱼ = aᵢ·bⱼ has R₁₀ − R₀₁ = (1 + R₂₂) sin τ and R₀₀ + R₁₁ = (1 + R₂₂) cos τ.
    const sine = dotOfAxes(a, last, b, next) - dotOfAxes(a, next, b, last);
    return atan2(sine, dotOfAxes(a, next, b, next) + dotOfAxes(a, last, b, last));
  }
  return a[i] * (b[12] - a[12]) + a[3 + i] * (b[13] - a[13]) + a[6 + i] * (b[14] - a[14]);
}

/** The distance of p_A and p_B. */
export function distanceOf(a: Float64Array, b: Float64Array): number {
  const [x, y, z] = [b[12] - a[12], b[13] - a[13], b[14] - a[14]];
  return Math.sqrt(x * x + y * y + z * z);
}

function dotOfAxes(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return a[i] * b[j] + a[3 + i] * b[3 + j] + a[6 + i] * b[6 + j];
}

const rotation = new Float64Array(9);

/** Writes the frame of an end: see `placeOnBody`. */
function placeEnd({ holder, joint, pose, rigid }: CouplingEnd, out: Float64Array): void {
  if (holder && joint >= 0 && !holder.member.free) {
    const { model, data } = holder.member;
    placeOnBody(model, data, joint, rigid, out, 0);
    return;
  }
  const at = freeState.rotation;
  if (holder && joint >= 0) {
    const { state } = holder.member;
    composeInto(state.subarray(at, at + 9), state, rigid, out);
  } else if (pose) {
    const now = pose();
    rotationRows(now, 3, rotation);
    composeInto(rotation, now, rigid, out);
  } else {
    out.set(rigid.subarray(0, 9));
    out.set(rigid.subarray(9), 12);
  }
}

function composeInto(r: Float64Array, position: Float64Array, rigid: Float64Array, out: Float64Array): void {
  for (let row = 0; row < 3; row++) {
    const [x, y, z] = [r[3 * row], r[3 * row + 1], r[3 * row + 2]];
    for (let k = 0; k < 3; k++) out[3 * row + k] = x * rigid[k] + y * rigid[3 + k] + z * rigid[6 + k];
    out[12 + row] = position[row] + x * rigid[9] + y * rigid[10] + z * rigid[11];
  }
}
