// Solo-12 with balls as feet stands on a plane and holds its posture; compared with MuJoCo on the same robot.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { halfspace } from 'proximal';
import { type Model, neutral } from 'proximal/dynamics';
import { readUrdf } from 'proximal/io';
import { Scene } from 'proximal/scene';
import { Simulator } from 'proximal/sim';
import { nanosecondsOf, quantile, takeTurns } from '../harness/timer.ts';
import { peersWith } from '../peers/registry.ts';

const file = fileURLToPath(new URL('../../../../shared/data/robots/solo12/solo12.urdf', import.meta.url));
const timeStep = 1e-3;
const friction = 0.7;
const radius = 0.0165;
const [stiffness, damping] = [20, 0.5];

export interface SoloResult {
  readonly rows: readonly { readonly name: string; readonly perSecond: number; readonly remark: string }[];
  /** The time of `stepDerivatives` over the time of a step. */
  readonly derivatives: number;
}

/** The input of a simulator: the text of a URDF file with collision shapes only on the feet, and the posture that springs hold. */
export interface RobotSetup {
  readonly text: string;
  readonly model: Model;
  readonly timeStep: number;
  readonly friction: number;
  /** The height of the base, in meters. */
  readonly height: number;
  /** The angle of a joint in the posture. */
  readonly angleOf: (joint: string) => number;
  /** Stiffness and damping of the springs, in N m/rad and N m s/rad. */
  readonly stiffness: number;
  readonly damping: number;
}

export interface Runner {
  readonly name: string;
  readonly step: () => void;
  readonly remark: () => string;
}

export async function measureSolo(): Promise<SoloResult | null> {
  if (!existsSync(file)) {
    console.log(`Solo-12 is skipped: ${file} does not exist.`);
    return null;
  }
  const text = withBallFeet(readFileSync(file, 'utf8'));
  const model = await readUrdf(text, { root: 'free-flyer' });
  const { runner, simulator } = ownRunner(model);
  const setup = { text, model, timeStep, friction, height, angleOf, stiffness, damping };
  const runners = [runner, ...(await Promise.all(peersWith('robot').map(({ robot }) => robot(setup))))];
  const samples = timeSteps(runners, 41, 200);
  const [steps, derivatives] = timeSteps(
    [runner, { name: 'derivatives', step: () => void simulator.stepDerivatives(), remark: () => '' }],
    21,
    40,
  );
  return {
    rows: runners.map(({ name, remark }, k) => ({
      name,
      perSecond: 1e9 / quantile(samples[k], 0.5),
      remark: remark(),
    })),
    derivatives: quantile(
      derivatives.map((time, round) => time / steps[round]),
      0.5,
    ),
  };
}

/** Nanoseconds per call: `samples[runner][round]`. */
function timeSteps(runners: readonly Runner[], rounds: number, calls: number): number[][] {
  const samples: number[][] = runners.map(() => []);
  for (const { step } of runners) for (let k = 0; k < 10 * calls; k++) step();
  takeTurns(rounds, runners.length, (k) => {
    const time = nanosecondsOf(() => {
      for (let call = 0; call < calls; call++) runners[k].step();
    });
    samples[k].push(time / calls);
  });
  return samples;
}

/** Replaces all collision shapes by a ball on each foot, so that both simulators have the same shapes. */
function withBallFeet(text: string): string {
  const ball = `<collision><geometry><sphere radius="${radius}"/></geometry></collision>`;
  return text.replace(/<collision\b[\s\S]*?<\/collision>/g, '').replace(/(<link name="\w+_FOOT">)/g, `$1${ball}`);
}

function angleOf(name: string): number {
  const sign = name.startsWith('F') ? 1 : -1;
  return name.endsWith('HFE') ? 0.8 * sign : name.endsWith('KFE') ? -1.6 * sign : 0;
}

const height = 0.24;

function ownRunner(model: Model): { runner: Runner; simulator: Simulator } {
  const scene = new Scene({ margin: 0.02 });
  scene.add(halfspace(), {}, { static: true });
  const simulator = new Simulator({ models: [model], scene, timeStep, friction });
  const q = neutral(model);
  q[2] = height;
  for (const { name, q: at, nq } of model.joints) if (nq === 1) q[at] = angleOf(name);
  simulator.setState({ q });
  const posture = q.slice();
  const torques = new Float64Array(model.nv);
  const hinges = model.joints.filter(({ nv }) => nv === 1);
  const step = (): void => {
    const state = simulator.state;
    for (const { q: p, v: d } of hinges) torques[d] = stiffness * (posture[p] - state.q[p]) - damping * state.v[d];
    simulator.step(torques);
  };
  const remark = (): string => {
    const { contacts, penetration, status } = simulator.report();
    return `${contacts.length} contacts, ${(1000 * penetration).toFixed(3)} mm deep, ${status}, base at ${simulator.state.q[2].toFixed(4)} m`;
  };
  return { runner: { name: 'proximal, ncp-pgs', step, remark }, simulator };
}
