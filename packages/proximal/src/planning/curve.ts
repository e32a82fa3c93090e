// Motions along a parabola: the quadratic Bézier curve of three configurations, q(t) = (1 − t)² from + 2 t (1 − t) via + t² to. Its
// velocity starts as 2 (via − from), and its acceleration 2 (to − 2 via + from) is constant. At its ends the curve is tangent to the straight motions
// from → via and via → to.
import type { Model } from '../dynamics/model.ts';
import type { Plan } from './plan-options.ts';

/**
 * Writes the first velocity and the acceleration of a curve, for a unit of time.
 * @returns the name of a joint with several coordinates that would move, which a curve does not allow; empty if there is none
 */
export function curveOf(
  model: Model,
  from: Float64Array,
  via: Float64Array,
  to: Float64Array,
  velocity: Float64Array,
  acceleration: Float64Array,
): string {
  velocity.fill(0);
  acceleration.fill(0);
  for (const { name, q, v, nq, mimic } of model.joints) {
    if (mimic) continue;
    if (nq === 1) {
      velocity[v] = 2 * (via[q] - from[q]);
      acceleration[v] = 2 * (to[q] - via[q] - (via[q] - from[q]));
      continue;
    }
    for (let k = q; k < q + nq; k++) if (via[k] !== from[k] || to[k] !== from[k]) return name;
  }
  return '';
}

/** The path with every curve replaced by the two straight motions of its control polygon: from → via → to. */
export function cornersOf({ path, proof }: Pick<Plan, 'path' | 'proof'>): Float64Array[] {
  const corners = path.slice(0, 1).map((q) => q.slice());
  for (const [k, q] of path.slice(1).entries()) {
    const via = proof[k]?.via;
    if (via) corners.push(via.slice());
    corners.push(q.slice());
  }
  return corners;
}

/** The length of a curve with this first velocity and acceleration, by Simpson's rule. */
export function curveLength(velocity: Float64Array, acceleration: Float64Array): number {
  const intervals = 32;
  let sum = 0;
  for (let k = 0; k <= intervals; k++) {
    const t = k / intervals;
    let squared = 0;
    for (let i = 0; i < velocity.length; i++) squared += (velocity[i] + t * acceleration[i]) ** 2;
    const weight = k === 0 || k === intervals ? 1 : k % 2 === 1 ? 4 : 2;
    sum += weight * Math.sqrt(squared);
  }
  return sum / (3 * intervals);
}
