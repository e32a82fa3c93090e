// Simulations of the papers' scenes, with the papers' numbers.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { box, halfspace, Pair, sphere } from 'proximal';
import { forwardKinematics, frameJacobian, framePose, gravityTorque, type Model, neutral } from 'proximal/dynamics';
import { loadUrdf, readUrdf } from 'proximal/io';
import { compose } from 'proximal/math';
import { Scene } from 'proximal/scene';
import { freeBody, makeSimulation, Simulator, startSimulation } from 'proximal/sim';
import { defineBenchmark, seed, whole } from '../harness/benchmark.ts';
import type { Section, Target } from '../harness/page.ts';
import { nanosecondsOf } from '../harness/timer.ts';

export const scenesBenchmark = defineBenchmark({
  name: 'scenes',
  title: 'the scenes of the papers: the drop of 50 polytopes by both distances, Solo-12, Talos and Allegro',
  options: { seconds: whole(1, 1000), seed },
  full: { seconds: 10, seed: 1 },
  quick: { seconds: 2 },
  seconds: { quick: 5, full: 70 },
  async measure({ seconds, seed: start }) {
    const drops = (['half-space', 'box'] as const).flatMap((ground) =>
      (['signed', 'growth'] as const).map((collision) => measureDrop(collision, ground, start, seconds)),
    );
    return { drops, robots: await measureStanding() };
  },
  // The bodies are at rest after the paper's time, not before.
  targets: ({ drops }, { seconds }) => (seconds < paper.seconds ? [] : targetsOf(drops, seconds)),
  page: ({ drops, robots }, _targets, { seconds, seed: start }) => ({
    title: 'Scenes of the papers',
    intro: `Seed ${start}.`,
    sections: [dropSection(drops, seconds), ...(robots ? [robotSection(robots)] : [])],
  }),
});

/** The paper's deepest penetrations in cm, for Bullet with margins of 4 cm, 240 Hz and 10 s. */
const paper = { seconds: 10, signed: '1.50', growth: '1.39' } as const;

function dropSection(drops: readonly DropResult[], seconds: number): Section {
  return {
    title: `50 polytopes, 240 Hz for ${seconds} s`,
    note: `The paper uses Bullet with margins of 4 cm for ${paper.seconds} s, and does not give the height of the drop. In the rows "growth", contacts with a half-space, which cannot be scaled, are by
signed distance; with a box of 100 × 100 × 50 m as ground, all contacts are by growth distance. Contacts that are reused from the last step need no call of growthDistance.`,
    head: [
      'collision',
      'ground',
      'growth calls',
      'deepest, cm',
      'paper',
      'energy at the end, J',
      'paper',
      'dissipated',
      'paper',
      'unsolved steps',
    ],
    rows: drops.map(({ collision, ground, calls, deepest, kineticEnergy, dissipated, unsolved, steps }) => [
      collision,
      ground,
      calls.toLocaleString('en'),
      (100 * deepest).toFixed(2),
      paper[collision],
      kineticEnergy.toFixed(2),
      '0.00',
      `${(100 * dissipated).toFixed(2)} %`,
      '90.19 %',
      `${unsolved} of ${steps}`,
    ]),
  };
}

function robotSection(robots: readonly StandingResult[]): Section {
  return {
    title: 'Robots that stand and are pushed, and a ball in a hand, 1 kHz for 1 s',
    note: '',
    head: ['robot', 'contacts, at most', 'deepest, mm', 'largest NCP residual, m/s', 'unsolved steps', 'at the end'],
    rows: robots.map(({ name, steps, contacts, deepest, residual, unsolved, outcome }) => [
      name,
      String(contacts),
      (1000 * deepest).toFixed(3),
      residual.toExponential(1),
      `${unsolved} of ${steps}`,
      outcome,
    ]),
  };
}

function targetsOf(drops: readonly DropResult[], seconds: number): Target[] {
  return drops.map(({ collision, ground, kineticEnergy }) => ({
    what: `50 polytopes, ${collision}, ground a ${ground}: kinetic energy after ${seconds} s`,
    wanted: '0.00 J',
    found: `${kineticEnergy.toFixed(2)} J`,
    isMet: kineticEnergy < 0.005,
  }));
}

interface DropResult {
  readonly collision: 'signed' | 'growth';
  readonly ground: 'half-space' | 'box';
  /** The number of growth-distance queries. */
  readonly calls: number;
  /** In meters, over all steps. */
  readonly deepest: number;
  /** In joules, at the end. */
  readonly kineticEnergy: number;
  /** The share of the initial potential energy above the ground that is dissipated. */
  readonly dissipated: number;
  /** Steps whose contacts were not solved to the tolerance. */
  readonly unsolved: number;
  readonly steps: number;
  /** The time of all steps by the clock. */
  readonly seconds: number;
}

/**
 * Fig. 6 of the paper on growth distances: 50 polytopes fall to the ground.
 * @param length of the simulation, in seconds
 */
