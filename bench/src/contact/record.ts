// The contact problem of a step of a world, rebuilt from public numbers: the state before the step, drives, applied forces, and the contacts of the report.
import { type ContactProblem, contactFrame, DenseMatrix, normalReference, residuals } from 'proximal/contact';
import {
  type Data,
  forwardKinematics,
  frameJacobian,
  framePose,
  gravityTorque,
  type Model,
  massMatrix,
} from 'proximal/dynamics';
import type { Body } from 'proximal/scene';
import type { Robot, SimulatedContact, World } from 'proximal/sim';

/** The contact problem of a step. */
export interface TrajectoryProblem {
  readonly problem: ContactProblem;
  /** The keys of its contacts: a contact has the same key in all steps. */
  readonly keys: readonly string[];
  /**
   * The residual of the NCP, equation (14) of the paper, at the impulses of the world: within its solver's tolerance, unless the problem is
   * another than the world's.
   */
  readonly residual: number;
}

/** A force in world axes at the origin of a robot's root link. */
export interface RootForce {
  readonly robot: Robot;
  readonly force: readonly number[];
}

/**
 * Rebuilds the problems of a world of robots whose joints have no dry friction, no damping and no active limits. Drives are implicit, as in the world:
 * with stiffness k and damping d, a joint has the additional inertia Δt d + Δt² k.
 */
export class ProblemRecorder {
  private readonly data: readonly Data[];
  private readonly links = new Map<Body, { readonly robot: number; readonly link: string }>();

  constructor(
    private readonly world: World,
    private readonly robots: readonly Robot[],
  ) {
    this.data = robots.map(({ model }) => model.createData());
    robots.forEach(({ bodies, model }, robot) => {
      bodies.forEach((body, k) => {
        this.links.set(body, { robot, link: model.geometries[k].link });
      });
    });
  }

  /** Makes a step, with a force if one is given. @returns its problem, if there is a contact */
  step(push?: RootForce): TrajectoryProblem | undefined {
    const { world, robots } = this;
    const parts = robots.map((robot, k) =>
      this.freeMotion(robot, this.data[k], push?.robot === robot ? push.force : null),
    );
    const free = parts.flatMap((part) => [...part.free]);
    if (push) {
      const root = push.robot.link(rootLinkOf(push.robot.model));
      root.applyForce(push.force, root.pose.slice(0, 3));
    }
    world.step();
    const { contacts } = world.report();
    if (contacts.length === 0) return undefined;
    const rows = contacts.flatMap((contact) => this.rowsOf(contact));
    const columns = rows.map((row) =>
      parts.flatMap(({ range, inverse }) => inverse(row.slice(range.firstV, range.firstV + range.nv))),
    );
    const problem: ContactProblem = {
      delassus: DenseMatrix.fromRows(symmetrized(rows.map((row) => columns.map((column) => dot(row, column))))),
      freeVelocity: Float64Array.from(rows, (row) => dot(row, free)),
      friction: Float64Array.from(contacts, ({ friction }) => friction),
      reference: Float64Array.from(contacts.flatMap(({ gap }) => [0, 0, normalReference(gap, world.timeStep)])),
    };
    const impulses = Float64Array.from(contacts.flatMap(({ normal, impulse }) => inContactFrame(normal, impulse)));
    return { problem, keys: contacts.map(({ key }) => key), residual: residuals(problem, impulses).ncp };
  }

  /** The velocity after a step without contacts, and the solution of linear systems with the inertia of the step, at the present state. */
  private freeMotion(robot: Robot, data: Data, force: readonly number[] | null) {
    const { timeStep } = this.world;
    const { model, range } = robot;
    const { nv } = model;
    const [q, v] = [robot.configuration, robot.velocity];
    const mass = massMatrix(model, data, q).slice();
    // Gravity is that of the robot's model.
    const torque = gravityTorque(model, data, q).map((x) => -x);
    forwardKinematics(model, data, q);
    if (force) this.addRootForce(model, data, force, torque);
    const momentum = Float64Array.from(v, (_, i) => dot(mass.subarray(i * nv, i * nv + nv), v) + timeStep * torque[i]);
    for (const { name, q: at, v: to, nq } of model.joints) {
      if (nq !== 1) continue;
      const { target, stiffness, damping } = robot.joint(name);
      if (target === null) continue;
      momentum[to] += timeStep * stiffness * (target - q[at]);
      mass[to * nv + to] += timeStep * damping + timeStep * timeStep * stiffness;
    }
    const inverse = cholesky(mass, nv);
    return { range, inverse, free: inverse(momentum) };
  }

