// MuJoCo's WebAssembly on the same robots, function by function, as a program calls it from JavaScript.

import loadMujoco, { type MainModule, type MjModel } from '@mujoco/mujoco';
import { gravityTorque, type Model, neutral } from 'proximal/dynamics';
import { block, type Contender } from '../harness/timer.ts';
import type { Algorithm, State } from './own.ts';

type Views = Record<'qpos' | 'qvel' | 'qacc' | 'force', Float64Array>;

export class Mujoco {
  private constructor(private readonly mj: MainModule) {}

  static async load(): Promise<Mujoco> {
    return new Mujoco(await loadMujoco());
  }

  /** The contenders for an algorithm of ours; none for derivatives, which MuJoCo has by differences only. */
  contenders(text: string, model: Model, algorithm: Algorithm, states: readonly State[]): Contender[] {
    if (algorithm.endsWith('derivatives')) return [];
    const { mj } = this;
    const robot = mj.MjModel.from_xml_string(text);
    this.check(robot, model);
    const bits = ['CONSTRAINT', 'CONTACT', 'SPRING', 'DAMPER', 'ACTUATION', 'SENSOR'];
    for (const bit of bits) robot.opt.disableflags |= mj.mjtDisableBit[`mjDSBL_${bit}`].value;
    const data = new mj.MjData(robot);
    const views = (): Views => ({ qpos: data.qpos, qvel: data.qvel, qacc: data.qacc, force: data.qfrc_applied });
    let state = views();
    const result = new mj.DoubleBuffer(robot.nv);
    // Of the right size; the cost does not depend on the order of joints.
    const right = Array.from(states[0].a);
    let next = 0;
    const turn = (): void => {
      next = (next + 1) % states.length;
      // Its memory has grown: the old views are gone.
      if (state.qpos.length === 0) state = views();
      state.qpos.set(states[next].q);
      state.qvel.set(states[next].v);
    };
    const place = (): void => {
      turn();
      mj.mj_kinematics(robot, data);
      mj.mj_comPos(robot, data);
    };
    const runs: Record<string, Record<string, () => void>> = {
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
          place();
          mj.mj_crb(robot, data);
          mj.mj_factorM(robot, data);
          mj.mj_comVel(robot, data);
          mj.mj_rne(robot, data, 0, result);
          mj.mj_solveM(robot, data, result, right);
        },
        'the same without solve, whose arguments are copied': () => {
          place();
          mj.mj_crb(robot, data);
          mj.mj_factorM(robot, data);
          mj.mj_comVel(robot, data);
          mj.mj_rne(robot, data, 0, result);
        },
        'MuJoCo forward, all in one call': () => {
          turn();
          state.force.set(states[next].a);
          mj.mj_forward(robot, data);
        },
      },
    };
    return Object.entries(runs[algorithm]).map(([name, run]) => block(name, 1, run));
  }

  /** The same robot: as many coordinates, and the same torques against gravity in every hinge. */
  private check(robot: MjModel, model: Model): void {
    const { mj } = this;
    if (robot.nv !== model.nv) throw new Error(`MuJoCo's ${model.name} has ${robot.nv} coordinates, ours ${model.nv}`);
    const data = new mj.MjData(robot);
    const own = gravityTorque(model, model.createData(), neutral(model));
    data.qpos.fill(0);
    if (model.joints[0].kind === 'free-flyer') data.qpos[3] = 1;
    mj.mj_forward(robot, data);
    for (const { name, nv, v } of model.joints) {
      if (nv > 1) continue;
      const id = mj.mj_name2id(robot, mj.mjtObj['mjOBJ_JOINT'].value, name);
      const found = data.qfrc_bias[robot.jnt_dofadr[id]];
      if (!(Math.abs(found - own[v]) < 1e-8)) throw new Error(`MuJoCo has ${found} N m at ${name}, we ${own[v]}`);
    }
  }
}
