// The file that the workers of rollouts and plans run: apart from the other, because it contains the simulator and the planners.
import { RobotCell } from '../planning/cell.ts';
import { planMotion } from '../planning/plan.ts';
import { Scene } from '../scene/scene.ts';
import { readSimulation } from '../sim/file/simulation.ts';
import { startSimulation } from '../sim/file/start.ts';
import { type RolloutInput, runRollouts } from '../sim/rollouts.ts';
import type { Simulator } from '../sim/simulator.ts';
import { restoreSimulator } from '../sim/world/restore.ts';
import type { Work } from './messages.ts';
import type { PlanProblem, PoolPlan, SimulationData } from './options.ts';
import { type AnswerChunk, serve } from './serve.ts';

/** The simulator of a file or of a snapshot. */
function simulatorOf(where: string, data: SimulationData): Simulator {
  if (typeof data !== 'string') return restoreSimulator(data);
  const simulation = readSimulation(data);
  if (simulation.robots.length > 0)
    throw new TypeError(
      `${where}: the simulation file has robots, whose descriptions workers do not read; give the snapshot() of a simulator`,
    );
  return startSimulation(simulation).simulator;
}

function openRollouts({ simulation, options }: Extract<Work, { kind: 'rollouts' }>): AnswerChunk {
  const where = 'rollouts';
  const simulator = simulatorOf(where, simulation);
  return ({ items = [], from }) => {
    const { q, v, unsolved } = runRollouts(where, simulator, items as RolloutInput[], options, from);
    return { out: { q, v, unsolved } };
  };
}

/** The cell of a robot: the bodies of the simulation that are not the robot's are the obstacles, where they are. */
function cellOf(simulator: Simulator, problem: PlanProblem, argument: string): RobotCell {
  const robots = simulator.members.filter(({ free }) => free === null);
  const { robot = 0, padding = 0 } = problem;
  const member = robots[robot];
  if (!member)
    throw new RangeError(
      `plan: ${argument}.robot is ${robot}; the simulation has ${robots.length} robots, counted from 0`,
    );
  const own = new Set(member.bodies);
  const scene = new Scene();
  for (const body of simulator.scene.bodies)
    if (!own.has(body)) scene.add(body.shape, body.pose, { name: body.name, static: true });
  return new RobotCell({ model: member.given, scene, padding });
}

function openPlans({ simulation }: Extract<Work, { kind: 'plan' }>): AnswerChunk {
  const simulator = simulatorOf('plan', simulation);
  const cells = new Map<string, RobotCell>();
  return ({ items = [], from }) => {
    const values = (items as PlanProblem[]).map((problem, k): PoolPlan => {
      const key = `${problem.robot ?? 0} ${problem.padding ?? 0}`;
      const cell = cells.get(key) ?? cellOf(simulator, problem, `problems[${from + k}]`);
      cells.set(key, cell);
      const { robot: _robot, padding: _padding, ...options } = problem;
      const { cell: _cell, ...plan } = planMotion(cell, options);
      return plan;
    });
    return { out: null, values };
  };
}

serve((work) => {
  if (work.kind === 'rollouts') return openRollouts(work);
  return openPlans(work as Extract<Work, { kind: 'plan' }>);
});
