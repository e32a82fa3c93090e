// The columns of parameters in an island's equations, after the columns of positions and velocities.
import { factorMass, solveUnit } from '../../dynamics/articulated.ts';
import { computeVelocities } from '../../dynamics/bodies.ts';
import { place } from '../../dynamics/place.ts';
import { applyInertia, dot6 } from '../../dynamics/spatial.ts';
import type { Body } from '../../scene/body.ts';
import type { SimulatedContact } from '../contact-set.ts';
import type { SizeColumn } from './contact-block.ts';
import { inertiaChange, movedInertia } from './inertia-change.ts';
import type { FrictionRate } from './law.ts';
import type { LinearIsland } from './linear-island.ts';
import type { ResolvedParameter } from './parameters.ts';
import type { PlacedMember } from './placed-member.ts';
import type { StepRecord } from './record.ts';

/** The columns of sizes that a contact depends on. */
export function sizesOf(
  { a, b }: SimulatedContact,
  parameters: readonly ResolvedParameter[],
  first: number,
): SizeColumn[] {
  const sizes: SizeColumn[] = [];
  parameters.forEach((parameter, k) => {
    if (parameter.kind !== 'size') return;
    if (parameter.body === a) sizes.push({ target: first + k, isOfA: true });
    if (parameter.body === b) sizes.push({ target: first + k, isOfA: false });
  });
  return sizes;
}

/** How the µ of a contact depends on parameters. */
export function frictionRates(
  { a, b }: SimulatedContact,
  parameters: readonly ResolvedParameter[],
  first: number,
): FrictionRate[] {
  return parameters.flatMap((parameter, p) =>
    parameter.kind === 'friction' ? [{ column: first + p, rate: parameter.rate(a, b) }] : [],
  );
}

/** Subtracts Δt times the torques due to the change of a body's inertia, and the impulses due to the change of implicit damping with it. */
export function addInertias(
  { n, width, momentumChange }: LinearIsland,
  placed: PlacedMember,
  record: StepRecord,
  parameters: readonly ResolvedParameter[],
  timeStep: number,
  poses: ReadonlyMap<Body, Float64Array>,
): void {
  parameters.forEach((parameter, k) => {
    const change = inertiaChange(placed, parameter, poses);
    if (!change) return;
    if (placed.member.drag.isActive)
      throw new RangeError(
        'derivatives: mass and solid size of bodies with linearDamping or angularDamping have no derivatives; leave them out of the parameters',
      );
    placed.torquesOf(change.inertia, change.joint, (coordinate, torque) => {
      momentumChange[(placed.first + coordinate) * width + 2 * n + k] -= timeStep * torque;
    });
    if (placed.member.damping.mobility === null) return;
    const { v, next } = placed.partOf(record);
    const slopes = placed.member.damping.slopes().map((slope, i) => slope * (next[i] - v[i]));
    placed.member.servos.addSlopes(record.saturation[placed.member.index], v, next, slopes);
    dampingChange(placed, change.inertia, change.joint, slopes).forEach((impulse, i) => {
      momentumChange[(placed.first + i) * width + 2 * n + k] -= impulse;
    });
  });
}

/**
 * The derivatives of impulses whose derivatives with respect to 1/m are `slopes`, for each coordinate. With u = M⁻¹ e of a coordinate's unit vector e,
 * 1/m = eᵀ u changes by −uᵀ δM u: minus twice the kinetic energy of the change of inertia at the velocity u.
 */
function dampingChange(
  { data, member: { given } }: PlacedMember,
  inertia: Float64Array,
  joint: number,
  slopes: Float64Array,
): Float64Array {
  const reference = given.createData();
  place(given, reference, given.reference);
  factorMass(given, reference);
  const moved = movedInertia(inertia, joint, data, reference);
  const u = new Float64Array(given.nv);
  const momentum = new Float64Array(6);
  return slopes.map((slope, k) => {
    if (slope === 0) return 0;
    solveUnit(given, reference, k, u, 0);
    computeVelocities(given, reference, u);
    applyInertia(moved, 0, reference.velocity, 6 * joint, momentum, 0);
    return -slope * dot6(reference.velocity, 6 * joint, momentum, 0);
  });
}
