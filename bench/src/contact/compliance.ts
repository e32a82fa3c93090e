// Fig. 13: what compliance does to a cube at rest on its four feet: it sinks, it creeps, and its feet share the load evenly.
import { solve } from 'proximal/contact';
import type { Curve } from '../plot.ts';
import { Cube } from './cube.ts';
import { leastImpulses } from './stiction.ts';

export interface ComplianceResult {
  readonly compliance: number;
  /** How fast the feet sink, in mm/s, with R on the normals: linear in R. */
  readonly sinking: number;
  /** How fast a cube creeps that is pushed below friction, in mm/s, with R on the tangents. */
  readonly creeping: number;
  /** The internal friction of PGS, relative to all impulses, with R everywhere. */
  readonly internal: number;
}

export const compliances = [1e-4, 1e-3, 1e-2, 1e-1, 1] as const;

export function measureCompliance(): ComplianceResult[] {
  return compliances.map((compliance) => ({
    compliance,
    sinking: -1000 * velocityOf({ normal: compliance, tangent: 0 }, 0)[2],
    creeping: 1000 * velocityOf({ normal: 0, tangent: compliance }, 2)[0],
    internal: internalOf(compliance),
  }));
}

function velocityOf(compliance: { normal: number; tangent: number }, push: number): Float64Array {
  const cube = new Cube({
    options: {},
    timeStep: 0.01,
    friction: 0.8,
    compliance,
    force: () => [push, 0, 0],
  });
  return solve(cube.problem(), { solver: 'ncp-pgs', maxIterations: 5000 }).velocities;
}

function internalOf(compliance: number): number {
  const both = { normal: compliance, tangent: compliance };
  const cube = new Cube({ options: {}, timeStep: 0.01, friction: 0.8, compliance: both, force: () => [2, 1, 0] });
  const problem = cube.problem();
  const { impulses } = solve(problem, { solver: 'ncp-pgs', relativeTolerance: 1e-12, maxIterations: 100_000 });
  // Without compliance: the least impulses of the rigid cube.
  const least = leastImpulses(12, (x, out) => problem.delassus.apply(x, out), problem.freeVelocity);
  const scale = least.reduce((sum, x, k) => sum + (k % 3 === 2 ? x : 0), 0);
  const load = impulses.reduce((sum, x, k) => sum + (k % 3 === 2 ? x : 0), 0);
  // Compliant feet carry less within the step: compared are the shapes of the two.
  return Math.hypot(...least.map((x, k) => (k % 3 === 2 ? 0 : x / scale - impulses[k] / load)));
}

/** The same for the R = α diag(G) of the regularized CCP. */
export interface RegularizationResult {
  readonly alpha: number;
  /** Newton steps for a cube that is held by friction, and for one that slides. */
  readonly held: number;
  readonly sliding: number;
  /** How fast the held one creeps, relative to g. */
  readonly shift: number;
}

export function measureRegularization(): RegularizationResult[] {
  const held = new Cube({ options: {}, timeStep: 0.01, friction: 0.8, force: () => [2, 1, 0] }).problem();
  const sliding = new Cube({ options: {}, timeStep: 0.01, friction: 0.3, velocity: [1, 0.5, 0] }).problem();
  return [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8].map((alpha) => {
    const options = { solver: 'ccp-newton', regularization: alpha } as const;
    const rest = solve(held, options);
    return {
      alpha,
      held: rest.iterations,
      sliding: solve(sliding, options).iterations,
      shift: Math.max(...rest.velocities.map(Math.abs)) / Math.max(...held.freeVelocity.map(Math.abs)),
    };
  });
}

export function complianceCurves(results: readonly ComplianceResult[]): Curve[] {
  return [
    { name: 'sinking, R on the normals', points: results.map((r) => ({ x: r.compliance, y: r.sinking })) },
    { name: 'creeping, R on the tangents', points: results.map((r) => ({ x: r.compliance, y: r.creeping })) },
  ];
}
