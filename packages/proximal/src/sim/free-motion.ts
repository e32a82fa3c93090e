// The dynamics of a body that nothing holds, without a tree to walk: its twist is in its own axes, where its mass matrix is constant.
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
  readonly rotation = new Float64Array(9);
  /** M⁻¹ by rows: of the inertia and of the armature, which has the damping in it. */
  readonly inverse = new Float64Array(36);
  /** Boxes, balls and all bodies whose axes are their principal ones and whose origin is their centre of mass. */
  private readonly isDiagonal: boolean;
  private readonly inertia: Float64Array;
  private readonly force = new Float64Array(6);

  constructor(private readonly model: Model) {
    this.inertia = model.tree.inertia;
    invert(massMatrixOf(model), this.inverse);
    this.isDiagonal = this.inverse.every((x, k) => k % 7 === 0 || x === 0);
  }

  /** Writes the rotation of a configuration. */
  turn(q: Float64Array): void {
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
      let sum = 0;
      for (let j = 0; j < 6; j++) sum += inverse[6 * k + j] * f[j];
      next[k] = v[k] + timeStep * sum;
    }
  }

  /** M⁻¹ Jᵀ of three rows, three numbers for each coordinate. */
  respond(jacobian: Float64Array, response: Float64Array, at: number): void {
    const { inverse } = this;
    if (this.isDiagonal) {
      for (let i = 0; i < 6; i++) {
        const m = inverse[7 * i];
        response[at + 3 * i] = m * jacobian[at + 3 * i];
        response[at + 3 * i + 1] = m * jacobian[at + 3 * i + 1];
        response[at + 3 * i + 2] = m * jacobian[at + 3 * i + 2];
      }
      return;
    }
    for (let i = 0; i < 6; i++) {
      let a = 0;
      let b = 0;
      let c = 0;
      for (let j = 0; j < 6; j++) {
        const m = inverse[6 * i + j];
        a += m * jacobian[at + 3 * j];
        b += m * jacobian[at + 3 * j + 1];
        c += m * jacobian[at + 3 * j + 2];
      }
      response[at + 3 * i] = a;
      response[at + 3 * i + 1] = b;
      response[at + 3 * i + 2] = c;
    }
  }

  /**
   * The rows of `sign` times the velocity of the body's point at `points[place…]` in the world along the three rows of a frame: in the
   * body's axes, a direction is itself and its moment about the body's origin. After `turn`.
   */
  addPoint(
    q: Float64Array,
    points: ArrayLike<number>,
    place: number,
    frames: Float64Array,
    frame: number,
    sign: number,
    jacobian: Float64Array,
    at: number,
  ): void {
    const { rotation: r } = this;
    const dx = points[place] - q[0];
    const dy = points[place + 1] - q[1];
    const dz = points[place + 2] - q[2];
    const bx = r[0] * dx + r[3] * dy + r[6] * dz;
    const by = r[1] * dx + r[4] * dy + r[7] * dz;
    const bz = r[2] * dx + r[5] * dy + r[8] * dz;
    for (let k = 0; k < 3; k++) {
      const fx = sign * frames[frame + 3 * k];
      const fy = sign * frames[frame + 3 * k + 1];
      const fz = sign * frames[frame + 3 * k + 2];
      const x = r[0] * fx + r[3] * fy + r[6] * fz;
      const y = r[1] * fx + r[4] * fy + r[7] * fz;
      const z = r[2] * fx + r[5] * fy + r[8] * fz;
      jacobian[at + k] = x;
      jacobian[at + k + 3] = y;
      jacobian[at + k + 6] = z;
      jacobian[at + k + 9] = by * z - bz * y;
      jacobian[at + k + 12] = bz * x - bx * z;
      jacobian[at + k + 15] = bx * y - by * x;
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
