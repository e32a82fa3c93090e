// The dynamics of a free body. Its velocity is in its own axes, where its mass matrix is constant, so it needs no tree algorithms.
import { freeState } from '../contact/workspace.ts';
import type { Model } from '../dynamics/model.ts';
import { isSprung } from '../dynamics/passive.ts';
import { rotationRows } from '../math/linear/quaternion.ts';
import type { Vec3 } from '../math/vec3.ts';
import { Spin } from './spin.ts';

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

/** Whether a model is one free body, with its joint at the world's origin and its shapes at the body's origin. */
export function isFreeBody(model: Model): boolean {
  const { joints, tree, geometries, constraints, actuators } = model;
  if (joints.length !== 1 || joints[0].kind !== 'free-flyer' || actuators.length + constraints.length > 0) return false;
  if (isSprung(model)) return false;
  const isIdentity = (numbers: Float64Array): boolean => numbers.every((x, k) => x === identity[k]);
  const shapes = geometries.filter(({ joint }) => joint === 0);
  return isIdentity(tree.placement) && isIdentity(tree.align) && shapes.every(({ rigid }) => isIdentity(rigid));
}

export class FreeMotion {
  /** The rotation by rows, set by `turn`. */
  private rotation: Float64Array;
  /** M⁻¹ by rows. M has the inertia and the armature, which includes the damping. */
  private inverse: Float64Array;
  private readonly inertia: Float64Array;
  private readonly force = new Float64Array(6);
  readonly spin: Spin;
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
    this.inertia = model.tree.inertia;
    this.center = this.inertia.slice(1, 4);
    if (!isKinematic) invert(massMatrixOf(model), this.inverse);
    const spun = model.tree.inertia.slice(4, 10);
    for (let k = 0; k < 3; k++) spun[[0, 3, 5][k]] += armature[3 + k];
    this.spin = new Spin(spun);
    // True for boxes, balls, and all bodies with the center of mass at the origin and principal axes along the body's axes.
    const isDiagonal = this.inverse.every((x, k) => k % 7 === 0 || x === 0);
    state[freeState.isDiagonal] = isDiagonal ? 1 : 0;
  }

  /** Uses another copy of its state. */
  settle(state: Float64Array): void {
    this.state = state;
    this.rotation = rotationIn(state);
    this.inverse = inverseIn(state);
  }

  /** Adds a moment of inertia, in kg m², about all axes to the response to forces and impulses; 0 for none. */
  respondWith(inertia: number): void {
    const M = massMatrixOf(this.model);
    for (let k = 3; k < 6; k++) M[7 * k] += inertia;
    this.inverse.fill(0);
    invert(M, this.inverse);
  }

  /** The center of mass in the world, after `turn`. */
  worldCenter(): Vec3 {
    const { rotation: r, state } = this;
    const [x, y, z] = this.center;
    return [
      state[0] + r[0] * x + r[1] * y + r[2] * z,
      state[1] + r[3] * x + r[4] * y + r[5] * z,
      state[2] + r[6] * x + r[7] * y + r[8] * z,
    ];
  }

  /** Writes the position and the rotation of a configuration. */
  turn(q: Float64Array): void {
    const { state } = this;
    state[0] = q[0];
    state[1] = q[1];
    state[2] = q[2];
    rotationRows(q, 3, this.rotation);
  }

  /**
   * next = v + Δt M⁻¹ (τ + m g), in the axes of the step's start, for the rotation of the last `turn`. Coriolis and centrifugal terms
   * are part of `advance`.
   * @param external force and moment in the body's axes, from `from` on; undefined for none
   */
  unconstrainedVelocity(
    v: Float64Array,
    torque: Float64Array,
    external: Float64Array | undefined,
    from: number,
    timeStep: number,
    next: Float64Array,
  ): void {
    const { inertia: m, rotation: r, force: f, inverse } = this;
    const { gravity } = this.model;
    const mass = m[0];
    const gx = mass * (r[0] * gravity[0] + r[3] * gravity[1] + r[6] * gravity[2]);
    const gy = mass * (r[1] * gravity[0] + r[4] * gravity[1] + r[7] * gravity[2]);
    const gz = mass * (r[2] * gravity[0] + r[5] * gravity[1] + r[8] * gravity[2]);
    f[0] = torque[0] + gx;
    f[1] = torque[1] + gy;
    f[2] = torque[2] + gz;
    f[3] = torque[3] + m[2] * gz - m[3] * gy;
    f[4] = torque[4] + m[3] * gx - m[1] * gz;
    f[5] = torque[5] + m[1] * gy - m[2] * gx;
    if (external) for (let k = 0; k < 6; k++) f[k] += external[from + k];
    for (let k = 0; k < 6; k++) {
      const row = 6 * k;
      const linear = inverse[row] * f[0] + inverse[row + 1] * f[1] + inverse[row + 2] * f[2];
      const angular = inverse[row + 3] * f[3] + inverse[row + 4] * f[4] + inverse[row + 5] * f[5];
      next[k] = v[k] + timeStep * (linear + angular);
    }
  }

  /**
   * Free motion for a time, from the velocity at the start, after `turn`: the body rotates about its center of mass c, which moves
   * uniformly with u = v + ω × c, and the velocity is transformed to the new axes.
   */
  advance(q: Float64Array, v: Float64Array, timeStep: number): void {
    const { inertia: m, rotation: r, state } = this;
    const cx = m[1];
    const cy = m[2];
    const cz = m[3];
    const lx = v[0] + v[4] * cz - v[5] * cy;
    const ly = v[1] + v[5] * cx - v[3] * cz;
    const lz = v[2] + v[3] * cy - v[4] * cx;
    const ux = r[0] * lx + r[1] * ly + r[2] * lz;
    const uy = r[3] * lx + r[4] * ly + r[5] * lz;
    const uz = r[6] * lx + r[7] * ly + r[8] * lz;
    const x = r[0] * cx + r[1] * cy + r[2] * cz;
    const y = r[3] * cx + r[4] * cy + r[5] * cz;
    const z = r[6] * cx + r[7] * cy + r[8] * cz;
    this.spin.turn(q, 3, v, 3, timeStep);
    rotationRows(q, 3, r);
    q[0] += timeStep * ux + (x - (r[0] * cx + r[1] * cy + r[2] * cz));
    q[1] += timeStep * uy + (y - (r[3] * cx + r[4] * cy + r[5] * cz));
    q[2] += timeStep * uz + (z - (r[6] * cx + r[7] * cy + r[8] * cz));
    for (let k = 0; k < 3; k++) state[k] = q[k];
    v[0] = r[0] * ux + r[3] * uy + r[6] * uz - (v[4] * cz - v[5] * cy);
    v[1] = r[1] * ux + r[4] * uy + r[7] * uz - (v[5] * cx - v[3] * cz);
    v[2] = r[2] * ux + r[5] * uy + r[8] * uz - (v[3] * cy - v[4] * cx);
  }
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

/** The inverse of a positive definite 6 × 6 matrix, by Gauss–Jordan elimination: no pivot is zero. */
function invert(M: Float64Array, out: Float64Array): void {
  for (let k = 0; k < 6; k++) out[7 * k] = 1;
  for (let k = 0; k < 6; k++) {
    const pivot = 1 / M[7 * k];
    for (let j = 0; j < 6; j++) {
      M[6 * k + j] *= pivot;
      out[6 * k + j] *= pivot;
    }
    for (let i = 0; i < 6; i++) {
      const share = M[6 * i + k];
      if (i === k || share === 0) continue;
      for (let j = 0; j < 6; j++) {
        M[6 * i + j] -= share * M[6 * k + j];
        out[6 * i + j] -= share * out[6 * k + j];
      }
    }
  }
}
