// Solo-12 and Talos stand and are pushed; a ball falls into the Allegro hand. The robots hold their posture.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { halfspace, sphere } from 'proximal';
import { forwardKinematics, frameJacobian, framePose, gravityTorque, type Model, neutral } from 'proximal/dynamics';
import { loadUrdf } from 'proximal/io';
import { Scene } from 'proximal/scene';
import { freeBody, Simulator } from 'proximal/sim';

export interface StandingResult {
  readonly name: string;
  readonly steps: number;
  readonly contacts: number;
  readonly deepest: number;
  /** The largest residual of the law of contact. */
  readonly residual: number;
  readonly unsolved: number;
  readonly milliseconds: number;
  readonly outcome: string;
}

const folder = fileURLToPath(new URL('../../../../shared/data/robots/', import.meta.url));
const timeStep = 1e-3;

export async function measureStanding(): Promise<StandingResult[] | null> {
  if (!existsSync(folder)) {
    console.log(`The robots are skipped: ${folder} is not there.`);
    return null;
  }
  return [await solo(), await talos(), await allegro()];
}

async function solo(): Promise<StandingResult> {
  const feet = ['FL_FOOT', 'FR_FOOT', 'HL_FOOT', 'HR_FOOT'];
  const ball = '<sphere radius="0.0165"/>';
  const stiffness = (): number => 20;
  const text = withFeet(`${folder}solo12/solo12.urdf`, feet, [0, 0, 0], ball);
  const model = await loadUrdf(withDampers(text, stiffness), { root: 'free-flyer' });
  const angle = (name: string): number => {
    const sign = name.startsWith('F') ? 1 : -1;
    return name.endsWith('HFE') ? 0.8 * sign : name.endsWith('KFE') ? -1.6 * sign : 0;
  };
  return stand('Solo-12, pushed', model, angle, stiffness, feet, 0.0165, [6, 4, 0]);
}

async function talos(): Promise<StandingResult> {
  const feet = ['leg_left_6_link', 'leg_right_6_link'];
  const sole = '<box size="0.2 0.12 0.02"/>';
  const stiffness = (joint: string): number => (/leg|torso/.test(joint) ? 2000 : 100);
  const text = withFeet(`${folder}talos/talos.urdf`, feet, [0, 0, -0.097], sole);
  const model = await loadUrdf(withDampers(text, stiffness), { root: 'free-flyer' });
  const angle = (name: string): number =>
    /leg_\w+_[35]_joint/.test(name) ? -0.4 : /leg_\w+_4_joint/.test(name) ? 0.8 : 0;
  return stand('Talos, pushed', model, angle, stiffness, feet, 0.107, [60, 40, 0]);
}

/** All collision shapes off, and one on each foot. */
function withFeet(file: string, feet: readonly string[], at: readonly number[], geometry: string): string {
  const shape = `<collision><origin xyz="${at.join(' ')}"/><geometry>${geometry}</geometry></collision>`;
  const bare = readFileSync(file, 'utf8').replace(/<collision\b[\s\S]*?<\/collision>/g, '');
  return feet.reduce((text, foot) => text.replace(`<link name="${foot}">`, `<link name="${foot}">${shape}`), bare);
}

/** A second on its feet, pushed at its base for the first half of it, in newton. */
function stand(
  name: string,
  model: Model,
  angle: (joint: string) => number,
  stiffness: (joint: string) => number,
  feet: readonly string[],
  sole: number,
  push: readonly number[],
): StandingResult {
  const q = neutral(model);
  for (const { name: joint, q: at, nq } of model.joints) if (nq === 1) q[at] = angle(joint);
  const data = model.createData();
  forwardKinematics(model, data, q);
  q[2] -= Math.min(...feet.map((foot) => framePose(model, data, foot)[2])) - sole;
  const scene = new Scene({ margin: 0.02 });
  scene.add(halfspace(), {}, { static: true });
  const simulator = new Simulator({ models: [model], scene, timeStep, friction: 0.7, selfCollision: false });
  simulator.setState({ q });
  const hold = holding(model, q, feet, stiffness);
  const forces = new Float64Array(6 * model.joints.length);
  return run(
    name,
    simulator,
    1000,
    (step) => {
      forces.set(step < 500 ? push : [0, 0, 0]);
      return { torques: hold(simulator), forces };
    },
    () => `base at ${simulator.state.q[2].toFixed(3)} m, at first ${q[2].toFixed(3)} m`,
  );
}

