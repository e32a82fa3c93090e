// How far impulses violate the laws of the four contact models, contact by contact, from their definitions. This file shares
// no code with the solvers.
import type { ContactModel, ContactProblem } from '../../src/contact/index.ts';

export interface LawOptions {
  readonly facets?: number;
  readonly isInscribed?: boolean;
}

/** σ = (G + R) λ + g − c*, entry by entry. */
export function sigmaOf(problem: ContactProblem, impulses: Float64Array): number[] {
  const { delassus, freeVelocity, reference, compliance } = problem;
  const { size } = delassus;
  const row = new Float64Array(size);
  return Array.from({ length: size }, (_, i) => {
    delassus.row(i, row);
    const product = row.reduce((sum, entry, j) => sum + entry * impulses[j], 0);
    return product + (compliance?.[i] ?? 0) * impulses[i] + freeVelocity[i] - (reference?.[i] ?? 0);
  });
}

/** The largest violation, each kind relative to its scale: 0 for a solution of the model. */
export function violation(
  model: ContactModel,
  problem: ContactProblem,
  impulses: Float64Array,
  options: LawOptions = {},
): number {
  const { friction, bilateral = 0, freeVelocity, reference } = problem;
  const sigma = sigmaOf(problem, impulses);
  const impulse = Math.max(...impulses.map(Math.abs), 1e-300);
  const velocity = Math.max(...freeVelocity.map((g, k) => Math.abs(g - (reference?.[k] ?? 0))), 1e-300);
  let worst = 0;
  const include = (value: number, scale: number): void => {
    worst = Math.max(worst, value / scale);
  };
  for (let k = 0; k < bilateral; k++) include(Math.abs(sigma[k]), velocity);
  for (let c = 0; c < friction.length; c++) {
    const at = bilateral + 3 * c;
    const [x, y, n] = impulses.subarray(at, at + 3);
    const [sx, sy, sn] = sigma.slice(at, at + 3);
    const mu = friction[c];
    include(-n, impulse);
    if (model === 'lcp') {
      const { facets = 4, isInscribed = false } = options;
      const bound = n * mu * (isInscribed ? Math.cos(Math.PI / facets) : 1);
      const angles = Array.from({ length: facets }, (_, k) => (2 * Math.PI * k) / facets);
      for (const angle of angles) include(x * Math.cos(angle) + y * Math.sin(angle) - bound, impulse);
      // Maximum dissipation: friction does the most negative work that the polygon allows.
      const radius = bound / Math.cos(Math.PI / facets);
      const work = angles.map(
        (a) => radius * (sx * Math.cos(a + Math.PI / facets) + sy * Math.sin(a + Math.PI / facets)),
      );
      include(Math.abs(x * sx + y * sy - Math.min(...work)), impulse * velocity);
      include(Math.abs(n * sn), impulse * velocity);
      include(-sn, velocity);
      continue;
    }
    include(Math.hypot(x, y) - mu * n, impulse);
    const slip = Math.hypot(sx, sy);
    if (model === 'ccp') {
      include(mu * slip - sn, velocity);
      include(Math.abs(x * sx + y * sy + n * sn), impulse * velocity);
      continue;
    }
    include(-sn, velocity);
    include(Math.abs(n * sn), impulse * velocity);
    if (model === 'ncp') include(Math.abs(x * sx + y * sy + mu * n * slip), impulse * velocity);
    else if (n > 1e-9 * impulse) {
      // RaiSim: sticking, or on the border of the cone with σ_T along −(λ_T + µ² λ_N G_TN / G_NN), (21) of Le Lidec et al.
      const row = new Float64Array(problem.delassus.size);
      problem.delassus.row(at + 2, row);
      const diagonal = row[at + 2] + (problem.compliance?.[at + 2] ?? 0);
      const [dx, dy] = [x + ((mu * mu * n) / diagonal) * row[at], y + ((mu * mu * n) / diagonal) * row[at + 1]];
      const isInside = Math.hypot(x, y) < mu * n * (1 - 1e-6);
      const across = Math.abs(sx * dy - sy * dx) / Math.hypot(dx, dy);
      include(isInside ? slip : Math.max(across, Math.max(0, sx * dx + sy * dy) / Math.hypot(dx, dy)), velocity);
    }
  }
  return worst;
}
