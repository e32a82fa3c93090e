// The dynamics of a free body. Its velocity is in its own axes, where its mass matrix is constant, so it needs no tree algorithms. The
// functions read and write the vectors of all members. `atQ` and `atV` are the indices of the body's first coordinates, `s` is the index of its
// state.
import { freeState } from '../contact/workspace.ts';
import type { Model } from '../dynamics/model.ts';
import { isSprung } from '../dynamics/passive.ts';
import { integrateRotation } from '../math/lie.ts';
import { rotationRows } from '../math/linear/quaternion.ts';
import { advanceSpin, Spin } from './spin.ts';
import type { MemberVectors } from './state-vectors.ts';

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

/**
 * Whether a model is one free body without actuators, constraints and springs, with its joint at the world's origin and its shapes at the body's
 * origin.
 */
export function isFreeBody(model: Model): boolean {
  const { joints, tree, geometries, constraints, actuators } = model;
  if (joints.length !== 1 || joints[0].kind !== 'free-flyer' || actuators.length + constraints.length > 0) return false;
  if (isSprung(model)) return false;
  const isIdentity = (numbers: Float64Array): boolean => numbers.every((x, k) => x === identity[k]);
  const shapes = geometries.filter(({ joint }) => joint === 0);
  return isIdentity(tree.placement) && isIdentity(tree.align) && shapes.every(({ rigid }) => isIdentity(rigid));
}

export class FreeMotion {
  /** The rotation by rows, written by `setPose`. */
  private rotation: Float64Array;
  /** M⁻¹ by rows; zero for a kinematic body. M has the inertia and the armature, which includes the damping. */
  private inverse: Float64Array;
  readonly spin: Spin;
  /** Whether its response to impulses has additional inertia. */
  isLoaded = false;
  /** The center of mass, in the body's frame. */
  readonly center: Float64Array;

  /**
   * @param state the numbers from which the kernel makes its contact rows: see kernel/contact/layout.ts
   * @param armature the armature without the damping; it adds to the rotational inertia
   * @param isKinematic whether nothing changes its velocity: M⁻¹ = 0
   */
  constructor(
    private readonly model: Model,
    private state: Float64Array,
    armature: Float64Array = model.armature,
    isKinematic = false,
  ) {
    this.rotation = rotationIn(state);
    this.inverse = inverseIn(state);
    this.center = model.tree.inertia.slice(1, 4);
    if (!isKinematic) invert(massMatrixOf(model), this.inverse);
    const rotationalInertia = model.tree.inertia.slice(4, 10);
    for (let k = 0; k < 3; k++) rotationalInertia[[0, 3, 5][k]] += armature[3 + k];
    this.spin = new Spin(rotationalInertia);
    // True for boxes, balls, and all bodies with the center of mass at the origin and principal axes along the body's axes.
    const isDiagonal = this.inverse.every((x, k) => k % 7 === 0 || x === 0);
    state[freeState.isDiagonal] = isDiagonal ? 1 : 0;
  }

  /** Uses another array for its state. */
  useState(state: Float64Array): void {
    this.state = state;
    this.rotation = rotationIn(state);
    this.inverse = inverseIn(state);
  }

  /** Adds a moment of inertia, in kg m², about all axes to the response to forces and impulses; 0 for none. */
  respondWith(inertia: number): void {
    this.isLoaded = inertia > 0;
    const M = massMatrixOf(this.model);
    for (let k = 3; k < 6; k++) M[7 * k] += inertia;
    this.inverse.fill(0);
    invert(M, this.inverse);
  }

  /** Writes the center of mass in the world, after `setPose`, and returns `out`. */
  worldCenter(out: Float64Array): Float64Array {
    const { rotation: r, state, center: c } = this;
    for (let k = 0; k < 3; k++) out[k] = state[k] + r[3 * k] * c[0] + r[3 * k + 1] * c[1] + r[3 * k + 2] * c[2];
    return out;
  }

  /** Writes the position and the rotation of a configuration. */
  setPose(q: Float64Array): void {
    const { state } = this;
    state[0] = q[0];
    state[1] = q[1];
    state[2] = q[2];
    rotationRows(q, 3, this.rotation);
  }

  /** Free motion for a time, after `setPose`: see `advanceFree`. */
  advance(q: Float64Array, v: Float64Array, time: number): void {
    advanceFree(this.center, 0, this.spin.inertia, 0, { q, v, state: this.state }, 0, 0, 0, time);
  }

