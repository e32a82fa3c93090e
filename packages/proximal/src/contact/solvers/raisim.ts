// RaiSim's per-contact bisection (Alg. 4): each contact takes off, sticks, or slides; sliding, its impulse solves (20) on the
// ellipse where the friction cone meets the plane of zero normal velocity, V_N.
import type { Arena } from '../arena.ts';
import { projectCone } from '../cones.ts';
import type { Settings } from '../options.ts';
import type { Progress } from '../progress.ts';
import { type Rule, runSweeps } from './sweep.ts';

/** Bracketing turns by a quarter of a right angle; from there 44 halvings leave no bit of the angle. */
const cosine = Math.cos(Math.PI / 8);
const sine = Math.sin(Math.PI / 8);
const turns = 8;
const halvings = 44;

export const raisimRule: Rule = {
  lastRelaxation: 0.7,
  prepare(arena) {
    const bisection = arena.state(Bisection);
    if (bisection.inverses.length !== 9 * arena.contacts) bisection.inverses = new Float64Array(9 * arena.contacts);
    for (let c = 0; c < arena.contacts; c++) invertBlock(arena, arena.bilateral + 3 * c, bisection.inverses, 9 * c);
  },
  update(arena, _settings, contact, at) {
    const { lambda, local, rows, size } = arena;
    const inverse = arena.state(Bisection).inverses;
    const k = 9 * contact;
    // λ_v0 = −G_ii⁻¹ g̃, with the velocity g̃ of the contact if it had no impulse.
    const x = lambda[at] - (inverse[k] * local[0] + inverse[k + 1] * local[1] + inverse[k + 2] * local[2]);
    const y = lambda[at + 1] - (inverse[k + 3] * local[0] + inverse[k + 4] * local[1] + inverse[k + 5] * local[2]);
    const z = lambda[at + 2] - (inverse[k + 6] * local[0] + inverse[k + 7] * local[1] + inverse[k + 8] * local[2]);
    const own = (at + 2) * size + at;
    const free =
      local[2] - rows[own] * lambda[at] - rows[own + 1] * lambda[at + 1] - arena.diagonal[at + 2] * lambda[at + 2];
    const mu = arena.friction[contact];
    if (free > 0) place(lambda, at, 0, 0, 0);
    else if (Math.sqrt(x * x + y * y) <= mu * z) place(lambda, at, x, y, z);
    else slide(arena, at, mu, free, x, y, z);
  },
  project(arena, _settings, contact, at) {
    projectCone(arena.lambda, at, arena.friction[contact]);
  },
};

function place(lambda: Float64Array, at: number, x: number, y: number, z: number): void {
  lambda[at] = x;
  lambda[at + 1] = y;
  lambda[at + 2] = z;
}

/**
 * In polar coordinates λ_T = r (cos θ, sin θ), λ_N = r/µ, the ellipse is r(θ) = −g̃_N / (G_NN/µ + G_NT (cos θ, sin θ)). Its centre ray
 * through λ_v0, the best point without the cone, meets it where f(θ) = ½ λᵀ G λ + g̃ᵀ λ is near its minimum; from there f' grows along
 * the arc that λ_v0 sees, and has one root on it. Angles are kept as unit vectors: the mean of two, normalised, halves the angle.
 */
function slide(arena: Arena, at: number, mu: number, free: number, x: number, y: number, z: number): void {
  const { lambda, rows, size } = arena;
  const normal = arena.diagonal[at + 2];
  const length = Math.sqrt(x * x + y * y);
  if (mu === 0 || length === 0) {
    place(lambda, at, 0, 0, normal > 0 ? -free / normal : 0);
    return;
  }
  const own = at * size + at;
  const { arc } = arena.state(Bisection);
  arc.set(
    arena.diagonal[at],
    rows[own + 1],
    arena.diagonal[at + 1],
    rows[own + 2],
    rows[own + size + 2],
    normal,
    mu,
    free,
    x,
    y,
    z,
  );
  let lowX = x / length;
  let lowY = y / length;
  arc.visit(lowX, lowY);
  const direction = arc.slope[0] < 0 ? 1 : -1;
  let highX = lowX;
  let highY = lowY;
  for (let turn = 0; turn < turns; turn++) {
    highX = lowX * cosine - direction * lowY * sine;
    highY = lowY * cosine + direction * lowX * sine;
    if (arc.isBeyond(highX, highY, direction)) break;
    lowX = highX;
    lowY = highY;
  }
  for (let k = 0; k < halvings; k++) {
    const sumX = lowX + highX;
    const sumY = lowY + highY;
    const scale = 1 / Math.sqrt(sumX * sumX + sumY * sumY);
    const midX = sumX * scale;
    const midY = sumY * scale;
    if (arc.isBeyond(midX, midY, direction)) {
      highX = midX;
      highY = midY;
    } else {
      lowX = midX;
      lowY = midY;
    }
  }
  const radius = -free / (normal / mu + rows[own + 2] * lowX + rows[own + size + 2] * lowY);
  place(lambda, at, radius * lowX, radius * lowY, radius / mu);
}

