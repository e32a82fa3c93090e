// Comparison with MuJoCo: the same robot in its WebAssembly, and the map between its coordinates and ours.
import loadMujoco, { type MainModule, type MjData, type MjModel } from '@mujoco/mujoco';
import type { Model } from '../../src/dynamics/index.ts';

export type Mujoco = MainModule;
let loading: Promise<Mujoco> | null = null;

export function mujoco(): Promise<Mujoco> {
  loading ??= loadMujoco();
  return loading;
}

/** Geoms and meshes do not affect the dynamics if inertias are explicit; their files need not exist. */
export function withoutGeoms(text: string): string {
  return text.replace(/<(geom|mesh|exclude)\b[^>]*\/>/g, '').replace(/<collision\b[\s\S]*?<\/collision>/g, '');
}

/** A URDF with settings that make MuJoCo keep fixed links separate and inertias unchanged. */
export function urdfForMujoco(text: string): string {
  const compiler = '<mujoco><compiler fusestatic="false" discardvisual="true" inertiafromgeom="false"/></mujoco>';
  return withoutGeoms(text).replace(/(<robot\b[^>]*>)/, `$1${compiler}`);
}

export class MujocoReference {
  readonly data: MjData;
  private readonly matrix;
  private readonly jacobians;
  /** For every joint of the model, the indices of its coordinates in MuJoCo and in the model. */
  private readonly joints: readonly { q: number; v: number; ownQ: number; ownV: number; kind: string }[];

  constructor(
    private readonly mj: Mujoco,
    readonly mjModel: MjModel,
    readonly model: Model,
  ) {
    this.data = new mj.MjData(mjModel);
    const { nv } = mjModel;
    this.matrix = new mj.DoubleBuffer(nv * nv);
    this.jacobians = [new mj.DoubleBuffer(3 * nv), new mj.DoubleBuffer(3 * nv)];
    const { mjtDisableBit: bit } = mj;
    for (const name of ['CONSTRAINT', 'SPRING', 'DAMPER', 'ACTUATION']) {
      mjModel.opt.disableflags |= bit[`mjDSBL_${name}`].value;
    }
    this.joints = model.joints.map(({ name, kind, q, v }) => {
      // A free joint whose name MuJoCo does not know is its first free joint.
      const named = mj.mj_name2id(mjModel, mj.mjtObj['mjOBJ_JOINT'].value, name);
      const id = named >= 0 ? named : [...mjModel.jnt_type].indexOf(0);
      return { q: mjModel.jnt_qposadr[id], v: mjModel.jnt_dofadr[id], ownQ: q, ownV: v, kind };
    });
  }

  /** Sets MuJoCo's state, and its torque, from ours. */
  set(q: Float64Array, v: Float64Array, tau: Float64Array): void {
    const { qpos, qvel, qfrc_applied: force } = this.data;
    for (const joint of this.joints) {
      const { q: i, ownQ: k } = joint;
      if (joint.kind === 'free-flyer') {
        qpos.set([q[k], q[k + 1], q[k + 2], q[k + 6], q[k + 3], q[k + 4], q[k + 5]], i);
      } else if (joint.kind === 'spherical') qpos.set([q[k + 3], q[k], q[k + 1], q[k + 2]], i);
      else qpos[i] = q[k];
    }
    qvel.set(this.convert(q, v, 1));
    // Forces transform like velocities, since the map T of `convert` is orthogonal.
    force.set(this.convert(q, tau, 1));
    this.mj.mj_forward(this.mjModel, this.data);
  }

  /** The map T from our velocities to MuJoCo's (sign 1), or its inverse (sign −1): the linear part of a free body is rotated to world axes. */
  private convert(q: Float64Array, x: ArrayLike<number>, sign: 1 | -1): Float64Array {
    const out = new Float64Array(x.length);
    for (const { v, ownV, ownQ, kind } of this.joints) {
      const [from, to] = sign === 1 ? [ownV, v] : [v, ownV];
      const count = kind === 'free-flyer' ? 6 : kind === 'spherical' ? 3 : 1;
      for (let k = 0; k < count; k++) out[to + k] = x[from + k];
      if (kind === 'free-flyer') out.set(rotate(q.subarray(ownQ + 3, ownQ + 7), x, from, sign), to);
    }
    return out;
  }

  /** The mass matrix in our coordinates: Tᵀ M T. */
  massMatrix(q: Float64Array): Float64Array {
    const n = this.model.nv;
    this.mj.mj_fullM(this.mjModel, this.data, this.matrix);
    const m = this.matrix.GetView();
    const half = Array.from({ length: n }, (_, row) => this.convert(q, m.slice(row * n, row * n + n), -1));
    const out = new Float64Array(n * n);
    for (let column = 0; column < n; column++) {
      out.set(
        this.convert(
          q,
          half.map((row) => row[column]),
          -1,
        ),
        column * n,
      );
    }
    return out;
  }

  /** Accelerations in our coordinates: a(MuJoCo) = T a + dT/dt v, where dT/dt v = T (ω × l, 0) for a free body of velocity (l, ω). */
  acceleration(q: Float64Array, v: Float64Array): Float64Array {
    const a = this.convert(q, this.data.qacc, -1);
    for (const { ownV: k, kind } of this.joints) if (kind === 'free-flyer') subtractSpin(a, v, k);
    return a;
  }

  /** Bias torque in our coordinates: Tᵀ (b + M dT/dt v). */
  bias(q: Float64Array, v: Float64Array): Float64Array {
    const b = this.convert(q, this.data.qfrc_bias, -1);
    const spin = new Float64Array(v.length);
    for (const { ownV: k, kind } of this.joints) if (kind === 'free-flyer') subtractSpin(spin, v, k);
    const m = this.massMatrix(q);
    return b.map((x, row) => spin.reduce((sum, y, k) => sum - m[row * spin.length + k] * y, x));
  }

  /** A body's Jacobian in our coordinates, world axes at the body's origin; null if MuJoCo has no such body. */
  jacobian(q: Float64Array, body: string): Float64Array | null {
    const id = this.mj.mj_name2id(this.mjModel, this.mj.mjtObj['mjOBJ_BODY'].value, body);
    if (id < 0) return null;
    const [linear, angular] = this.jacobians;
    this.mj.mj_jacBody(this.mjModel, this.data, linear, angular, id);
    const n = this.model.nv;
    const rows = [...linear.GetView(), ...angular.GetView()];
    const out = new Float64Array(6 * n);
    for (let row = 0; row < 6; row++) out.set(this.convert(q, rows.slice(row * n, row * n + n), -1), row * n);
    return out;
  }
}

function rotate([x, y, z, w]: Float64Array, v: ArrayLike<number>, at: number, sign: 1 | -1): number[] {
  const [a, b, c] = [v[at], v[at + 1], v[at + 2]];
  const s = sign * w;
  const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + s * t[0] + y * t[2] - z * t[1], b + s * t[1] + z * t[0] - x * t[2], c + s * t[2] + x * t[1] - y * t[0]];
}

/** a −= (ω × l, 0) of the free body at k of v. */
function subtractSpin(a: Float64Array, v: Float64Array, k: number): void {
  const [x, y, z, u, w, t] = v.subarray(k, k + 6);
  a[k] -= w * z - t * y;
  a[k + 1] -= t * x - u * z;
  a[k + 2] -= u * y - w * x;
}
