// The robots of Fig. 13 and 16 in the library's simulator, with their own collision shapes: Solo-12 and Talos hold a posture on the ground and are
// pushed, a ball falls into the Allegro hand.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { halfspace, type Shape, sphere } from 'proximal';
import { forwardKinematics, geometryPoses, type Model, ModelBuilder, neutral } from 'proximal/dynamics';
import { readUrdf } from 'proximal/io';
import { inverse, transformDirection, transformPoint } from 'proximal/math';
import { type Robot, World, type WorldOptions } from 'proximal/sim';
import { gravity } from './cube.ts';
import { ProblemRecorder, type TrajectoryProblem } from './record.ts';

export interface Trajectory {
  readonly name: string;
  readonly problems: readonly TrajectoryProblem[];
}

const folder = fileURLToPath(new URL('../../../../shared/data/robots/', import.meta.url));

export const robotsMissing = existsSync(folder) ? undefined : `no robots: ${folder} does not exist`;

const timeStep = 1e-3;
/** Postures keep this distance from the limits of joints, in radians: the problems have no rows for limits. */
const limitDistance = 0.02;
/** The largest number of steps on the ground before the first recorded one. */
const settlingSteps = 200;

const worldOptions: WorldOptions = {
  timeStep,
  friction: 0.7,
  // Contacts with a gap of up to 5 mm are part of the problems.
  margin: 0.005,
  sleeping: false,
  solver: { solver: 'ncp-admm', tolerance: 1e-8, relativeTolerance: 0 },
};

/** A robot that stands on a plane and holds its posture. */
export interface Standing {
  readonly world: World;
  readonly robot: Robot;
}

export async function robotTrajectories(steps: number): Promise<Trajectory[]> {
  if (robotsMissing !== undefined) return [];
  return [
    { name: 'Solo-12', problems: pushed(standingSolo(await loadSolo()), steps, [6, 4, 0]) },
    { name: 'Talos', problems: pushed(standing(await load('talos/talos.urdf'), talosPosture), steps, [60, 40, 0]) },
    { name: 'Allegro', problems: await catchBall(steps) },
  ];
}

/** Without dry friction and damping of the joints: the paper's problems have contacts alone. */
function load(file: string, options: Parameters<typeof readUrdf>[1] = { root: 'free-flyer' }): Promise<Model> {
  const path = folder + file;
  const text = readFileSync(path, 'utf8').replace(/<dynamics\b[^>]*\/>/g, '');
  return readUrdf(text, { name: path, mimic: 'independent', ...options });
}

export function loadSolo(): Promise<Model> {
  return load('solo12/solo12.urdf');
}

/** Solo-12 on the ground, with soft drives. */
export function standingSolo(model: Model, options: WorldOptions = {}): Standing {
  const solo = standing(model, soloPosture, options);
  for (const { name, nq } of model.joints) if (nq === 1) Object.assign(solo.robot.joint(name), soloGains);
  return solo;
}

type Posture = (joint: string) => number;

/** Stiffness and damping of drives, in N m/rad and N m s/rad. */
export interface Gains {
  readonly stiffness: number;
  readonly damping: number;
}

/** The default drives would hold the legs stiff, because the effort limits of the file are a thousand newton meters. */
const soloGains: Gains = { stiffness: 20, damping: 0.5 };

const soloPosture: Posture = (name) => {
  const sign = name.startsWith('F') ? 1 : -1;
  return name.endsWith('HFE') ? 0.8 * sign : name.endsWith('KFE') ? -1.6 * sign : 0;
};

const talosPosture: Posture = (name) => {
  const [, number] = /^leg_(?:left|right)_([345])_joint$/.exec(name) ?? [];
  return number === undefined ? 0 : number === '4' ? 0.8 : -0.4;
};

/** A robot in a posture, which its drives hold, with its lowest point on the ground. */
function standing(model: Model, postureOf: Posture, options: WorldOptions = {}): Standing {
  const q = neutral(model);
  const { lower, upper } = model.limits;
  for (const { name, q: at, nq } of model.joints)
    if (nq === 1) q[at] = Math.min(upper[at] - limitDistance, Math.max(lower[at] + limitDistance, postureOf(name)));
  q[2] -= lowestPoint(model, q);
  const world = new World({ ...worldOptions, ...options });
  world.add(halfspace(), { type: 'static' });
  const robot = world.add(model, { configuration: q });
  robot.hold(q);
  return { world, robot };
}

function lowestPoint(model: Model, q: Float64Array): number {
  const data = model.createData();
  forwardKinematics(model, data, q);
  const poses = geometryPoses(model, data);
  const heights = model.geometries.map(({ shape }, k) => {
    const pose = poses.slice(7 * k, 7 * k + 7);
    const down = transformDirection(inverse(pose), [0, 0, -1]);
    return transformPoint(pose, (shape as Shape).support(down))[2];
  });
  return Math.min(...heights);
}

/** The problems of a robot that is pushed at its root for the first half of the steps. */
function pushed({ world, robot }: Standing, steps: number, force: readonly number[]): TrajectoryProblem[] {
  for (let step = 0; step < Math.min(settlingSteps, 2 * steps); step++) world.step();
  const recorder = new ProblemRecorder(world, [robot]);
  const problems: TrajectoryProblem[] = [];
  for (let step = 0; step < steps; step++) {
    const problem = recorder.step(step < steps / 2 ? { robot, force } : undefined);
    if (problem) problems.push(problem);
  }
  return problems;
}

/** A ball falls onto the open hand, whose palm is horizontal: gravity points along −x of the hand. */
async function catchBall(steps: number): Promise<TrajectoryProblem[]> {
  const down = [-gravity, 0, 0];
  const model = await load('allegro_right/allegro_right_hulls.urdf', { root: 'fixed', gravity: down });
  const q = neutral(model);
  model.joints.forEach(({ nq, q: at }, k) => {
    if (nq === 1 && k % 4 !== 0) q[at] = 0.5;
  });
  const world = new World(worldOptions);
  const hand = world.add(model, { configuration: q });
  hand.hold(q);
  const [radius, mass] = [0.035, 0.1];
  const inertia = 0.4 * mass * radius * radius;
  const ballModel = new ModelBuilder({ name: 'ball', gravity: down })
    .link('ball', { mass, inertia: [inertia, inertia, inertia] })
    .joint('root', { kind: 'free-flyer', parent: 'world', child: 'ball' })
    .geometry('ball', { shape: sphere(radius) })
    .build();
  const ball = world.add(ballModel, { configuration: [0.09, 0, 0.03, 0, 0, 0, 1] });
  const recorder = new ProblemRecorder(world, [hand, ball]);
  return Array.from({ length: steps }, () => recorder.step()).flatMap((problem) => problem ?? []);
}