/** The ellipse of one contact. Its numbers, and what it finds, live in arrays: no number is boxed on the way. */
class Arc {
  /** After `visit`: f'(θ)/r, the velocity σ_T along the ellipse, and σ_T along its outward normal, positive behind the horizon. */
  readonly slope = new Float64Array(2);
  private readonly n = new Float64Array(11);

  /** The block of G + R: a d e for the tangents, p q towards the normal, c; µ, g̃_N and λ_v0. */
  set(
    a: number,
    d: number,
    e: number,
    p: number,
    q: number,
    c: number,
    mu: number,
    free: number,
    x: number,
    y: number,
    z: number,
  ): void {
    const { n } = this;
    n[0] = a;
    n[1] = d;
    n[2] = e;
    n[3] = p;
    n[4] = q;
    n[5] = c / mu;
    n[6] = mu;
    n[7] = free;
    n[8] = x;
    n[9] = y;
    n[10] = z;
  }

  /** Whether the root of f' has been passed: it rises, or this is no more of the arc that λ_v0 sees. */
  isBeyond(u: number, v: number, direction: number): boolean {
    return !this.visit(u, v) || direction * this.slope[0] >= 0 || this.slope[1] >= 0;
  }

  /** Fills `slope` at an angle; false where the plane V_N and the cone do not meet. */
  visit(u: number, v: number): boolean {
    const { n, slope } = this;
    const below = n[5] + n[3] * u + n[4] * v;
    if (!(below > 0)) return false;
    const radius = -n[7] / below;
    const dx = radius * u - n[8];
    const dy = radius * v - n[9];
    const dz = radius / n[6] - n[10];
    // σ = G (λ − λ_v0); σ_N is zero on the ellipse.
    const sx = n[0] * dx + n[1] * dy + n[3] * dz;
    const sy = n[1] * dx + n[2] * dy + n[4] * dz;
    // r'/r = −G_NT (−sin θ, cos θ) / (G_NN/µ + G_NT (cos θ, sin θ)).
    const growth = (n[3] * v - n[4] * u) / below;
    const tx = growth * u - v;
    const ty = growth * v + u;
    slope[0] = sx * tx + sy * ty;
    slope[1] = sx * ty - sy * tx;
    return true;
  }
}

class Bisection {
  /** The inverses of the blocks on the diagonal of G + R, nine numbers a contact. */
  inverses = new Float64Array(0);
  readonly arc = new Arc();
}

/** The inverse of the block at a contact, by cofactors; a singular block is taken as if it were a little stiffer. */
function invertBlock(arena: Arena, at: number, out: Float64Array, to: number): void {
  const { rows, size } = arena;
  const trace = arena.diagonal[at] + arena.diagonal[at + 1] + arena.diagonal[at + 2];
  // What nothing can move keeps its impulse.
  if (!(trace > 0)) {
    out.fill(0, to, to + 9);
    return;
  }
  const extra = 1e-13 * trace;
  const a = arena.diagonal[at] + extra;
  const e = arena.diagonal[at + 1] + extra;
  const i = arena.diagonal[at + 2] + extra;
  const b = rows[at * size + at + 1];
  const c = rows[at * size + at + 2];
  const f = rows[(at + 1) * size + at + 2];
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

export function runRaisim(arena: Arena, settings: Settings, progress: Progress): void {
  runSweeps(arena, settings, progress, raisimRule);
}