  /** Writes the rotation by rows and the position after free motion from a state, which does not change: see `advance`. */
  predict(q: Float64Array, v: Float64Array, time: number, out: Float64Array): void {
    const { center } = this;
    const cx = center[0];
    const cy = center[1];
    const cz = center[2];
    for (let k = 0; k < 7; k++) pose[k] = q[k];
    for (let k = 0; k < 3; k++) omega[k] = v[3 + k];
    const lx = v[0] + v[4] * cz - v[5] * cy;
    const ly = v[1] + v[5] * cx - v[3] * cz;
    const lz = v[2] + v[3] * cy - v[4] * cx;
    rotationRows(q, 3, before);
    this.spin.advance(pose, 3, omega, 0, time);
    rotationRows(pose, 3, out);
    for (let k = 0; k < 9; k += 3) {
      const u = before[k] * lx + before[k + 1] * ly + before[k + 2] * lz;
      const x = before[k] * cx + before[k + 1] * cy + before[k + 2] * cz;
      out[9 + k / 3] = q[k / 3] + time * u + (x - (out[k] * cx + out[k + 1] * cy + out[k + 2] * cz));
    }
  }

  /** Moves the body by Δt times a pseudo-velocity, after `setPose`: see `shiftFree`. */
  shift(shift: Float64Array, q: Float64Array, v: Float64Array, timeStep: number): void {
    shiftFree(this.center, 0, { q, v, state: this.state, shift }, 0, 0, 0, timeStep);
  }
}

/** The vectors of members that a motion changes. */
type Moved = Pick<MemberVectors, 'q' | 'v' | 'state'>;

const pose = new Float64Array(7);
const omega = new Float64Array(3);
const linear = new Float64Array(3);
const displacement = new Float64Array(3);
const before = new Float64Array(9);
const after = new Float64Array(9);
const rotationVector = new Float64Array(3);

/** `scale` R (v + ω × c): the scaled velocity of the center of mass in world axes, for the velocity at `v[at]`. */
function centerVelocity(
  r: Float64Array,
  v: Float64Array,
  at: number,
  scale: number,
  centers: Float64Array,
  c: number,
  out: Float64Array,
): void {
  const cx = centers[c];
  const cy = centers[c + 1];
  const cz = centers[c + 2];
  const wx = scale * v[at + 3];
  const wy = scale * v[at + 4];
  const wz = scale * v[at + 5];
  const x = scale * v[at] + wy * cz - wz * cy;
  const y = scale * v[at + 1] + wz * cx - wx * cz;
  const z = scale * v[at + 2] + wx * cy - wy * cx;
  out[0] = r[0] * x + r[1] * y + r[2] * z;
  out[1] = r[3] * x + r[4] * y + r[5] * z;
  out[2] = r[6] * x + r[7] * y + r[8] * z;
}

/** Writes the velocity in the axes R for the velocity `linear` of the center of mass in world axes. */
function rotateVelocity(r: Float64Array, v: Float64Array, at: number, centers: Float64Array, c: number): void {
  const cx = centers[c];
  const cy = centers[c + 1];
  const cz = centers[c + 2];
  const wx = v[at + 3];
  const wy = v[at + 4];
  const wz = v[at + 5];
  const x = linear[0];
  const y = linear[1];
  const z = linear[2];
  v[at] = r[0] * x + r[3] * y + r[6] * z - (wy * cz - wz * cy);
  v[at + 1] = r[1] * x + r[4] * y + r[7] * z - (wz * cx - wx * cz);
  v[at + 2] = r[2] * x + r[5] * y + r[8] * z - (wx * cy - wy * cx);
}

/** Writes the position at `q` and the rotation `after` to the state. */
function storePose(state: Float64Array, s: number, q: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) state[s + k] = q[at + k];
  for (let k = 0; k < 9; k++) state[s + freeState.rotation + k] = after[k];
}

/**
 * Free motion for a time, from the velocity at the start: the body rotates about its center of mass c, which moves uniformly with
 * u = v + ω × c, and the velocity is transformed to the new axes.
 */
