// Fig. 16: contact problems along trajectories of the paper's robots. Solo-12 and Talos stand on the ground and are pushed, a ball
// falls into the Allegro hand. The robots hold their posture; contacts stick, slide and separate.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Shape, signedDistance, sphere } from 'proximal';
import {
  type ContactProblem,
  ContactSolution,
  contactFrame,
  DenseMatrix,
  normalReference,
  solve,
} from 'proximal/contact';
import {
  type Data,
  forwardDynamics,
  forwardKinematics,
  frameJacobian,
  framePose,
  geometryPoses,
  gravityTorque,
  integrate,
  inverseMassMatrix,
  type Model,
  massMatrix,
  neutral,
} from 'proximal/dynamics';
import { loadUrdf } from 'proximal/io';
import { gravity } from './cube.ts';

/** A contact: its gap, its normal, and the Jacobian of its point. */
interface Contact {
  /** The same in all steps. */
  readonly key: string;
  readonly gap: number;
  readonly normal: readonly number[];
  /** 3 × nv, by rows, in world axes. */
  readonly jacobian: readonly (readonly number[])[];
}

/** The contact problem of a step. */
export interface TrajectoryProblem {
  readonly problem: ContactProblem;
  /** The keys of its contacts: a contact has the same key in all steps. */
  readonly keys: readonly string[];
}

export interface Trajectory {
  readonly name: string;
  readonly problems: readonly TrajectoryProblem[];
}

const timeStep = 1e-3;
/** The gap in meters below which a pair is a contact. */
const contactGap = 0.005;
const folder = fileURLToPath(new URL('../../../../shared/data/robots/', import.meta.url));

export const robotsMissing = existsSync(folder) ? undefined : `no robots: ${folder} does not exist`;

export async function robotTrajectories(steps: number): Promise<Trajectory[]> {
  if (robotsMissing !== undefined) return [];
  return [await solo(steps), await talos(steps), await allegro(steps)];
}

async function solo(steps: number): Promise<Trajectory> {
  const model = await loadUrdf(`${folder}solo12/solo12.urdf`, { root: 'free-flyer' });
  const q = neutral(model);
  model.joints.forEach(({ name, q: at }) => {
    if (name.endsWith('HFE')) q[at] = name.startsWith('F') ? 0.8 : -0.8;
    if (name.endsWith('KFE')) q[at] = name.startsWith('F') ? -1.6 : 1.6;
  });
  const feet = ['FL_FOOT', 'FR_FOOT', 'HL_FOOT', 'HR_FOOT'].map((link) => ({ link, offset: [0, 0, 0] }));
  return stand('Solo-12', model, q, feet, steps, [6, 4, 0]);
}

async function talos(steps: number): Promise<Trajectory> {
  const model = await loadUrdf(`${folder}talos/talos.urdf`, { root: 'free-flyer' });
  const q = neutral(model);
  model.joints.forEach(({ name, q: at }) => {
    if (/leg_(left|right)_3_joint/.test(name)) q[at] = -0.4;
    if (/leg_(left|right)_4_joint/.test(name)) q[at] = 0.8;
    if (/leg_(left|right)_5_joint/.test(name)) q[at] = -0.4;
  });
  const feet = ['leg_left_6_link', 'leg_right_6_link'].flatMap((link) =>
    [
      [0.1, 0.06],
      [0.1, -0.06],
      [-0.1, 0.06],
      [-0.1, -0.06],
    ].map(([x, y]) => ({ link, offset: [x, y, -0.107] })),
  );
  return stand('Talos', model, q, feet, steps, [60, 40, 0]);
}

interface Foot {
  readonly link: string;
  readonly offset: readonly number[];
}

/** A robot on its feet, pushed at its base for the first half of the time. */
function stand(
  name: string,
  model: Model,
  q: Float64Array,
  feet: readonly Foot[],
  steps: number,
  push: readonly number[],
): Trajectory {
  const data = model.createData();
  forwardKinematics(model, data, q);
  const heights = feet.map((foot) => footOf(model, data, foot).gap);
  q[2] -= Math.min(...heights);
  const robot = new Robot(model, data, q, (v, configuration) => {
    forwardKinematics(model, data, configuration, v);
    return feet.map((foot) => footOf(model, data, foot)).filter(({ gap }) => gap < contactGap);
  });
  robot.footCount = feet.length;
  const problems: TrajectoryProblem[] = [];
  for (let step = 0; step < steps; step++) {
    robot.push(step < steps / 2 ? push : [0, 0, 0]);
    const recorded = robot.step();
    if (recorded) problems.push(recorded);
  }
  return { name, problems };
}