  /** Adds Jᵀ f of a force at the origin of the root link. */
  private addRootForce(model: Model, data: Data, force: readonly number[], torque: Float64Array): void {
    const jacobian = frameJacobian(model, data, rootLinkOf(model), 'local-world-aligned');
    for (let k = 0; k < model.nv; k++)
      for (let axis = 0; axis < 3; axis++) torque[k] += jacobian[axis * model.nv + k] * force[axis];
  }

  /** Three rows of the contact Jacobian: the velocity of B relative to A along t1, t2, n. */
  private rowsOf({ a, b, point, normal }: SimulatedContact): number[][] {
    const jacobian = [0, 1, 2].map(() => new Float64Array(this.world.nv));
    for (const [body, sign] of [
      [a, -1],
      [b, 1],
    ] as const) {
      const owner = this.links.get(body);
      if (owner === undefined) continue;
      const { model, range } = this.robots[owner.robot];
      const data = this.data[owner.robot];
      const origin = framePose(model, data, owner.link);
      const arm = point.map((x, axis) => x - origin[axis]);
      pointJacobian(model, data, owner.link, arm).forEach((row, axis) => {
        for (let k = 0; k < model.nv; k++) jacobian[axis][range.firstV + k] += sign * row[k];
      });
    }
    return inFrame(jacobian, normal);
  }
}

/** The link at which a `RootForce` acts. */
export function rootLinkOf(model: Model): string {
  return model.frames[0].name;
}

/** Returns the solution of linear systems with a symmetric positive definite matrix. */
function cholesky(matrix: Float64Array, n: number): (right: ArrayLike<number>) => number[] {
  const l = matrix.slice();
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let sum = l[i * n + j];
      for (let k = 0; k < j; k++) sum -= l[i * n + k] * l[j * n + k];
      l[i * n + j] = i === j ? Math.sqrt(sum) : sum / l[j * n + j];
    }
  return (right) => {
    const x = Array.from(right);
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < i; k++) x[i] -= l[i * n + k] * x[k];
      x[i] /= l[i * n + i];
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) x[i] -= l[k * n + i] * x[k];
      x[i] /= l[i * n + i];
    }
    return x;
  };
}

export function symmetrized(m: number[][]): number[][] {
  return m.map((row, i) => row.map((x, j) => (x + m[j][i]) / 2));
}

/** Rows in world axes, transformed to the contact frame: t1, t2, n. */
export function inFrame(jacobian: readonly ArrayLike<number>[], normal: readonly number[]): number[][] {
  const frame = contactFrame(normal);
  return [0, 3, 6].map((at) =>
    Array.from(
      jacobian[0],
      (_, k) => frame[at] * jacobian[0][k] + frame[at + 1] * jacobian[1][k] + frame[at + 2] * jacobian[2][k],
    ),
  );
}

function inContactFrame(normal: readonly number[], vector: ArrayLike<number>): number[] {
  const frame = contactFrame(normal);
  return [0, 3, 6].map((at) => dot(frame.subarray(at, at + 3), vector));
}

/** The Jacobian of the velocity of the point at `arm` from a link's origin, in world axes: three rows. */
export function pointJacobian(model: Model, data: Data, link: string, arm: readonly number[]): number[][] {
  const j = frameJacobian(model, data, link, 'local-world-aligned');
  const { nv } = model;
  const [x, y, z] = arm;
  const skew = [
    [0, z, -y],
    [-z, 0, x],
    [y, -x, 0],
  ];
  return skew.map((row, axis) =>
    Array.from(
      { length: nv },
      (_, k) => j[axis * nv + k] + row[0] * j[3 * nv + k] + row[1] * j[4 * nv + k] + row[2] * j[5 * nv + k],
    ),
  );
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
