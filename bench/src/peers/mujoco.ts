// @mujoco/mujoco: 64-bit numbers in WebAssembly.
import type { MainModule, MjModel } from '@mujoco/mujoco';
import { gravityTorque, type Model, neutral } from 'proximal/dynamics';
import { compose, inverse, transformPoint } from 'proximal/math';
import type { Algorithm, State } from '../dynamics/own.ts';
import { block, type Contender } from '../harness/timer.ts';
import type { FileSet, FileShape } from '../problems/problem-set.ts';
import type { BallJoint, BodyScene, Drum } from '../sim/body-scene.ts';
import type { Engine } from '../sim/engine.ts';
import type { RobotSetup, Runner } from '../sim/solo.ts';
import {
  cornersOf,
  type DynamicsPeer,
  halfExtentsOf,
  type Peer,
  type Queries,
  queriesOf,
  Unsupported,
} from './peer.ts';

async function loadMujoco(): Promise<MainModule> {
  return (await import('@mujoco/mujoco')).default();
}

export const mujoco: Peer = {
  name: 'MuJoCo',
  package: '@mujoco/mujoco',
  query: { queries: queriesOf('MuJoCo', ['distance', 'collide', 'depth']), open },
  simulate,
  robot,
  dynamics: async () => new Dynamics(await loadMujoco()),
};

/** In meters: more than all distances. */
const maxDistance = 1e4;

/** `mj_geomDistance` of the geoms of one model, placed by its kinematics. */
async function open({ shapes, problems }: FileSet): Promise<Queries> {
  const mj = await loadMujoco();
  const geoms = problems.flatMap(({ a, b, poseA, poseB }) => [
    geomOf(shapes[a], a, poseA),
    geomOf(shapes[b], b, poseB),
  ]);
  const meshes = shapes.flatMap(({ kind, vertices }, k) =>
    kind === 'hull' ? [`<mesh name="m${k}" vertex="${vertices.flat().join(' ')}"/>`] : [],
  );
  const model = mj.MjModel.from_xml_string(
    `<mujoco><asset>${meshes.join('')}</asset><worldbody>${geoms.join('')}</worldbody></mujoco>`,
  );
  const data = new mj.MjData(model);
  mj.mj_kinematics(model, data);
  const ends = new mj.DoubleBuffer(6);
  const runQuery = (k: number, limit: number): number => mj.mj_geomDistance(model, data, 2 * k, 2 * k + 1, limit, ends);
  return {
    distance: (k, answer) => {
      answer[0] = runQuery(k, maxDistance);
      answer.set(ends.GetView(), 1);
    },
    collide: (k, answer) => {
      answer[0] = runQuery(k, 0) < 0 ? 1 : 0;
    },
    depth: (k, answer) => {
      answer[0] = Math.max(0, -runQuery(k, 0));
      const [ax, ay, az, bx, by, bz] = ends.GetView();
      const length = Math.hypot(bx - ax, by - ay, bz - az);
      // The vector from a point of A inside B to one of B inside A points against the separating direction.
      answer[1] = (ax - bx) / length;
      answer[2] = (ay - by) / length;
      answer[3] = (az - bz) / length;
    },
  };
}

const sizes: Readonly<Record<string, (parameters: readonly number[]) => readonly number[]>> = {
  box: (half) => half,
  sphere: (radius) => radius,
  capsule: (both) => both,
  cylinder: (both) => both,
  ellipsoid: (radii) => radii,
};

function geomOf({ kind, parameters }: FileShape, number: number, [x, y, z, qx, qy, qz, qw]: Float64Array): string {
  const place = `pos="${x} ${y} ${z}" quat="${qw} ${qx} ${qy} ${qz}"`;
  if (kind === 'hull') return `<geom type="mesh" mesh="m${number}" ${place}/>`;
  if (!(kind in sizes)) throw new Unsupported(kind);
  return `<geom type="${kind}" size="${sizes[kind](parameters).join(' ')}" ${place}/>`;
}

async function simulate(scene: BodyScene): Promise<Engine> {
  const mj = await loadMujoco();
  const model = mj.MjModel.from_xml_string(describe(scene));
  const data = new mj.MjData(model);
  const { bodies, drum } = scene;
  const ids = bodies.map((_, k) => mj.mj_name2id(model, mj.mjtObj['mjOBJ_BODY'].value, `body${k}`));
  // The coordinates of the drum come last.
  if (drum) data.qvel[model.nv - 1] = drum.speed;
  const motion = new mj.DoubleBuffer(6);
  /** Updates poses and velocities of bodies, which a step does not do: they are still the values at its start. */
  const place = (): void => {
    mj.mj_kinematics(model, data);
    mj.mj_comPos(model, data);
    mj.mj_comVel(model, data);
  };
  return {
    name: 'MuJoCo',
    step: () => mj.mj_step(model, data),
    read(k, { pose, velocity, spin }) {
      if (k === 0) place();
      const id = ids[k];
      const [w, x, y, z] = data.xquat.subarray(4 * id, 4 * id + 4);
      pose.set(data.xpos.subarray(3 * id, 3 * id + 3));
      pose.set([x, y, z, w], 3);
      mj.mj_objectVelocity(model, data, mj.mjtObj['mjOBJ_BODY'].value, id, motion, 0);
      const numbers = motion.GetView();
      spin.set(numbers.subarray(0, 3));
      velocity.set(numbers.subarray(3, 6));
    },
  };
}