/** Torques that carry the weight, the same on every foot, and springs toward the posture; the joints' own damping is in the model. */
function holding(
  model: Model,
  posture: Float64Array,
  feet: readonly string[],
  stiffness: (joint: string) => number,
): (simulator: Simulator) => Float64Array {
  const data = model.createData();
  const { nv } = model;
  const hinges = model.joints.filter((joint) => joint.nv === 1);
  return (simulator) => {
    const q = simulator.state.q.subarray(0, model.nq);
    const torques = new Float64Array(simulator.nv);
    const gravity = gravityTorque(model, data, q);
    forwardKinematics(model, data, q);
    const carried = new Float64Array(nv);
    for (const foot of feet) {
      const jacobian = frameJacobian(model, data, foot, 'local-world-aligned');
      for (let k = 0; k < nv; k++) carried[k] += (jacobian[2 * nv + k] * model.mass * 9.81) / feet.length;
    }
    for (const { name, q: at, v: k } of hinges)
      torques[k] = gravity[k] - carried[k] + stiffness(name) * (posture[at] - q[at]);
    return torques;
  };
}

/** Dampers on all joints, in the file's own words: the simulator makes them stable, however light a finger is. */
function withDampers(text: string, stiffness: (joint: string) => number): string {
  const bare = text.replace(/<dynamics\b[^>]*\/>/g, '');
  return bare.replace(
    /<joint name="([^"]+)" type="(?:revolute|continuous|prismatic)">/g,
    (tag, joint) => `${tag}<dynamics damping="${0.02 * stiffness(joint)}"/>`,
  );
}

/** A ball of 100 g falls onto the open hand, whose palm is turned up. */
async function allegro(): Promise<StandingResult> {
  const gravity = [-9.81, 0, 0];
  const model = await loadUrdf(`${folder}allegro_right/allegro_right_hulls.urdf`, { gravity });
  const q = neutral(model);
  model.joints.forEach(({ nq, q: at }, k) => {
    if (nq === 1 && k % 4 !== 0) q[at] = 0.5;
  });
  const ball = freeBody(sphere(0.035), { mass: 0.1, name: 'ball', pose: { position: [0.12, 0, 0] } });
  const simulator = new Simulator({ models: [model, ball], gravity, timeStep, friction: 0.7, selfCollision: false });
  const state = simulator.state;
  state.q.set(q);
  simulator.setState(state);
  const hold = holding(model, q, [], () => 1);
  return run(
    'Allegro, a ball',
    simulator,
    1000,
    () => ({ torques: hold(simulator) }),
    () => {
      const [x, y, z] = simulator.state.q.subarray(model.nq);
      const speed = Math.hypot(...simulator.state.v.subarray(model.nv, model.nv + 3));
      return `ball at ${[x, y, z].map((value) => value.toFixed(3)).join(' ')} m, ${speed.toFixed(3)} m/s`;
    },
  );
}

function run(
  name: string,
  simulator: Simulator,
  steps: number,
  drive: (step: number) => { readonly torques: Float64Array; readonly forces?: Float64Array },
  outcome: () => string,
): StandingResult {
  let [contacts, deepest, residual, unsolved, milliseconds] = [0, 0, 0, 0, 0];
  for (let k = 0; k < steps; k++) {
    const { torques, forces } = drive(k);
    const start = performance.now();
    simulator.step(torques, forces);
    milliseconds += performance.now() - start;
    const report = simulator.report();
    contacts = Math.max(contacts, report.contacts.length);
    deepest = Math.max(deepest, report.penetration);
    residual = Math.max(residual, report.residuals.ncp);
    if (report.status !== 'converged' && report.status !== 'free') unsolved++;
  }
  return { name, steps, contacts, deepest, residual, unsolved, milliseconds: milliseconds / steps, outcome: outcome() };
}
