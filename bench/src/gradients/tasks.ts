// Motions through contact, each with a cost of its last state and its controls: a contact slides, closes, is made by a pusher, or opens.
import { box, halfspace, sphere } from 'proximal';
import type { ContactOptions } from 'proximal/contact';
import type { ControlCost } from 'proximal/control';
import { type Model, ModelBuilder } from 'proximal/dynamics';
import { transformDirection } from 'proximal/math';
import { Scene } from 'proximal/scene';
import { freeBody, type RolloutLoss, Simulator } from 'proximal/sim';

export const timeStep = 0.01;

export interface Task {
  readonly name: string;
  readonly make: (solver: ContactOptions) => Simulator;
  /** The indices of the velocities with a force or torque, and its value at every step of the rollout. */
  readonly actuated: readonly number[];
  readonly push: readonly number[];
  readonly steps: number;
  readonly goal: Goal;
}

/**
 * ½ w ‖p − p*‖² + ½ w' ‖v‖² of the last state and ½ r ‖u‖² of every step, with p and v of a free body or of slides. The weights w, w' and r
 * are `position`, `velocity` and `control`, and p* is `target`.
 */
interface Goal {
  readonly isFree: boolean;
  /** The index of the position p in q, and of the velocity v in the velocities. */
  readonly q: number;
  readonly v: number;
  readonly target: readonly number[];
  readonly position: number;
  readonly velocity: number;
  readonly control: number;
}

function onFloor(models: readonly Model[], friction: number, solver: ContactOptions): Simulator {
  const scene = new Scene({ margin: 0.05 });
  scene.add(halfspace(), {}, { static: true, name: 'floor' });
  return new Simulator({ models, scene, friction, timeStep, solver });
}

/** A carriage on a vertical rail with a leg of two links and a ball as foot. */
function hopper(): Model {
  const hinge = { kind: 'revolute', axis: [0, 1, 0] } as const;
  const link = { mass: 0.2, centerOfMass: [0, 0, -0.1], inertia: [1e-3, 1e-3, 1e-4] };
  return new ModelBuilder()
    .link('carriage', { mass: 1, inertia: [0.01, 0.01, 0.01] })
    .link('thigh', link)
    .link('shank', link)
    .joint('rail', { kind: 'prismatic', parent: 'world', child: 'carriage', axis: [0, 0, 1] })
    .joint('hip', { ...hinge, parent: 'carriage', child: 'thigh' })
    .joint('knee', { ...hinge, parent: 'thigh', child: 'shank', placement: { position: [0, 0, -0.2] } })
    .geometry('shank', { shape: sphere(0.02), name: 'foot', pose: { position: [0, 0, -0.2] } })
    .build();
}

/** A ball on two slides along x and y. */
function pusher(): Model {
  return new ModelBuilder()
    .link('slide', { mass: 0.1, inertia: [1e-3, 1e-3, 1e-3] })
    .link('tip', { mass: 0.5, inertia: [1e-3, 1e-3, 1e-3] })
    .joint('x', { kind: 'prismatic', parent: 'world', child: 'slide', axis: [1, 0, 0], damping: 2 })
    .joint('y', { kind: 'prismatic', parent: 'slide', child: 'tip', axis: [0, 1, 0], damping: 2 })
    .geometry('tip', { shape: sphere(0.05), name: 'tip', pose: { position: [0, 0, 0.1] } })
    .build();
}

