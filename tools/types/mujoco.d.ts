// The part of MuJoCo's WebAssembly API that tests and benchmarks use. Its own declarations do not compile: they use an undeclared type
// `Arguments`.
export interface MjModel {
  readonly nq: number;
  readonly nv: number;
  readonly nbody: number;
  readonly ngeom: number;
  /** Sliding, torsional and rolling friction of each geom. */
  readonly geom_friction: Float64Array;
  readonly geom_bodyid: Int32Array;
  readonly geom_pos: Float64Array;
  readonly geom_quat: Float64Array;
  readonly geom_size: Float64Array;
  readonly body_mass: Float64Array;
  readonly body_ipos: Float64Array;
  readonly body_iquat: Float64Array;
  readonly body_inertia: Float64Array;
  readonly nu: number;
  readonly jnt_stiffness: Float64Array;
  readonly qpos_spring: Float64Array;
  readonly actuator_biasprm: Float64Array;
  /** The first body of the welded group that a body belongs to. */
  readonly body_weldid: Int32Array;
  readonly opt: { disableflags: number; timestep: number };
  readonly jnt_type: Int32Array;
  readonly jnt_qposadr: Int32Array;
  readonly jnt_dofadr: Int32Array;
  readonly dof_armature: Float64Array;
  readonly dof_damping: Float64Array;
  readonly dof_frictionloss: Float64Array;
  delete(): void;
}

export interface MjData {
  readonly qpos: Float64Array;
  readonly qvel: Float64Array;
  readonly qacc: Float64Array;
  readonly qfrc_applied: Float64Array;
  readonly qfrc_bias: Float64Array;
  readonly ctrl: Float64Array;
  /** Poses of the bodies' frames in the world. */
  readonly xpos: Float64Array;
  readonly xquat: Float64Array;
  /** Potential and kinetic energy, if enabled. */
  readonly energy: Float64Array;
  readonly ncon: number;
  readonly contact: {
    get(index: number): { geom1: number; geom2: number; dim: number; friction: Float64Array } | undefined;
  };
  delete(): void;
}

/** A buffer in MuJoCo's memory for results: a plain Float64Array is copied in but not written back. */
export interface DoubleBuffer {
  GetView(): Float64Array;
  delete(): void;
}

interface Value {
  readonly value: number;
}

export interface MainModule {
  readonly MjModel: { from_xml_string(text: string): MjModel };
  readonly MjData: new (model: MjModel) => MjData;
  readonly DoubleBuffer: new (length: number) => DoubleBuffer;
  readonly mjtDisableBit: Readonly<Record<string, Value>>;
  readonly mjtObj: Readonly<Record<string, Value>>;
  mj_id2name(model: MjModel, type: number, id: number): string;
  mj_name2id(model: MjModel, type: number, name: string): number;
  mj_step(model: MjModel, data: MjData): void;
  mj_energyPos(model: MjModel, data: MjData): void;
  mj_forward(model: MjModel, data: MjData): void;
  mj_kinematics(model: MjModel, data: MjData): void;
  mj_comPos(model: MjModel, data: MjData): void;
  mj_comVel(model: MjModel, data: MjData): void;
  /** Angular and linear velocity, in world axes if `inOwnAxes` is 0. */
  mj_objectVelocity(
    model: MjModel,
    data: MjData,
    type: number,
    id: number,
    result: DoubleBuffer,
    inOwnAxes: number,
  ): void;
  mj_crb(model: MjModel, data: MjData): void;
  mj_factorM(model: MjModel, data: MjData): void;
  mj_rne(model: MjModel, data: MjData, withAcceleration: number, result: DoubleBuffer): void;
  mj_solveM(model: MjModel, data: MjData, result: DoubleBuffer, right: readonly number[]): void;
  mj_geomDistance(model: MjModel, data: MjData, a: number, b: number, maxDistance: number, ends: DoubleBuffer): number;
  mj_fullM(model: MjModel, data: MjData, result: DoubleBuffer): void;
  mj_jacBody(model: MjModel, data: MjData, linear: DoubleBuffer, angular: DoubleBuffer, body: number): void;
}

export default function load(): Promise<MainModule>;