/** The inertia of the drum in kg m², so large that contacts do not slow it down. */
const drumArmature = 1e9;

/**
 * The scene with default settings, except for time step, friction, sleeping and the stiffest contacts that MuJoCo allows: a time constant of two
 * steps. Joints become joints of kinematic trees, and a drum becomes a hinge with a large inertia. Scenes with joints have the integrator `implicit`:
 * with the default and with `implicitfast`, which leaves out the derivatives of Coriolis forces, the dolls diverge after 0.9 s. By default, a
 * simulation that diverges begins again from its initial state, which would look like a gain of energy and a fast simulator. The restart is therefore
 * disabled, and numbers that are not finite end the run.
 */
function describe({ bodies, joints = [], drum, sleeps = false, friction, timeStep }: BodyScene): string {
  const meshes: string[] = [];
  const joined = new Map<number, BallJoint[]>();
  for (const joint of joints) joined.set(joint.a, [...(joined.get(joint.a) ?? []), joint]);
  const inner = new Set(joints.map(({ b }) => b));
  const bodyOf = (k: number, by?: BallJoint): string => {
    const { shape, mass, pose } = bodies[k];
    const half = halfExtentsOf(shape);
    if (!half) meshes.push(`<mesh name="hull${k}" vertex="${cornersOf(shape).join(' ')}"/>`);
    const geometry = half ? `type="box" size="${half.join(' ')}"` : `type="mesh" mesh="hull${k}"`;
    const joint = by
      ? `<joint type="ball" pos="${[...transformPoint(inverse(pose), by.anchor)].join(' ')}"/>`
      : '<freejoint/>';
    const place = placementOf(by ? compose(inverse(bodies[by.a].pose), pose) : pose);
    const children = (joined.get(k) ?? []).map((each) => bodyOf(each.b, each));
    return `<body name="body${k}" ${place}>${joint}<geom ${geometry} mass="${mass}"/>${children.join('')}</body>`;
  };
  const parts = bodies.flatMap((_, k) => (inner.has(k) ? [] : [bodyOf(k)]));
  return `<mujoco>
    <compiler inertiafromgeom="true"/>
    <option timestep="${timeStep}" gravity="0 0 -9.81" integrator="${joints.length > 0 ? 'implicit' : 'Euler'}">
      <flag sleep="${sleeps ? 'enable' : 'disable'}" autoreset="disable"/>
    </option>
    <default><geom friction="${friction} 0 0" condim="3" solref="${2 * timeStep} 1"/></default>
    <asset>${meshes.join('')}</asset>
    <worldbody><geom type="plane" size="50 50 1"/>${parts.join('')}${drum ? drumOf(drum) : ''}</worldbody>
  </mujoco>`;
}

function placementOf([x, y, z, qx, qy, qz, qw]: Float64Array): string {
  return `pos="${x} ${y} ${z}" quat="${qw} ${qx} ${qy} ${qz}"`;
}

function drumOf({ boxes, position }: Drum): string {
  const geoms = boxes.map(({ half, pose }) => `<geom type="box" size="${half.join(' ')}" ${placementOf(pose)}/>`);
  const hinge = `<joint type="hinge" axis="0 1 0" armature="${drumArmature}"/>`;
  return `<body pos="${position.join(' ')}">${hinge}${geoms.join('')}</body>`;
}

/** The same robot from URDF, on a box as the ground, with the same springs and dampers. */
async function robot(setup: RobotSetup): Promise<Runner> {
  const { text, model, timeStep, friction, height, angleOf, stiffness, damping } = setup;
  const mj = await loadMujoco();
  const compiler = '<mujoco><compiler fusestatic="true" discardvisual="true" inertiafromgeom="false"/></mujoco>';
  const ground = `<link name="ground"><collision><origin xyz="0 0 -0.5"/><geometry><box size="20 20 1"/></geometry></collision></link>`;
  const root = /<link name="([^"]+)"/.exec(text)?.[1];
  const joint = `<joint name="root_joint" type="floating"><parent link="ground"/><child link="${root}"/></joint>`;
  const robot = mj.MjModel.from_xml_string(text.replace(/(<robot\b[^>]*>)/, `$1${compiler}${ground}${joint}`));
  if (robot.nv !== model.nv) throw new Error(`MuJoCo's Solo-12 has ${robot.nv} coordinates, ours ${model.nv}`);
  robot.opt.timestep = timeStep;
  for (let k = 0; k < robot.ngeom; k++) robot.geom_friction[3 * k] = friction;
  const data = new mj.MjData(robot);
  const hinges = model.joints
    .filter(({ nv }) => nv === 1)
    .map(({ name }) => {
      const id = mj.mj_name2id(robot, mj.mjtObj['mjOBJ_JOINT'].value, name);
      return { q: robot.jnt_qposadr[id], v: robot.jnt_dofadr[id], angle: angleOf(name) };
    });
  data.qpos.set([0, 0, height, 1, 0, 0, 0]);
  for (const { q, angle } of hinges) data.qpos[q] = angle;
  const step = (): void => {
    const { qpos, qvel, qfrc_applied: torques } = data;
    for (const { q, v, angle } of hinges) torques[v] = stiffness * (angle - qpos[q]) - damping * qvel[v];
    mj.mj_step(robot, data);
  };
  const remark = (): string => `${data.ncon} contacts, base at ${data.qpos[2].toFixed(4)} m`;
  return { name: 'MuJoCo', step, remark };
}

