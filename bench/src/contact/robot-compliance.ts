// Fig. 13 with Solo-12: it stands on compliant contacts, on its own collision shapes, and is then pushed along x.
import { type ContactProblem, solve } from 'proximal/contact';
import { feet } from '../control/quadruped.ts';
import type { Curve } from '../harness/plot.ts';
import { ProblemRecorder, rootLinkOf } from './record.ts';
import { loadSolo, robotsMissing, type Standing, standingSolo } from './robots.ts';

export interface RobotComplianceResult {
  /** R in 1/kg, of normals and tangents. */
  readonly compliance: number;
  /** The deepest penetration at rest, in µm. */
  readonly depth: number;
  /** The mean speed of the feet along the push at the end, in µm/s. */
  readonly creep: number;
  /** The mean displacement of the feet along the push since the first step, in µm, after every ten steps; time in seconds. */
  readonly path: readonly { readonly time: number; readonly displacement: number }[];
}

export interface RobotCompliance {
  readonly results: readonly RobotComplianceResult[];
  /**
   * For the rigid robot in the first step of the push: the difference between the friction of the feet by PGS and the friction of least norm, relative
   * to the normal impulses of the feet.
   */
  readonly internal: number;
}

/** At the root, in newtons; the robot's weight is 24.5 N. */
const push = [2, 0, 0] as const;
const restingSteps = 400;
/** The share of the pushed steps, at their end, over which the creep is measured. */
const creepShare = 0.25;
const pathStep = 10;

export async function measureRobotCompliance(
  compliances: readonly number[],
  pushedSteps: number,
): Promise<RobotCompliance | null> {
  if (robotsMissing !== undefined) return null;
  const model = await loadSolo();
  // Without an allowed penetration, the depth of a contact at rest is R λ Δt / baumgarte, with the normal impulse λ of a step.
  const worldOf = (compliance: number): Standing =>
    standingSolo(model, { compliance, tangentCompliance: compliance, allowedPenetration: 0 });
  return {
    results: compliances.map((compliance) => measureOne(compliance, worldOf(compliance), pushedSteps)),
    internal: internalForces(pushedProblem(worldOf(0))),
  };
}

function measureOne(compliance: number, { world, robot }: Standing, pushedSteps: number): RobotComplianceResult {
  const root = robot.link(rootLinkOf(robot.model));
  const feetAt = (): number => feet.reduce((sum, foot) => sum + robot.link(foot).pose[0], 0) / feet.length;
  const start = feetAt();
  const path: { time: number; displacement: number }[] = [];
  let depth = 0;
  for (let step = 0; step < restingSteps + pushedSteps; step++) {
    if (step === restingSteps) depth = world.report().penetration;
    if (step >= restingSteps) root.applyForce(push);
    world.step();
    if (step % pathStep === pathStep - 1)
      path.push({ time: (step + 1) * world.timeStep, displacement: 1e6 * (feetAt() - start) });
  }
  const [first, last] = [
    path[path.length - 1 - Math.round((creepShare * pushedSteps) / pathStep)],
    path[path.length - 1],
  ];
  const creep = (last.displacement - first.displacement) / (last.time - first.time);
  return { compliance, depth: 1e6 * depth, creep, path };
}

/** The problem of the rigid robot in the first step of the push. */
function pushedProblem({ world, robot }: Standing): ContactProblem {
  for (let step = 0; step < restingSteps; step++) world.step();
  const recorder = new ProblemRecorder(world, [robot]);
  const recorded = recorder.step({ robot, force: push });
  if (recorded === undefined) throw new Error('Solo-12 does not touch the ground.');
  return recorded.problem;
}

function internalForces(problem: ContactProblem): number {
  const options = { relativeTolerance: 1e-10, maxIterations: 100_000 };
  const least = solve(problem, { solver: 'ncp-admm', internalForces: 'least', ...options }).impulses;
  const found = solve(problem, { solver: 'ncp-pgs', ...options }).impulses;
  const load = least.reduce((sum, x, k) => sum + (k % 3 === 2 ? x : 0), 0);
  return Math.hypot(...Array.from(least, (x, k) => (k % 3 === 2 ? 0 : x - found[k]))) / load;
}

export function robotComplianceCurves(results: readonly RobotComplianceResult[]): Curve[] {
  return results.map(({ compliance, path }) => ({
    name: `R = ${compliance} 1/kg`,
    points: path.map(({ time, displacement }) => ({ x: time, y: displacement })),
  }));
}
