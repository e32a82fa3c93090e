import type { BestAnswer } from './answer.ts';
import type { KktSystem } from './kkt.ts';
import type { QpSettings } from './options.ts';
import { polish } from './polish.ts';
import type { ProximalMethod } from './proximal.ts';
import type { ScaledQp } from './scaling.ts';
import type { QpStatus } from './solution.ts';

/** The method ends after this many successive outer steps without a better answer: rounding allows no further progress. */
const maxStaleSteps = 30;
/** The smallest tolerance of the gradient in the minimizations: rounding of the scaled problem. */
const minAccuracy = 1e-13;

/**
 * Makes outer steps of the proximal method until the answer is within the tolerances, a proof of infeasibility or unboundedness is found,
 * the method has made `maxIterations` Newton steps, or `maxStaleSteps` outer steps in a row bring no better answer.
 * @param polishing returns the system for polishing
 */
export function runProximal(
  method: ProximalMethod,
  scaled: ScaledQp,
  answer: BestAnswer,
  settings: QpSettings,
  polishing: () => KktSystem,
): QpStatus {
  const { scaling } = scaled;
  let accuracy = 1e-3;
  let previous = Infinity;
  let staleSteps = 0;
  while (method.iterations < settings.maxIterations && staleSteps < maxStaleSteps) {
    method.advance(accuracy, settings.maxIterations);
    staleSteps = answer.offer(method.x, method.y) ? 0 : staleSteps + 1;
    if (answer.isSolved) return 'solved';
    const { primal, rows } = answer.measures;
    if (primal > 0.1 * previous) method.raisePenalty();
    previous = primal;
    const polished = { x: method.x.slice(), y: method.y.slice() };
    const scaledRows = rows.map((value, i) => value * scaling.rows[i]);
    if (polish(scaled, polishing(), scaledRows, polished.x, polished.y)) {
      if (answer.offer(polished.x, polished.y)) staleSteps = 0;
      if (answer.isSolved) return 'solved';
    }
    const proof = answer.findProof(method.changeOfX, method.changeOfY);
    if (proof) return proof;
    accuracy = Math.max(minAccuracy, 0.1 * accuracy);
  }
  return 'limit';
}
