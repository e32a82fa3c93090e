// The laws of the models (models.ts) around a solution, linearized in δλ and δσ, three equations for each contact with an impulse:
//   Λ δλ + Σ δσ + f δµ + P δp = 0,
// with p = G_TN / G_NN of the contact's own block of G + R. Only RaiSim's law depends on p. σ includes R λ, and R includes the solver's
// regularization.
// Equation and algorithm numbers refer to Le Lidec et al., "Contact Models in Robotics: a Comparative Analysis".
import type { SolverSettings } from './options.ts';
import type { Pyramid } from './pyramid.ts';

/** One contact at its solution. */
export interface SolvedContact {
  /** λ of all rows. */
  readonly impulses: Float64Array;
  /** σ of all rows. */
  readonly sigma: Float64Array;
  /** The first of the contact's three rows. */
  readonly row: number;
  readonly friction: number;
  /** Slip speeds up to this count as sticking, in m/s. */
  readonly stillness: number;
  /** p: two numbers. */
  readonly coupling: Float64Array;
}

/** The equations of one contact, matrices by rows: Λ, Σ, f and P. */
export class LinearLaw {
  readonly byImpulse = new Float64Array(9);
  readonly byVelocity = new Float64Array(9);
  readonly byFriction = new Float64Array(3);
  readonly byCoupling = new Float64Array(6);

  clear(): void {
    this.byImpulse.fill(0);
    this.byVelocity.fill(0);
    this.byFriction.fill(0);
    this.byCoupling.fill(0);
  }
}

/**
 * A kink of a law. `'sticking'`: friction at its limit without slip. `'edge'`: friction at a pyramid's corner, with slip along
 * the normal of a facet.
 */
export type LawKink = 'sticking' | 'edge';

/** A contact model, linearized for derivatives. */
export interface LawTangent {
  /** The separation speed of a contact without impulse, as its law measures it. At zero the contact is about to close. */
  opening(sigma: Float64Array, row: number, friction: number): number;
  /** Writes the equations of a contact with an impulse. @returns the kink at the solution, or null */
  linearize(contact: SolvedContact, settings: SolverSettings, out: LinearLaw): LawKink | null;
  /** Whether the law is isotropic in the tangent plane; the law of a pyramid depends on the frame's rotation about the normal. */
  readonly isIsotropic: boolean;
  /** Whether the law depends on p. */
  readonly isCoupled: boolean;
}

/**
 * A contact is at its friction limit if friction is below the limit by at most this fraction: `nearLimit` with slip, `atLimit`
 * without. With slip on a pyramid, `atLimit` is also the tolerance of a corner.
 */
const nearLimit = 1e-3;
const atLimit = 1e-6;

/** The NCP: δσ_N = 0, and Coulomb's law. */
export const ncpTangent: LawTangent = {
  isIsotropic: true,
  isCoupled: false,
  opening: (sigma, row) => sigma[row + 2],
  linearize: (contact, _settings, out) => {
    const slip = slipOf(contact);
    if (slip === 0) return stick(contact, out);
    slide(contact, slip, out);
    return null;
  },
};

/** The CCP. For a sliding contact, σ is on the boundary of the dual cone, σ_N = µ ‖σ_T‖: δσ_N − µ sᵀ δσ_T − ‖σ_T‖ δµ = 0. */
export const ccpTangent: LawTangent = {
  isIsotropic: true,
  isCoupled: false,
  opening: (sigma, row, friction) => sigma[row + 2] - friction * lengthAt(sigma, row),
  linearize: (contact, _settings, out) => {
    const slip = slipOf(contact);
    if (slip === 0) return stick(contact, out);
    slide(contact, slip, out);
    const { sigma, row, friction } = contact;
    for (let k = 0; k < 2; k++) out.byVelocity[6 + k] = (-friction * sigma[row + k]) / slip;
    out.byFriction[2] = -slip;
    return null;
  },
};

/**
 * RaiSim. For a sliding contact, ‖λ_T‖ = µ λ_N, σ_N = 0 and σ_T is along −x, x = λ_T + µ² λ_N p (21): with the cross product of
 * the plane, σ_T × δx + δσ_T × x = 0.
 */
export const raisimTangent: LawTangent = {
  isIsotropic: true,
  isCoupled: true,
  opening: (sigma, row) => sigma[row + 2],
  linearize: (contact, _settings, out) => {
    const slip = slipOf(contact);
    if (slip === 0) return stick(contact, out);
    slide(contact, slip, out);
    const { impulses, sigma, row, friction, coupling } = contact;
    if (friction === 0) return null;
    const { byImpulse, byVelocity, byFriction, byCoupling } = out;
    const normal = impulses[row + 2];
    for (let k = 0; k < 2; k++) byImpulse[k] = impulses[row + k] / normal;
    byImpulse[2] = -friction * friction;
    byFriction[0] = -friction * normal;
    byVelocity.fill(0, 0, 3);
    // σ_T × a = ‖σ_T‖ (across · a).
    const across = [-sigma[row + 1] / slip, sigma[row] / slip];
    const along = across[0] * coupling[0] + across[1] * coupling[1];
    const weight = friction * friction * normal;
    for (let k = 0; k < 2; k++) {
      byImpulse[3 + k] = across[k];
      byCoupling[2 + k] = weight * across[k];
    }
    byImpulse[5] = friction * friction * along;
    byFriction[1] = 2 * friction * normal * along;
    byVelocity[3] = (impulses[row + 1] + weight * coupling[1]) / slip;
    byVelocity[4] = -(impulses[row] + weight * coupling[0]) / slip;
    return null;
  },
};