type Views = Record<'qpos' | 'qvel' | 'qacc' | 'force', Float64Array>;

/** Function by function, as a program calls it from JavaScript. */
class Dynamics implements DynamicsPeer {
  constructor(private readonly mj: MainModule) {}

  /** MuJoCo has derivatives only by finite differences. */
  contenders(text: string, model: Model, algorithm: Algorithm, states: readonly State[]): Contender[] {
    if (algorithm.endsWith('derivatives')) return [];
    const { mj } = this;
    const robot = mj.MjModel.from_xml_string(text);
    this.check(robot, model);
    const bits = ['CONSTRAINT', 'CONTACT', 'SPRING', 'DAMPER', 'ACTUATION', 'SENSOR'];
    for (const bit of bits) robot.opt.disableflags |= mj.mjtDisableBit[`mjDSBL_${bit}`].value;
    const calls = this.calls(robot, states);
    return Object.entries(calls[algorithm]).map(([name, call]) => block(name, 1, call));
  }

  /** A call on the next state, by algorithm and name. */
  private calls(robot: MjModel, states: readonly State[]): Record<string, Record<string, () => void>> {
    const { mj } = this;
    const data = new mj.MjData(robot);
    const views = (): Views => ({ qpos: data.qpos, qvel: data.qvel, qacc: data.qacc, force: data.qfrc_applied });
    let state = views();
    const result = new mj.DoubleBuffer(robot.nv);
    // Arbitrary numbers, since the cost does not depend on them.
    const rightHandSide = Array.from(states[0].a);
    let next = 0;
    const setNextState = (): void => {
      next = (next + 1) % states.length;
      // Views are empty after the memory has grown.
      if (state.qpos.length === 0) state = views();
      state.qpos.set(states[next].q);
      state.qvel.set(states[next].v);
    };
    const place = (): void => {
      setNextState();
      mj.mj_kinematics(robot, data);
      mj.mj_comPos(robot, data);
    };
    const factor = (): void => {
      place();
      mj.mj_crb(robot, data);
      mj.mj_factorM(robot, data);
      mj.mj_comVel(robot, data);
      mj.mj_rne(robot, data, 0, result);
    };
    return {
      RNEA: {
        'MuJoCo kinematics + comPos + comVel + rne': () => {
          place();
          state.qacc.set(states[next].a);
          mj.mj_comVel(robot, data);
          mj.mj_rne(robot, data, 1, result);
        },
      },
      CRBA: {
        'MuJoCo kinematics + comPos + crb': () => {
          place();
          mj.mj_crb(robot, data);
        },
      },
      ABA: {
        'MuJoCo kinematics + comPos + crb + factor + comVel + rne + solve': () => {
          factor();
          mj.mj_solveM(robot, data, result, rightHandSide);
        },
        'the same without solve, whose arguments are copied': factor,
        'MuJoCo forward, all in one call': () => {
          setNextState();
          state.force.set(states[next].a);
          mj.mj_forward(robot, data);
        },
      },
    };
  }

  /** Checks that it is the same robot: as many coordinates, and the same gravity torque in every joint of one coordinate. */
  private check(robot: MjModel, model: Model): void {
    const { mj } = this;
    if (robot.nv !== model.nv) throw new Error(`MuJoCo's ${model.name} has ${robot.nv} coordinates, ours ${model.nv}`);
    const data = new mj.MjData(robot);
    const ourTorques = gravityTorque(model, model.createData(), neutral(model));
    data.qpos.fill(0);
    if (model.joints[0].kind === 'free-flyer') data.qpos[3] = 1;
    mj.mj_forward(robot, data);
    for (const { name, nv, v } of model.joints) {
      if (nv > 1) continue;
      const id = mj.mj_name2id(robot, mj.mjtObj['mjOBJ_JOINT'].value, name);
      const found = data.qfrc_bias[robot.jnt_dofadr[id]];
      if (!(Math.abs(found - ourTorques[v]) < 1e-8))
        throw new Error(`MuJoCo has ${found} N m at ${name}, Proximal ${ourTorques[v]}`);
    }
  }
}
