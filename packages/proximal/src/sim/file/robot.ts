// Simulations of one robot above a floor.
import { checkNumber, checkOptions } from '../../check/argument.ts';
import { checkModel } from '../../dynamics/check-arguments.ts';
import type { Model } from '../../dynamics/model.ts';
import { inverse, transformPoint } from '../../math/pose.ts';
import type { Body } from '../../scene/body.ts';
import { halfspace } from '../../shapes/halfspace.ts';
import type { Simulation, SimulationRobot } from './simulation.ts';
import { startSimulation } from './start.ts';

/** Options of `robotSimulation`. */
export interface RobotSimulationOptions {
  /** The height above the floor from which a free robot falls, in meters. Default 0.02. */
  readonly clearance?: number;
}

/** The time step of simulations that `robotSimulation` makes, in seconds. */
const defaultTimeStep = 1 / 500;

/**
 * The simulation of one robot above a horizontal floor. A robot with a free-flyer joint falls from a small height, in its reference configuration
 * unless `robot` gives another one. For a robot that is fixed to the world, the floor is at z = 0, or at the robot's lowest point if that is lower.
 * There is no floor if the model contains a half-space.
 * @param robot its name and file, as a simulation file has them
 * @param model the model that `loadUrdf` or `loadMjcf` read from the file
 * @example
 * ```ts
 * const robot = { name: 'dog', file: 'solo12.urdf', root: 'free-flyer' } as const;
 * const model = await loadUrdf(robot.file, { root: robot.root });
 * const { simulator } = startSimulation(robotSimulation(robot, model), [model]);
 * ```
 */
export function robotSimulation(
  robot: SimulationRobot,
  model: Model,
  options: RobotSimulationOptions = {},
): Simulation {
  const where = 'robotSimulation';
  checkModel(where, model);
  checkOptions(where, 'options', options, ['clearance']);
  const { clearance = 0.02 } = options;
  checkNumber(where, 'options.clearance', clearance, 'give a length in meters, 0 or more', 0);
  const title = model.name || robot.name;
  const withoutFloor: Simulation = { title, options: { timeStep: defaultTimeStep }, bodies: [], robots: [robot] };
  const { simulator } = startSimulation(withoutFloor, [model]);
  const bodies = [...simulator.scene.bodies];
  if (bodies.some(({ volume }) => !volume.bounds.isBounded)) return withoutFloor;
  const isFree = model.joints.some(({ kind }) => kind === 'free-flyer');
  const lowest = Math.min(...bodies.filter((body) => !(isFree && body.static)).map(lowestOf));
  const height = isFree ? lowest - clearance : Math.min(0, lowest);
  const atRest = { static: true, velocity: [0, 0, 0], angularVelocity: [0, 0, 0] };
  const pose = Float64Array.of(0, 0, Number.isFinite(height) ? height : 0, 0, 0, 0, 1);
  return { ...withoutFloor, bodies: [{ name: unusedName('floor', robot.name), shape: halfspace(), pose, ...atRest }] };
}

/** The height of the lowest point of a body, or of the box around a nonconvex body. */
function lowestOf({ volume, current }: Body): number {
  const down = transformPoint(inverse({ rotation: current.subarray(3) }), [0, 0, -1]);
  return transformPoint(current, volume.bounds.support(down))[2];
}

function unusedName(name: string, taken: string): string {
  return name === taken ? `${name} 2` : name;
}
