// The dynamics of a body that nothing holds, without a tree to walk: its twist is in its own axes, where its mass matrix is constant.
import { freeState } from '../contact/room.ts';
import { integrateRotation, rotationRows } from '../dynamics/lie.ts';
import type { Model } from '../dynamics/model.ts';

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

/** Whether a model is one free body at the world's origin when its configuration is zero, with all shapes at its own. */
export function isFreeBody(model: Model): boolean {
  const { joints, tree, geometries, constraints, actuators } = model;
  if (joints.length !== 1 || joints[0].kind !== 'free-flyer' || actuators.length + constraints.length > 0) return false;
  const isIdentity = (numbers: Float64Array): boolean => numbers.every((x, k) => x === identity[k]);
  const shapes = geometries.filter(({ joint }) => joint === 0);
  return isIdentity(tree.placement) && isIdentity(tree.align) && shapes.every(({ rigid }) => isIdentity(rigid));
}

export class FreeMotion {
  /** The rotation by rows, after `turn`. */
  private readonly rotation: Float64Array;
  /** M⁻¹ by rows: of the inertia and of the armature, which has the damping in it. */
  private readonly inverse: Float64Array;
  private readonly inertia: Float64Array;
  private readonly force = new Float64Array(6);

  /** @param state what the rows of its contacts are made of: see kernel/contact/layout.ts */
  constructor(
    private readonly model: Model,
    private readonly state: Float64Array,
  ) {
    this.rotation = state.subarray(freeState.rotation, freeState.rotation + 9);
    this.inverse = state.subarray(freeState.inverse, freeState.inverse + 36);
    this.inertia = model.tree.inertia;
    invert(massMatrixOf(model), this.inverse);
    // Boxes, balls and all bodies whose axes are their principal ones and whose origin is their centre of mass.
    const isDiagonal = this.inverse.every((x, k) => k % 7 === 0 || x === 0);
    state[freeState.isDiagonal] = isDiagonal ? 1 : 0;
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
   * next = v + Δt M⁻¹ (τ + m g − v ×* M v), after `turn`: with the momentum p = m (v + ω × c) and the spin L = I ω + c × p, the force
   * that the motion itself needs is ω × p, and the moment ω × L + v × p.
   * @param external force and moment in the body's axes, from `from` on; undefined for none
   */
  fall(
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
    const cx = m[1];
    const cy = m[2];
    const cz = m[3];
    const wx = v[3];
    const wy = v[4];
    const wz = v[5];
    const px = mass * (v[0] + wy * cz - wz * cy);
    const py = mass * (v[1] + wz * cx - wx * cz);
    const pz = mass * (v[2] + wx * cy - wy * cx);
    const lx = m[4] * wx + m[5] * wy + m[6] * wz + cy * pz - cz * py;
    const ly = m[5] * wx + m[7] * wy + m[8] * wz + cz * px - cx * pz;
    const lz = m[6] * wx + m[8] * wy + m[9] * wz + cx * py - cy * px;
    const gx = mass * (r[0] * gravity[0] + r[3] * gravity[1] + r[6] * gravity[2]);
    const gy = mass * (r[1] * gravity[0] + r[4] * gravity[1] + r[7] * gravity[2]);
    const gz = mass * (r[2] * gravity[0] + r[5] * gravity[1] + r[8] * gravity[2]);
    f[0] = torque[0] + gx - (wy * pz - wz * py);
    f[1] = torque[1] + gy - (wz * px - wx * pz);
    f[2] = torque[2] + gz - (wx * py - wy * px);
    f[3] = torque[3] + cy * gz - cz * gy - (wy * lz - wz * ly + v[1] * pz - v[2] * py);
    f[4] = torque[4] + cz * gx - cx * gz - (wz * lx - wx * lz + v[2] * px - v[0] * pz);
    f[5] = torque[5] + cx * gy - cy * gx - (wx * ly - wy * lx + v[0] * py - v[1] * px);
    if (external) for (let k = 0; k < 6; k++) f[k] += external[from + k];
    for (let k = 0; k < 6; k++) {
      const row = 6 * k;
      const linear = inverse[row] * f[0] + inverse[row + 1] * f[1] + inverse[row + 2] * f[2];
      const angular = inverse[row + 3] * f[3] + inverse[row + 4] * f[4] + inverse[row + 5] * f[5];
      next[k] = v[k] + timeStep * (linear + angular);
    }
  }

  /** Turns the configuration by the motion of a step. */
  advance(q: Float64Array, motion: Float64Array): void {
    integrateRotation(q, 3, motion, 3, q, 3);
  }
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

/** The inverse of a positive definite 6 × 6 matrix, by Gauss and Jordan: no pivot is zero. */
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
