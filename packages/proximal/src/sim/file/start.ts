// Makes a simulator from a simulation file.
import { checkNumber, checkOptions, outOfRange, wrongType } from '../../check/argument.ts';
import { within } from '../../check/document.ts';
import { checkModel } from '../../dynamics/check-arguments.ts';
import type { Model } from '../../dynamics/model.ts';
import { inverse, transformPoint } from '../../math/pose.ts';
import type { Body } from '../../scene/body.ts';
import { MassBudget } from '../../shapes/mass-budget.ts';
import type { World } from '../../sim/world/world.ts';
import { Simulator } from '../simulator.ts';
import { modelOf } from './bodies.ts';
import type { Simulation, SimulationBody, SimulationRobot } from './simulation.ts';
import { connectParts, makeWorld, needsWorld } from './world.ts';

/** A body or robot of the file in the simulator. */
export interface SimulationPart {
  readonly name: string;
  readonly kind: 'static' | 'body' | 'robot';
  /** Its bodies in `simulator.scene`: one body, or the bodies of a robot's links. */
  readonly bodies: readonly Body[];
  /** The model that moves it; null for a static body. */
  readonly model: Model | null;
  /** The index of its first configuration coordinate in `simulator.state.q`; −1 for a static body. */
  readonly q: number;
  /** The index of its first velocity coordinate in `simulator.state.v`; −1 for a static body. */
  readonly v: number;
}

/** A simulator, and the bodies and robots in it. */
export interface StartedSimulation {
  readonly simulator: Simulator;
  /**
   * The same simulator, if it is a world; null otherwise. Files with fields that only worlds have are simulated by worlds: see docs/simulations.md.
   */
  readonly world: World | null;
  /** The bodies of the file and then its robots, in their order. */
  readonly parts: readonly SimulationPart[];
}

/**
 * Options of `startSimulation`.
 * @example
 * ```ts
 * const options: StartOptions = { massEvaluations: 1e8 };
 * ```
 */
export interface StartOptions {
  /**
   * The largest number of support points that are evaluated for the masses of all bodies together. Only bodies without a given inertia need them, if
   * the mass properties of their shapes have no closed form. Default 1.5 million, about a second. Equal shapes are computed once.
   */
  readonly massEvaluations?: number;
}

/**
 * Makes the simulator that a simulation file describes, in its initial state.
 * @param robots the models of `simulation.robots`, in their order, as `loadUrdf` or `loadMjcf` returns them
 * @example
 * ```ts
 * const { simulator, parts } = startSimulation(makeSimulation('stack'));
 * for (let k = 0; k < 240; k++) simulator.step();
 * parts[1].bodies[0].pose; // the pose of the lowest box
 * ```
 */
export function startSimulation(
  simulation: Simulation,
  robots: readonly Model[] = [],
  options: StartOptions = {},
): StartedSimulation {
  const where = 'startSimulation';
  checkSimulation(where, simulation, robots);
  checkOptions(where, 'options', options, ['massEvaluations']);
  const { massEvaluations = defaultEvaluations } = options;
  checkNumber(where, 'options.massEvaluations', massEvaluations, 'give a number, not negative', 0);
  const budget = new MassBudget(massEvaluations);
  const started = needsWorld(simulation)
    ? makeWorld(where, simulation, robots, budget)
    : makeSimulator(where, simulation, robots, budget);
  const { simulator, parts, world } = started;
  const { q, v } = simulator.state;
  simulation.bodies.forEach((body, k) => {
    if (parts[k].v >= 0) v.set(twistOf(body), parts[k].v);
  });
  simulation.robots.forEach((robot, k) => {
    placeRobot(`robots[${k}]`, robot, robots[k], parts[simulation.bodies.length + k], { q, v });
  });
  within(where, 'robots', () => simulator.setState({ q, v }));
  setControls(where, simulator, simulation.robots, robots);
  if (world) connectParts(where, simulation, world);
  return started;
}

/** The default budget for a file's masses, in support points. */
const defaultEvaluations = 1.5e6;

function checkSimulation(where: string, simulation: Simulation, robots: readonly Model[]): void {
  if (!Array.isArray(simulation?.bodies) || !Array.isArray(simulation.robots))
    throw wrongType(where, 'simulation', simulation, 'give what readSimulation or makeSimulation returned');
  const robotCount = simulation.robots.length;
  if (!Array.isArray(robots) || robots.length !== robotCount) {
    const names = simulation.robots.map(({ name, file }) => file ?? name).join(', ');
    const remedy = robotCount === 0 ? 'leave them out' : `give ${robotCount} models, of ${names}`;
    throw wrongType(where, 'robots', robots, `the simulation has ${robotCount} robots: ${remedy}`);
  }
  for (const model of robots) checkModel(where, model);
}

/** The velocity of a free body: its twist in its own frame. */
function twistOf({ pose, velocity, angularVelocity }: SimulationBody): number[] {
  const toBody = inverse({ rotation: pose.subarray(3) });
  return [...transformPoint(toBody, velocity), ...transformPoint(toBody, angularVelocity)];
}

function placeRobot(
  path: string,
  robot: SimulationRobot,
  model: Model,
  part: SimulationPart,
  state: { readonly q: Float64Array; readonly v: Float64Array },
): void {
  const where = 'startSimulation';
  const check = (name: 'q' | 'v', length: number): void => {
    const values = robot[name];
    if (values === undefined) return;
    if (values.length !== length) throw wrongType(where, `${path}.${name}`, values, `the robot has ${length} numbers`);
    state[name].set(values, part[name]);
  };
  check('q', model.nq);
  check('v', model.nv);
  if (robot.pose === undefined) return;
  if (model.joints[0]?.kind !== 'free-flyer')
    throw outOfRange(where, `${path}.pose`, robot.pose, "only a 'free-flyer' root has an initial pose");
  state.q.set(robot.pose, part.q);
}

function setControls(
  where: string,
  simulator: Simulator,
  robots: readonly SimulationRobot[],
  models: readonly Model[],
): void {
  let first = 0;
  robots.forEach(({ controls }, k) => {
    const { length } = models[k].actuators;
    if (controls !== undefined && controls.length !== length)
      throw wrongType(where, `robots[${k}].controls`, controls, `the robot has ${length} actuators`);
    simulator.controls.set(controls ?? [], first);
    first += length;
  });
}

/** A simulator of the file. Its members are the bodies that move and then the robots. */
function makeSimulator(
  where: string,
  simulation: Simulation,
  robots: readonly Model[],
  budget: MassBudget,
): StartedSimulation {
  const free = simulation.bodies.map((body, k) =>
    body.static ? [] : within(where, `bodies[${k}]`, () => modelOf(body, budget)),
  );
  const simulator = new Simulator({ models: [...free.flat(), ...robots], ...simulation.options });
  const staticPart = ({ name, shape, pose }: SimulationBody): SimulationPart => {
    const placed = simulator.scene.add(shape, pose, { static: true, name });
    return { name, kind: 'static', bodies: [placed], model: null, q: -1, v: -1 };
  };
  let next = 0;
  let [q, v] = [0, 0];
  const moving = (name: string, kind: 'body' | 'robot'): SimulationPart => {
    const { bodies, given: model } = simulator.members[next++];
    const part = { name, kind, bodies, model, q, v };
    [q, v] = [q + model.nq, v + model.nv];
    return part;
  };
  const parts = [
    ...simulation.bodies.map((body) => (body.static ? staticPart(body) : moving(body.name, 'body'))),
    ...simulation.robots.map(({ name }) => moving(name, 'robot')),
  ];
  return { simulator, parts, world: null };
}