function measureDrop(
  collision: DropResult['collision'],
  ground: DropResult['ground'],
  seed: number,
  length: number,
): DropResult {
  const { bodies, ...simulation } = makeSimulation('polytopes', { seed });
  const [floor, ...polytopes] = bodies;
  const block = { ...floor, shape: box(50, 50, 25), pose: compose({ position: [0, 0, -25] }, {}) };
  const { simulator } = startSimulation({
    ...simulation,
    bodies: [ground === 'box' ? block : floor, ...polytopes],
    options: { ...simulation.options, collision },
  });
  const counter = countGrowthCalls();
  const steps = 240 * length;
  const first = simulator.report().potentialEnergy;
  let [deepest, unsolved, seconds] = [0, 0, 0];
  for (let k = 0; k < steps; k++) {
    seconds += nanosecondsOf(() => simulator.step()) / 1e9;
    const { penetration, status } = simulator.report();
    deepest = Math.max(deepest, penetration);
    if (status !== 'converged' && status !== 'free') unsolved++;
  }
  const { kineticEnergy, potentialEnergy } = simulator.report();
  const dissipated = 1 - (potentialEnergy + kineticEnergy) / first;
  return { collision, ground, calls: counter.stop(), deepest, kineticEnergy, dissipated, unsolved, steps, seconds };
}

/** Counts the calls of `Pair.growthDistance` until `stop`. */
function countGrowthCalls(): { stop: () => number } {
  const { growthDistance } = Pair.prototype;
  let calls = 0;
  Pair.prototype.growthDistance = function counted(this: Pair, poseA, poseB) {
    calls++;
    return growthDistance.call(this, poseA, poseB);
  };
  return {
    stop: () => {
      Pair.prototype.growthDistance = growthDistance;
      return calls;
    },
  };
}

interface StandingResult {
  readonly name: string;
  readonly steps: number;
  readonly contacts: number;
  readonly deepest: number;
  /** The largest NCP residual. */
  readonly residual: number;
  readonly unsolved: number;
  /** The mean time of a step by the clock. */
  readonly milliseconds: number;
  readonly outcome: string;
}

const folder = fileURLToPath(new URL('../../../../shared/data/robots/', import.meta.url));
const timeStep = 1e-3;

async function measureStanding(): Promise<StandingResult[] | null> {
  if (!existsSync(folder)) {
    console.log(`The robots are skipped: ${folder} does not exist.`);
    return null;
  }
  return [await solo(), await talos(), await allegro()];
}

async function solo(): Promise<StandingResult> {
  const feet = ['FL_FOOT', 'FR_FOOT', 'HL_FOOT', 'HR_FOOT'];
  const ball = '<sphere radius="0.0165"/>';
  const stiffness = (): number => 20;
  const text = withFeet(`${folder}solo12/solo12.urdf`, feet, [0, 0, 0], ball);
  const model = await readUrdf(withDampers(text, stiffness), { root: 'free-flyer' });
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
  const model = await readUrdf(withDampers(text, stiffness), { root: 'free-flyer' });
  const angle = (name: string): number =>
    /leg_\w+_[35]_joint/.test(name) ? -0.4 : /leg_\w+_4_joint/.test(name) ? 0.8 : 0;
  return stand('Talos, pushed', model, angle, stiffness, feet, 0.107, [60, 40, 0]);
}

/** Removes all collision shapes and adds one to each foot. */
function withFeet(file: string, feet: readonly string[], at: readonly number[], geometry: string): string {
  const shape = `<collision><origin xyz="${at.join(' ')}"/><geometry>${geometry}</geometry></collision>`;
  const bare = readFileSync(file, 'utf8').replace(/<collision\b[\s\S]*?<\/collision>/g, '');
  return feet.reduce((text, foot) => text.replace(`<link name="${foot}">`, `<link name="${foot}">${shape}`), bare);
}

/** Stands for a second, pushed at its base for the first half of it. @param push in newtons */
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

/** Torques that carry the weight, shared equally by all feet, and springs toward the posture. Damping is in the model. */
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

/** Dampers on all hinges and sliders, in URDF, because the simulator integrates them implicitly: stable also for light fingers. */
function withDampers(text: string, stiffness: (joint: string) => number): string {
  const bare = text.replace(/<dynamics\b[^>]*\/>/g, '');
  return bare.replace(
    /<joint name="([^"]+)" type="(?:revolute|continuous|prismatic)">/g,
    (tag, joint) => `${tag}<dynamics damping="${0.02 * stiffness(joint)}"/>`,
  );
}

/** A ball of 100 g falls onto the open hand, palm up. */
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
  actuate: (step: number) => { readonly torques: Float64Array; readonly forces?: Float64Array },
  outcome: () => string,
): StandingResult {
  let [contacts, deepest, residual, unsolved, milliseconds] = [0, 0, 0, 0, 0];
  for (let k = 0; k < steps; k++) {
    const { torques, forces } = actuate(k);
    milliseconds += nanosecondsOf(() => simulator.step(torques, forces)) / 1e6;
    const report = simulator.report();
    contacts = Math.max(contacts, report.contacts.length);
    deepest = Math.max(deepest, report.penetration);
    residual = Math.max(residual, report.residuals.ncp);
    if (report.status !== 'converged' && report.status !== 'free') unsolved++;
  }
  return { name, steps, contacts, deepest, residual, unsolved, milliseconds: milliseconds / steps, outcome: outcome() };
}
