// RaiSim's per-contact bisection (Alg. 4): each contact separates, sticks or slides. The impulse of a sliding contact solves (20)
// on the ellipse where the friction cone meets the plane of zero normal velocity, V_N.
// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".

import { projectCone } from '../cones.ts';
import type { SolverSettings } from '../options.ts';
import type { Progress } from '../progress.ts';
import type { SolverWorkspace } from '../solver-workspace.ts';
import { type Rule, runSweeps } from './sweep.ts';

/** Bracketing steps are a quarter of a right angle, at most eight to half a turn; 44 bisections then resolve the angle to 2·10⁻¹⁴ rad. */
const cosine = Math.sqrt(2 + Math.SQRT2) / 2;
const sine = Math.sqrt(2 - Math.SQRT2) / 2;
const bracketSteps = 8;
const bisections = 44;

/** Working memory. Numbers are passed in arrays, because numeric arguments may be boxed. */
class Bisection {
  /** The inverses of the blocks on the diagonal of G + R, nine numbers a contact. */
  inverses = new Float64Array(0);
  /** λ_v0, three numbers, and g̃_N: see `update`. */
  readonly free = new Float64Array(4);
}

export const raisimRule: Rule = {
  lastRelaxation: 0.7,
  prepare(workspace) {
    const bisection = workspace.state(Bisection);
    if (bisection.inverses.length !== 9 * workspace.contacts)
      bisection.inverses = new Float64Array(9 * workspace.contacts);
    for (let c = 0; c < workspace.contacts; c++) invertBlock(workspace, c, bisection.inverses);
  },
  update(workspace, _settings, contact, at) {
    const { lambda, local, blocks, diagonal } = workspace;
    const { inverses, free } = workspace.state(Bisection);
    // λ_v0 = −G_ii⁻¹ g̃, with the velocity g̃ of the contact if it had no impulse.
    for (let k = 0; k < 3; k++) {
      const m = 9 * contact + 3 * k;
      free[k] = lambda[at + k] - (inverses[m] * local[0] + inverses[m + 1] * local[1] + inverses[m + 2] * local[2]);
    }
    const normalRow = 9 * contact + 6;
    const others = blocks[normalRow] * lambda[at] + blocks[normalRow + 1] * lambda[at + 1];
    free[3] = local[2] - others - diagonal[at + 2] * lambda[at + 2];
    if (free[3] > 0) lambda.fill(0, at, at + 3);
    else if (Math.sqrt(free[0] * free[0] + free[1] * free[1]) <= workspace.friction[contact] * free[2]) {
      for (let k = 0; k < 3; k++) lambda[at + k] = free[k];
    } else slide(workspace, free, contact, at);
  },
  project(workspace, _settings, contact, at) {
    projectCone(workspace.lambda, at, workspace.friction[contact]);
  },
};

/**
 * Writes the impulse of a sliding contact; without friction, the normal impulse of zero normal velocity. In polar coordinates λ_T = r (cos
 * θ, sin θ), λ_N = r/µ, the ellipse is r(θ) = −g̃_N / (G_NN/µ + G_NT (cos θ, sin θ)). The ray from the pole r = 0, the axis of the cone,
 * through λ_v0, the minimizer without the cone, meets the ellipse near the minimum of f(θ) = ½ λᵀ G λ + g̃ᵀ λ. Along the arc visible from
 * λ_v0, f' increases and has one root. Angles are stored as unit vectors; the normalized mean of two bisects the angle.
 */
