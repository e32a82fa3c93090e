// The result of a function that changes a plan: a plan with new proofs, or a failure if the motions are no longer free.
import { curveLength, curveOf } from './curve.ts';
import type { MotionProof } from './motion.ts';
import type { MotionTests } from './motion-tests.ts';
import type { Plan } from './plan-options.ts';
import type { Space } from './space.ts';

/** The work of a function that changes a plan. */
export interface Work {
  readonly space: Space;
  readonly tests: MotionTests;
  /** `performance.now()` at its start. */
  readonly startTime: number;
}

/** The length of a path: the sum of the lengths of its motions. Without proofs, the motions are straight. */
export function lengthOf(
  space: Space,
  path: readonly Float64Array[],
  proof: readonly Pick<MotionProof, 'via'>[] = [],
): number {
  const velocity = new Float64Array(space.model.nv);
  const acceleration = new Float64Array(space.model.nv);
  return path.reduce((sum, q, k) => {
    if (k === 0) return 0;
    const via = proof[k - 1]?.via;
    if (!via) return sum + space.straightDistance(path[k - 1], q);
    curveOf(space.model, path[k - 1], via, q, velocity, acceleration);
    return sum + curveLength(velocity, acceleration);
  }, 0);
}

/** A plan with another path and its proofs; without proofs, the motions of the path were only sampled. */
export function changedPlan(
  plan: Plan,
  work: Work,
  proof: readonly MotionProof[],
  path: readonly Float64Array[] = [proof[0].from, ...proof.map(({ to }) => to)],
): Plan {
  const { motions, intervals, checks } = work.tests;
  const length = lengthOf(work.space, path, proof);
  const time = (performance.now() - work.startTime) / 1000;
  const { iterations, nodes } = plan.statistics;
  const resolution = proof.length > 0 ? null : plan.resolution;
  const statistics = { iterations, nodes, motions, intervals, checks, length, time };
  return { ...plan, path, proof, resolution, statistics };
}

/**
 * Proves the given plan again, after the proof of its changed path failed. Returns a failure if the cell has changed and the plan is no longer
 * free.
 */
export function provenAgain(plan: Plan, work: Work): Plan {
  const { path, proof, statistics, cell, resolution } = plan;
  const results = path.slice(1).map((q, k) => cell.motion(path[k], q, { via: proof[k]?.via }));
  const proofs = results.flatMap((result) => result.proof ?? []);
  if (proofs.length === results.length) return changedPlan(plan, work, proofs);
  const broken = results.findIndex((result) => !result.proof);
  const reason = `motion ${broken} of the plan is not free in the present cell: ${results[broken].reason}; plan again`;
  return { cell, status: 'failed', failure: 'changed', reason, path: [], proof: [], resolution, statistics };
}
