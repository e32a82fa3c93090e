// What parameters change in an island's equations: a column each, after those of positions and velocities.
import type { Body } from '../../scene/body.ts';
import type { SimulatedContact } from '../contact-set.ts';
import type { SizeColumn } from './contact-block.ts';
import { applied, axesDerivatives } from './flight-tangent.ts';
import { centerChange, inertiaChange } from './inertia-change.ts';
import type { FrictionRate } from './law.ts';
import type { LinearIsland } from './linear-island.ts';
import type { ResolvedParameter } from './parameters.ts';
import type { Placed } from './placed.ts';
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

/** A solid body that grows moves its centre of mass, and that is what goes straight on. */
export function addCenters(
  island: LinearIsland,
  placed: Placed,
  record: StepRecord,
  parameters: readonly ResolvedParameter[],
  timeStep: number,
  poses: ReadonlyMap<Body, Float64Array>,
): void {
  const { member, mass, first } = placed;
  const { nv } = member.model;
  const { q, v } = placed.partOf(record);
  parameters.forEach((parameter, p) => {
    if (parameter.kind !== 'size' || !parameter.solid || parameter.owner?.member !== member) return;
    const { joint } = parameter.owner;
    const flight = member.flights.find((each) => each.joint === joint);
    const tangent = island.tangents[island.placed.indexOf(placed)].find((each) => each.first === flight?.v);
    if (!flight || !tangent?.byCenter) return;
    const change = centerChange(placed, flight, q, poses.get(parameter.body) as Float64Array);
    const column = 2 * island.n + p;
    const bent = applied(axesDerivatives(flight, v).byCenter, change);
    for (let i = 0; i < nv && !member.free; i++)
      for (const [k, x] of bent.entries())
        island.push[(first + i) * island.width + column] += timeStep * mass[i * nv + flight.v + k] * x;
    const { position, velocity } = tangent.byCenter;
    island.drifts.push({
      at: first + flight.v,
      column,
      position: applied(position, change),
      velocity: applied(velocity, change),
    });
  });
}

/** −Δt times the torques that the change of a body's inertia takes. */
export function addInertias(
  { n, width, push }: LinearIsland,
  placed: Placed,
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