function slide(
  { lambda, blocks, diagonal, friction }: SolverWorkspace,
  target: Float64Array,
  contact: number,
  at: number,
): void {
  const x = target[0];
  const y = target[1];
  const z = target[2];
  const freeNormal = target[3];
  const mu = friction[contact];
  const length = Math.sqrt(x * x + y * y);
  if (mu === 0 || length === 0) {
    lambda[at] = 0;
    lambda[at + 1] = 0;
    lambda[at + 2] = diagonal[at + 2] > 0 ? -freeNormal / diagonal[at + 2] : 0;
    return;
  }
  const block = 9 * contact;
  // The block of G + R, by name: tangents 1 and 2, normal n.
  const g11 = diagonal[at];
  const g12 = blocks[block + 1];
  const g22 = diagonal[at + 1];
  const g1n = blocks[block + 2];
  const g2n = blocks[block + 5];
  const steepness = 1 / mu;
  const center = diagonal[at + 2] * steepness;
  let lowX = x / length;
  let lowY = y / length;
  let highX = lowX;
  let highY = lowY;
  // 0 until the first slope determines the direction of descent.
  let direction = 0;
  let isBracketing = true;
  let steps = 0;
  while (steps < (isBracketing ? bracketSteps : bisections)) {
    const sumX = lowX + highX;
    const sumY = lowY + highY;
    const scale = 1 / Math.sqrt(sumX * sumX + sumY * sumY);
    const u = isBracketing && direction !== 0 ? lowX * cosine - direction * lowY * sine : sumX * scale;
    const v = isBracketing && direction !== 0 ? lowY * cosine + direction * lowX * sine : sumY * scale;
    const denominator = center + g1n * u + g2n * v;
    const inverse = 1 / denominator;
    const radius = -freeNormal * inverse;
    // σ_T = (G (λ − λ_v0))_T, where G includes R; σ_N is zero on the ellipse.
    const dx = radius * u - x;
    const dy = radius * v - y;
    const dz = radius * steepness - z;
    const sx = g11 * dx + g12 * dy + g1n * dz;
    const sy = g12 * dx + g22 * dy + g2n * dz;
    // r'/r = −G_NT (−sin θ, cos θ) / (G_NN/µ + G_NT (cos θ, sin θ)), and the tangent of the ellipse over r.
    const growth = (g1n * v - g2n * u) * inverse;
    const tx = growth * u - v;
    const ty = growth * v + u;
    const slope = sx * tx + sy * ty;
    if (direction === 0) {
      direction = slope < 0 ? 1 : -1;
      continue;
    }
    steps++;
    // Beyond the root: V_N and the cone no longer intersect, f rises, or its gradient does not point into the ellipse.
    if (!(denominator > 0) || direction * slope >= 0 || sx * ty - sy * tx >= 0) {
      highX = u;
      highY = v;
      if (isBracketing) steps = 0;
      isBracketing = false;
    } else {
      lowX = u;
      lowY = v;
    }
  }
  const radius = -freeNormal / (center + g1n * lowX + g2n * lowY);
  lambda[at] = radius * lowX;
  lambda[at + 1] = radius * lowY;
  lambda[at + 2] = radius / mu;
}

/** The inverse of the block at a contact, by cofactors. The diagonal is raised by 10⁻¹³ of the trace, because the block may be singular. */
function invertBlock(workspace: SolverWorkspace, contact: number, out: Float64Array): void {
  const { blocks } = workspace;
  const at = workspace.bilateral + 3 * contact;
  const to = 9 * contact;
  const trace = workspace.diagonal[at] + workspace.diagonal[at + 1] + workspace.diagonal[at + 2];
  // A zero block gets the inverse 0, so that λ_v0 is the present impulse.
  if (!(trace > 0)) {
    out.fill(0, to, to + 9);
    return;
  }
  const extra = 1e-13 * trace;
  const a = workspace.diagonal[at] + extra;
  const e = workspace.diagonal[at + 1] + extra;
  const i = workspace.diagonal[at + 2] + extra;
  const b = blocks[to + 1];
  const c = blocks[to + 2];
  const f = blocks[to + 5];
  const p = e * i - f * f;
  const q = c * f - b * i;
  const r = b * f - c * e;
  const inverse = 1 / (a * p + b * q + c * r);
  out[to] = p * inverse;
  out[to + 1] = q * inverse;
  out[to + 2] = r * inverse;
  out[to + 3] = q * inverse;
  out[to + 4] = (a * i - c * c) * inverse;
  out[to + 5] = (b * c - a * f) * inverse;
  out[to + 6] = r * inverse;
  out[to + 7] = (b * c - a * f) * inverse;
  out[to + 8] = (a * e - b * b) * inverse;
}

export function runRaisim(workspace: SolverWorkspace, settings: SolverSettings, progress: Progress): void {
  runSweeps(workspace, settings, progress, raisimRule);
}