/** A ball falls onto the open hand. The ball's coordinates follow the coordinates of the hand. */
async function allegro(steps: number): Promise<Trajectory> {
  const model = await loadUrdf(`${folder}allegro_right/allegro_right_hulls.urdf`, {
    root: 'fixed',
    gravity: [-gravity, 0, 0],
  });
  const data = model.createData();
  const q = neutral(model);
  model.joints.forEach(({ nq, q: at }, k) => {
    if (nq === 1 && k % 4 !== 0) q[at] = 0.5;
  });
  const radius = 0.035;
  const ball = sphere(radius);
  const bodies = model.geometries.map(({ shape }) => shape as Shape);
  const position = Float64Array.of(0.09, 0, 0.03);
  const robot = new Robot(model, data, q, (v, configuration) => {
    forwardKinematics(model, data, configuration, v);
    const poses = geometryPoses(model, data);
    return bodies.flatMap((shape, k) => ballContacts(model, data, k, shape, poses, ball, radius, position));
  });
  robot.ball = {
    mass: 0.1,
    inertia: 0.4 * 0.1 * radius * radius,
    position,
    velocity: new Float64Array(6),
    gravity: [-gravity, 0, 0],
  };
  const problems: TrajectoryProblem[] = [];
  for (let step = 0; step < steps; step++) {
    const recorded = robot.step();
    if (recorded) problems.push(recorded);
  }
  return { name: 'Allegro', problems };
}

interface Ball {
  readonly mass: number;
  readonly inertia: number;
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly gravity: readonly number[];
}

/** A robot that holds a posture, with contacts solved by 'ncp-admm', as in the paper. */
class Robot {
  footCount = 0;
  ball: Ball | undefined;
  private readonly posture: Float64Array;
  private readonly v: Float64Array;
  private readonly forces: Float64Array;
  private readonly solution = new ContactSolution();

  constructor(
    private readonly model: Model,
    private readonly data: Data,
    private readonly q: Float64Array,
    private readonly contactsOf: (v: Float64Array, q: Float64Array) => Contact[],
  ) {
    this.posture = q.slice();
    this.v = new Float64Array(model.nv);
    this.forces = new Float64Array(6 * model.joints.length);
  }

  push(force: readonly number[]): void {
    this.forces.set(force, 0);
  }

  /** The contact problem of this step, if there is a contact. */
  step(): TrajectoryProblem | undefined {
    const { model, data, q, v, ball } = this;
    const contacts = this.contactsOf(v, q);
    const rows = contacts.flatMap(({ jacobian, normal }) => inFrame(jacobian, normal));
    const acceleration = forwardDynamics(model, data, q, v, this.torques(contacts), this.forces);
    const free = [...v.map((x, k) => x + timeStep * acceleration[k])];
    const extra = ball ? 6 : 0;
    if (ball) free.push(...ball.velocity.map((x, k) => (k < 3 ? x + timeStep * ball.gravity[k] : x)));
    const inverse = inverseMassMatrix(model, data, q);
    const nv = model.nv + extra;
    // M⁻¹ Jᵀ, a column for each row of J.
    const columns = rows.map((row) =>
      Array.from({ length: nv }, (_, i) => {
        if (i >= model.nv && ball) return row[i] / (i < model.nv + 3 ? ball.mass : ball.inertia);
        let sum = 0;
        for (let k = 0; k < model.nv; k++) sum += inverse[i * model.nv + k] * row[k];
        return sum;
      }),
    );
    const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, k) => sum + x * b[k], 0);
    const problem: ContactProblem | undefined =
      contacts.length === 0
        ? undefined
        : {
            delassus: DenseMatrix.fromRows(symmetrized(rows.map((row) => columns.map((column) => dot(row, column))))),
            freeVelocity: Float64Array.from(rows, (row) => dot(row, free)),
            friction: new Float64Array(contacts.length).fill(0.7),
            reference: Float64Array.from(
              contacts.flatMap(({ gap }) => [0, 0, normalReference(gap, timeStep, { baumgarte: 50 })]),
            ),
          };
    if (problem)
      solve(problem, { solver: 'ncp-admm', tolerance: 1e-8, relativeTolerance: 0 }, undefined, this.solution);
    const after = free.map((x, i) =>
      problem ? columns.reduce((sum, column, k) => sum + column[i] * this.solution.impulses[k], x) : x,
    );
    this.move(after);
    return problem && { problem, keys: contacts.map(({ key }) => key) };
  }

  private move(after: readonly number[]): void {
    const { model, q, v, ball } = this;
    v.set(after.slice(0, model.nv));
    q.set(
      integrate(
        model,
        q,
        v.map((x) => timeStep * x),
      ),
    );
    if (!ball) return;
    ball.velocity.set(after.slice(model.nv));
    for (let k = 0; k < 3; k++) ball.position[k] += timeStep * ball.velocity[k];
  }

  /** Torques of the joints: gravity compensation, the weight on the feet, and springs and dampers toward the posture. */
  private torques(contacts: readonly Contact[]): Float64Array {
    const { model, data, q, v, posture } = this;
    const mass = massMatrix(model, data, q).slice();
    const tau = gravityTorque(model, data, q).slice();
    const load = tau[2] / Math.max(1, this.footCount);
    for (const { jacobian } of this.footCount > 0 ? contacts : [])
      for (let k = 0; k < model.nv; k++) tau[k] -= load * jacobian[2][k];
    for (const { kind, q: at, v: to, nv } of model.joints) {
      if (kind === 'free-flyer') tau.fill(0, to, to + nv);
      else tau[to] += mass[to * model.nv + to] * (200 * (posture[at] - q[at]) - 25 * v[to]);
    }
    return tau;
  }
}

