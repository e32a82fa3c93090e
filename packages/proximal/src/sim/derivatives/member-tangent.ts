// The derivatives of a member's motion in a step by where it begins, the velocity that was solved for, and the pseudo-velocity of a
// correction. The correction comes first, q' = q ⊕ Δt u: the centre of mass of what flies moves straight, and its velocity goes on in the same
// direction, in the axes that have turned by A = exp(−Δt ω_u): v' = A (v⁺ + ω × c) − ω × c. With J the right Jacobian of Δt ω_u,
//   δv' = A (δv⁺ + δω × c) − Δt (J δω_u) × A (v⁺ + ω × c) − δω × c.
import type { Flight } from '../flight.ts';
import type { Member } from '../member.ts';
import { assembled, flightTangent, rowsOf, steadyTurn } from './flight-tangent.ts';
import { add, cross, identityBlock, multiply, scaled, times } from './small-matrix.ts';
import { spinTangent } from './spin-tangent.ts';
import { integrationDerivatives, type JointTangent } from './tangent.ts';

/** How the integration goes on with a member's velocity. */
export function tangentsOf({ model, free, flights }: Member, next: Float64Array, timeStep: number): JointTangent[] {
  if (free) return [flightTangent(flights[0], spinTangent(free.spin, next.subarray(3), timeStep), next, timeStep)];
  return integrationDerivatives(
    model,
    next.map((x) => timeStep * x),
  ).map((tangent) => {
    const flight = flights.find(({ v: at }) => at === tangent.first);
    return flight ? flightTangent(flight, steadyTurn(tangent, flight, next, timeStep), next, timeStep) : tangent;
  });
}

/** The same, after a correction. */
export function correctedTangents(
  member: Member,
  next: Float64Array,
  shift: Float64Array,
  timeStep: number,
): JointTangent[] {
  const turned = next.slice();
  const first = integrationDerivatives(
    member.model,
    shift.map((x) => timeStep * x),
  ).map((tangent) => {
    const flight = member.flights.find(({ v: at }) => at === tangent.first);
    return flight ? shiftTangent(tangent, flight, next, shift, timeStep, turned) : tangent;
  });
  return tangentsOf(member, turned, timeStep).map((second, k) => composed(first[k], second, timeStep));
}

/** A correction of what flies; the velocity in its new axes goes to `turned`. */
function shiftTangent(
  tangent: JointTangent,
  flight: Flight,
  next: Float64Array,
  shift: Float64Array,
  timeStep: number,
  turned: Float64Array,
): JointTangent {
  const { isPlane, center, v: at } = flight;
  const columns = isPlane ? [0, 1, 5] : [0, 1, 2, 3, 4, 5];
  const turn = steadyTurn(tangent, flight, shift, timeStep);
  const { back, angle } = turn;
  const moved = flightTangent(flight, turn, shift, timeStep);
  const omega = isPlane ? [0, 0, next[at + 2]] : [next[at + 3], next[at + 4], next[at + 5]];
  const around = times(cross(omega), center);
  const speed = times(back, add(Float64Array.of(next[at], next[at + 1], isPlane ? 0 : next[at + 2]), around, 1));
  for (let k = 0; k < (isPlane ? 2 : 3); k++) turned[at + k] = speed[k] - around[k];
  const zero = new Float64Array(9);
  const arm = cross(center);
  const changed = add(back, identityBlock(), -1);
  return {
    ...moved,
    byVelocity: assembled(back, scaled(multiply(changed, arm), -1), zero, identityBlock(), columns),
    byShift: {
      position: moved.byMotion,
      velocity: assembled(zero, multiply(cross(speed), angle), zero, zero, columns),
    },
    byCenter: {
      position: moved.byCenter?.position as Float64Array,
      velocity: rowsOf(multiply(changed, cross(omega)), columns),
    },
  };
}

/** A correction, and then the step. */
function composed(a: JointTangent, b: JointTangent, timeStep: number): JointTangent {
  const { count } = b;
  const product = (x: Float64Array, y: Float64Array, width = count): Float64Array => multiplied(x, y, count, width);
  const sum = (x: Float64Array, y: Float64Array, factor = 1): Float64Array => x.map((each, k) => each + factor * y[k]);
  const byStart = product(b.byStart, a.byStart);
  const position = product(b.byStart, a.byShift?.position ?? a.byMotion);
  if (!a.byVelocity || !b.byVelocity || !a.byShift || !a.byCenter || !b.byCenter)
    return { ...b, byStart, byShift: { position, velocity: new Float64Array(count * count) } };
  const centered = sum(b.byCenter.position, product(b.byMotion, a.byCenter.velocity, 3), timeStep);
  return {
    ...b,
    byStart,
    byMotion: product(b.byMotion, a.byVelocity),
    byVelocity: product(b.byVelocity, a.byVelocity),
    byShift: {
      position: sum(position, product(b.byMotion, a.byShift.velocity)),
      velocity: product(b.byVelocity, a.byShift.velocity),
    },
    byCenter: {
      position: sum(centered, product(b.byStart, a.byCenter.position, 3)),
      velocity: sum(b.byCenter.velocity, product(b.byVelocity, a.byCenter.velocity, 3)),
    },
  };
}

/** x y of count × count and count × width numbers. */
function multiplied(x: Float64Array, y: Float64Array, count: number, width: number): Float64Array {
  const out = new Float64Array(count * width);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < count; k++)
      for (let j = 0; j < width; j++) out[i * width + j] += x[i * count + k] * y[k * width + j];
  return out;
}