/**
 * The LCP: δσ_N = 0, and λ_T is the support point of the pyramid's section, c λ_N times the polygon with c = `apothem(µ)`, along −σ_T. On a
 * facet with the normal n: nᵀ λ_T = c λ_N, and no slip along the facet. At a corner d: λ_T = c λ_N d.
 */
export const lcpTangent: LawTangent = {
  isIsotropic: false,
  isCoupled: false,
  opening: (sigma, row) => sigma[row + 2],
  linearize: (contact, { pyramid }, out) => {
    const { impulses, sigma, row, friction, stillness } = contact;
    const limit = pyramid.apothem(friction) * impulses[row + 2];
    const gauge = pyramid.gauge(impulses[row], impulses[row + 1]);
    const slip = lengthAt(sigma, row);
    if (slip > stillness && gauge >= (1 - nearLimit) * limit)
      return slideOnSection(contact, pyramid, limit > 0 ? limit / slip : 1, out);
    stick(contact, out);
    return friction > 0 && gauge >= (1 - atLimit) * limit ? 'sticking' : null;
  },
};

/** Writes the equations of the facet or corner of the section onto which λ_T − `stride` σ_T projects. */
function slideOnSection(
  { impulses, sigma, row, friction }: SolvedContact,
  pyramid: Pyramid,
  stride: number,
  out: LinearLaw,
): LawKink | null {
  const { normals, corners, facets } = pyramid;
  const { byImpulse, byVelocity, byFriction } = out;
  const [slope, growth] = [pyramid.apothem(friction), pyramid.apothem(1)];
  const normal = impulses[row + 2];
  const x = impulses[row] - stride * sigma[row];
  const y = impulses[row + 1] - stride * sigma[row + 1];
  const facet = pyramid.facetAlong(x, y);
  const [nx, ny] = [normals[2 * facet], normals[2 * facet + 1]];
  const half = slope * normal * pyramid.halfWidth;
  const along = nx * y - ny * x;
  out.clear();
  byVelocity[8] = 1;
  if (Math.abs(along) < half) {
    byImpulse[0] = nx;
    byImpulse[1] = ny;
    byImpulse[2] = -slope;
    byFriction[0] = -growth * normal;
    byVelocity[3] = -ny;
    byVelocity[4] = nx;
  } else {
    // Corner k is between the facets k and k + 1.
    const corner = 2 * (along > 0 ? facet : (facet + facets - 1) % facets);
    for (let k = 0; k < 2; k++) {
      byImpulse[4 * k] = 1;
      byImpulse[3 * k + 2] = -slope * corners[corner + k];
      byFriction[k] = -growth * normal * corners[corner + k];
    }
  }
  return Math.abs(Math.abs(along) - half) <= atLimit * half ? 'edge' : null;
}

/** A sticking contact: δσ = 0. Without friction, the tangential equations are δλ_T = 0 instead. */
function stick({ impulses, row, friction }: SolvedContact, out: LinearLaw): LawKink | null {
  const { byImpulse, byVelocity } = out;
  out.clear();
  const tangents = friction > 0 ? byVelocity : byImpulse;
  tangents[0] = 1;
  tangents[4] = 1;
  byVelocity[8] = 1;
  const limit = friction * impulses[row + 2];
  return limit > 0 && lengthAt(impulses, row) >= (1 - atLimit) * limit ? 'sticking' : null;
}

/**
 * δσ_N = 0, and λ_T = −µ λ_N s with s = σ_T/‖σ_T‖: δλ_T + µ s δλ_N + µ λ_N/‖σ_T‖ (1 − s sᵀ) δσ_T + λ_N s δµ = 0. Without friction the
 * tangential impulse is zero, but its derivative with respect to µ is not.
 */
function slide({ impulses, sigma, row, friction }: SolvedContact, slip: number, out: LinearLaw): void {
  const { byImpulse, byVelocity, byFriction } = out;
  out.clear();
  byVelocity[8] = 1;
  const normal = impulses[row + 2];
  const rotationRate = (friction * normal) / slip;
  for (let i = 0; i < 2; i++) {
    const direction = sigma[row + i] / slip;
    byImpulse[4 * i] = 1;
    byImpulse[3 * i + 2] = friction * direction;
    for (let j = 0; j < 2; j++)
      byVelocity[3 * i + j] = rotationRate * ((i === j ? 1 : 0) - (direction * sigma[row + j]) / slip);
    byFriction[i] = normal * direction;
  }
}

/** ‖σ_T‖ of a contact that slides on its friction cone; 0 if its slip is small or its friction is below the limit: it then counts as sticking. */
function slipOf({ impulses, sigma, row, friction, stillness }: SolvedContact): number {
  const isAtLimit = lengthAt(impulses, row) >= (1 - nearLimit) * friction * impulses[row + 2];
  const slip = lengthAt(sigma, row);
  return isAtLimit && slip > stillness ? slip : 0;
}

/** The length of a tangential part. Not by Math.hypot, whose results differ between JavaScript engines. */
function lengthAt(vector: Float64Array, row: number): number {
  return Math.sqrt(vector[row] * vector[row] + vector[row + 1] * vector[row + 1]);
}