export function advanceFree(
  centers: Float64Array,
  c: number,
  inertias: Float64Array,
  i: number,
  { q, v, state }: Moved,
  atQ: number,
  atV: number,
  s: number,
  time: number,
): void {
  for (let k = 0; k < 9; k++) before[k] = state[s + freeState.rotation + k];
  centerVelocity(before, v, atV, 1, centers, c, linear);
  advanceSpin(inertias, i, q, atQ + 3, v, atV + 3, time);
  rotationRows(q, atQ + 3, after);
  const cx = centers[c];
  const cy = centers[c + 1];
  const cz = centers[c + 2];
  for (let k = 0; k < 3; k++) {
    const at = 3 * k;
    const from = before[at] * cx + before[at + 1] * cy + before[at + 2] * cz;
    const to = after[at] * cx + after[at + 1] * cy + after[at + 2] * cz;
    q[atQ + k] += time * linear[k] + (from - to);
  }
  storePose(state, s, q, atQ);
  rotateVelocity(after, v, atV, centers, c);
}

/**
 * Moves a body by Δt times the pseudo-velocity `shift`: its center of mass in a straight line. The velocity keeps its direction in the
 * world.
 */
export function shiftFree(
  centers: Float64Array,
  c: number,
  { q, v, state, shift }: Moved & Pick<MemberVectors, 'shift'>,
  atQ: number,
  atV: number,
  s: number,
  timeStep: number,
): void {
  for (let k = 0; k < 9; k++) before[k] = state[s + freeState.rotation + k];
  centerVelocity(before, shift, atV, timeStep, centers, c, displacement);
  centerVelocity(before, v, atV, 1, centers, c, linear);
  for (let k = 0; k < 3; k++) rotationVector[k] = timeStep * shift[atV + 3 + k];
  integrateRotation(q, atQ + 3, rotationVector, 0, q, atQ + 3);
  rotationRows(q, atQ + 3, after);
  const cx = centers[c];
  const cy = centers[c + 1];
  const cz = centers[c + 2];
  for (let k = 0; k < 3; k++) {
    const at = 3 * k;
    const arm =
      (before[at] - after[at]) * cx + (before[at + 1] - after[at + 1]) * cy + (before[at + 2] - after[at + 2]) * cz;
    q[atQ + k] = q[atQ + k] + arm + displacement[k];
  }
  storePose(state, s, q, atQ);
  rotateVelocity(after, v, atV, centers, c);
}

function rotationIn(state: Float64Array): Float64Array {
  return state.subarray(freeState.rotation, freeState.rotation + 9);
}

function inverseIn(state: Float64Array): Float64Array {
  return state.subarray(freeState.inverse, freeState.inverse + 36);
}

/** [m, −m [c]; m [c], I − m [c]²], and the armature on the diagonal. */
function massMatrixOf({ tree, armature }: Model): Float64Array {
  const [m, x, y, z, xx, xy, xz, yy, yz, zz] = tree.inertia;
  const M = new Float64Array(36);
  const c = [0, -z, y, z, 0, -x, -y, x, 0];
  const about = [xx, xy, xz, xy, yy, yz, xz, yz, zz];
  for (let i = 0; i < 3; i++) {
    M[7 * i] = m;
    for (let j = 0; j < 3; j++) {
      M[6 * i + 3 + j] = -m * c[3 * i + j];
      M[6 * (3 + i) + j] = m * c[3 * i + j];
      let square = 0;
      for (let k = 0; k < 3; k++) square += c[3 * i + k] * c[3 * k + j];
      M[6 * (3 + i) + 3 + j] = about[3 * i + j] - m * square;
    }
  }
  for (let k = 0; k < 6; k++) M[7 * k] += armature[k];
  return M;
}

/** The inverse of a positive definite 6 × 6 matrix, by Gauss–Jordan elimination: no pivot is zero. Overwrites M; `out` must be zero. */
function invert(M: Float64Array, out: Float64Array): void {
  for (let k = 0; k < 6; k++) out[7 * k] = 1;
  for (let k = 0; k < 6; k++) {
    const pivot = 1 / M[7 * k];
    for (let j = 0; j < 6; j++) {
      M[6 * k + j] *= pivot;
      out[6 * k + j] *= pivot;
    }
    for (let i = 0; i < 6; i++) {
      const factor = M[6 * i + k];
      if (i === k || factor === 0) continue;
      for (let j = 0; j < 6; j++) {
        M[6 * i + j] -= factor * M[6 * k + j];
        out[6 * i + j] -= factor * out[6 * k + j];
      }
    }
  }
}
