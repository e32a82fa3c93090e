// The columns of parameters in an island's equations, after those of positions and velocities.
import type { Body } from '../../scene/body.ts';
import type { SimulatedContact } from '../contact-set.ts';
import type { SizeColumn } from './contact-block.ts';
import { inertiaChange } from './inertia-change.ts';
import type { FrictionRate } from './law.ts';
import type { LinearIsland } from './linear-island.ts';
import type { ResolvedParameter } from './parameters.ts';
import type { PlacedMember } from './placed-member.ts';

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

/** −Δt times the torques due to the change of a body's inertia. */
export function addInertias(
  { n, width, push }: LinearIsland,
  placed: PlacedMember,
  parameters: readonly ResolvedParameter[],
  timeStep: number,
  poses: ReadonlyMap<Body, Float64Array>,
): void {
  parameters.forEach((parameter, k) => {
    const change = inertiaChange(placed, parameter, poses);
    if (!change) return;
    placed.torquesOf(change.inertia, change.joint, (coordinate, torque) => {
      push[(placed.first + coordinate) * width + 2 * n + k] -= timeStep * torque;
    });
  });
}