export const tasks: readonly Task[] = [
  {
    name: 'a crate slides',
    make: (solver) => {
      const crate = freeBody(box(0.5, 0.5, 0.2), { name: 'crate', mass: 5, pose: { position: [0, 0, 0.1999] } });
      return onFloor([crate], 0.5, solver);
    },
    actuated: [0, 1],
    push: [32, 9],
    steps: 40,
    goal: { isFree: true, q: 0, v: 0, target: [0.3, 0.15, 0.2], position: 1000, velocity: 50, control: 1e-3 },
  },
  {
    name: 'a ball lands',
    make: (solver) => {
      const ball = freeBody(sphere(0.1), { name: 'ball', mass: 1, pose: { position: [0, 0, 0.14] } });
      const sim = onFloor([ball], 0.3, solver);
      sim.setState({ v: Float64Array.of(2, 0.5, -0.5, 0, 0, 20) });
      return sim;
    },
    actuated: [0, 1],
    push: [0.5, 0.3],
    steps: 40,
    goal: { isFree: true, q: 0, v: 0, target: [0.5, -0.1, 0.1], position: 100, velocity: 1, control: 1e-2 },
  },
  {
    name: 'a pusher meets a ball',
    make: (solver) => {
      const ball = freeBody(sphere(0.1), { name: 'ball', mass: 1, pose: { position: [0.2, 0.02, 0.0999] } });
      return onFloor([pusher(), ball], 0.4, solver);
    },
    actuated: [0, 1],
    push: [4, 0],
    steps: 60,
    goal: { isFree: true, q: 2, v: 2, target: [0.5, 0.1, 0.1], position: 100, velocity: 1, control: 1e-2 },
  },
  {
    name: 'a leg jumps',
    make: (solver) => {
      const sim = onFloor([hopper()], 0.6, solver);
      const bend = 0.8;
      sim.setState({ q: Float64Array.of(0.4 * Math.cos(bend) + 0.0199, bend, -2 * bend) });
      return sim;
    },
    actuated: [1, 2],
    push: [-1.6, 3.2],
    steps: 30,
    goal: { isFree: false, q: 0, v: 0, target: [0.55], position: 1000, velocity: 10, control: 1e-2 },
  },
];

/** The part of the cost that depends on the last state, with its derivatives with respect to the numbers of the state. */
export function lossOf({ goal, steps }: Task): RolloutLoss {
  return ({ q, v }, step) => {
    if (step !== steps) return null;
    const [byQ, byV] = [new Float64Array(q.length), new Float64Array(v.length)];
    let value = 0;
    for (const [k, target] of goal.target.entries()) {
      const [error, speed] = [q[goal.q + k] - target, v[goal.v + k]];
      value += 0.5 * goal.position * error ** 2 + 0.5 * goal.velocity * speed ** 2;
      byQ[goal.q + k] = goal.position * error;
      byV[goal.v + k] = goal.velocity * speed;
    }
    return { value, q: byQ, v: byV };
  };
}

/** The whole cost for `optimizeControls`. */
export function costOf(task: Task, { nq, nv }: Simulator): ControlCost {
  const { goal, steps } = task;
  const loss = lossOf(task);
  return {
    running: (_state, control, _index, terms) => {
      for (const [k, u] of control.entries()) {
        terms.value += 0.5 * goal.control * u * u;
        terms.byControl[k] = goal.control * u;
        terms.byControlTwice[k * control.length + k] = goal.control;
      }
    },
    final: (state, terms) => {
      const [q, v] = [state.slice(0, nq), state.slice(nq)];
      const found = loss({ q, v }, steps);
      if (!found) return;
      terms.value = found.value;
      const count = goal.target.length;
      const byPosition = Array.from({ length: count }, (_, k) => Number(found.q?.[goal.q + k]));
      // The tangent of a free body is in its own axes; the weight is the same for all axes.
      const [x, y, z, w] = q.slice(goal.q + 3, goal.q + 7);
      const inTangent = goal.isFree ? transformDirection({ rotation: [-x, -y, -z, w] }, byPosition) : byPosition;
      for (let k = 0; k < count; k++) {
        const [at, rate] = [goal.v + k, nv + goal.v + k];
        terms.byState[at] = inTangent[k];
        terms.byState[rate] = Number(found.v?.[goal.v + k]);
        terms.byStateTwice[at * 2 * nv + at] = goal.position;
        terms.byStateTwice[rate * 2 * nv + rate] = goal.velocity;
      }
    },
  };
}