export function symmetrized(m: number[][]): number[][] {
  return m.map((row, i) => row.map((x, j) => (x + m[j][i]) / 2));
}

/** Rows in world axes, transformed to the contact frame: t1, t2, n. */
export function inFrame(jacobian: readonly (readonly number[])[], normal: readonly number[]): number[][] {
  const frame = contactFrame(normal);
  return [0, 3, 6].map((at) =>
    jacobian[0].map(
      (_, k) => frame[at] * jacobian[0][k] + frame[at + 1] * jacobian[1][k] + frame[at + 2] * jacobian[2][k],
    ),
  );
}

function footOf(model: Model, data: Data, { link, offset }: Foot): Contact {
  const pose = framePose(model, data, link);
  const arm = rotated(pose, offset);
  const gap = pose[2] + arm[2];
  return {
    key: `${link} ${offset.join(' ')}`,
    gap,
    normal: [0, 0, 1],
    jacobian: pointJacobian(model, data, link, arm, 1, 0),
  };
}

/** `sign` times the Jacobian of the point at `arm` from a link's origin, followed by `extra` zero columns for a ball. */
export function pointJacobian(
  model: Model,
  data: Data,
  link: string,
  arm: readonly number[],
  sign: number,
  extra: number,
): number[][] {
  const j = frameJacobian(model, data, link, 'local-world-aligned');
  const { nv } = model;
  const [x, y, z] = arm;
  const skew = [
    [0, z, -y],
    [-z, 0, x],
    [y, -x, 0],
  ];
  return skew.map((row, axis) => [
    ...Array.from(
      { length: nv },
      (_, k) => sign * (j[axis * nv + k] + row[0] * j[3 * nv + k] + row[1] * j[4 * nv + k] + row[2] * j[5 * nv + k]),
    ),
    ...new Array(extra).fill(0),
  ]);
}

function ballContacts(
  model: Model,
  data: Data,
  k: number,
  shape: Shape,
  poses: Float64Array,
  ball: Shape,
  radius: number,
  position: Float64Array,
): Contact[] {
  const { link } = model.geometries[k];
  const found = signedDistance(shape, poses.subarray(7 * k, 7 * k + 7), ball, { position });
  if (found.distance > contactGap) return [];
  const origin = framePose(model, data, link);
  const jacobian = pointJacobian(
    model,
    data,
    link,
    found.pointA.map((x, axis) => x - origin[axis]),
    -1,
    6,
  );
  const arm = found.normal.map((x) => -radius * x);
  const spin = [
    [0, arm[2], -arm[1]],
    [-arm[2], 0, arm[0]],
    [arm[1], -arm[0], 0],
  ];
  for (let axis = 0; axis < 3; axis++) {
    jacobian[axis][model.nv + axis] = 1;
    for (let j = 0; j < 3; j++) jacobian[axis][model.nv + 3 + j] = spin[axis][j];
  }
  return [{ key: `${k}`, gap: found.distance, normal: [...found.normal], jacobian }];
}

function rotated(pose: ArrayLike<number>, [x, y, z]: readonly number[]): number[] {
  const [a, b, c, w] = [pose[3], pose[4], pose[5], pose[6]];
  const [u, v, t] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  return [x + w * u + b * t - c * v, y + w * v + c * u - a * t, z + w * t + a * v - b * u];
}
