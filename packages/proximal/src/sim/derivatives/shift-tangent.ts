// The derivatives of a position correction, q' = q ⊕ Δt u, with respect to the initial configuration, the solved velocity, u, and the center of mass c. The
// center of mass of a floating body moves in a straight line, and its velocity keeps its direction in the world; in axes rotated by
// A = exp(−Δt ω_u): v' = A (v⁺ + ω × c) − ω × c. With J the right Jacobian of Δt ω_u,
//   δv' = A (δv⁺ + δω × c) − Δt (J δω_u) × A (v⁺ + ω × c) − δω × c.
import type { FloatingJoint } from '../floating-joint.ts';
import type { Member } from '../member.ts';
import { assembled, floatingJointTangent, rowsOf, steadyRotation } from './floating-joint-tangent.ts';
import { add, cross, identityBlock, multiply, scaled, times } from './small-matrix.ts';
import { integrationDerivatives, type JointTangent } from './tangent.ts';

/** The derivatives of each joint. */
export function shiftTangents(
  { model, floatingJoints }: Member,
  next: Float64Array,
  shift: Float64Array,
  timeStep: number,
): JointTangent[] {
  return integrationDerivatives(
    model,
    shift.map((x) => timeStep * x),
  ).map((tangent) => {
    const joint = floatingJoints.find(({ v: at }) => at === tangent.first);
    return joint ? shiftTangent(tangent, joint, next, shift, timeStep) : tangent;
  });
}

/** The correction of a floating joint. */
function shiftTangent(
  tangent: JointTangent,
  joint: FloatingJoint,
  next: Float64Array,
  shift: Float64Array,
  timeStep: number,
): JointTangent {
  const { isPlane, center, v: at } = joint;
  const columns = isPlane ? [0, 1, 5] : [0, 1, 2, 3, 4, 5];
  const rotation = steadyRotation(tangent, joint, shift, timeStep);
  const { back, angle } = rotation;
  const motionTangent = floatingJointTangent(joint, rotation, shift, timeStep);
  const omega = isPlane ? [0, 0, next[at + 2]] : [next[at + 3], next[at + 4], next[at + 5]];
  const spinVelocity = times(cross(omega), center);
  const speed = times(back, add(Float64Array.of(next[at], next[at + 1], isPlane ? 0 : next[at + 2]), spinVelocity, 1));
  const zero = new Float64Array(9);
  const arm = cross(center);
  const backMinusIdentity = add(back, identityBlock(), -1);
  return {
    ...motionTangent,
    byVelocity: assembled(back, scaled(multiply(backMinusIdentity, arm), -1), zero, identityBlock(), columns),
    byShift: {
      position: motionTangent.byMotion,
      velocity: assembled(zero, multiply(cross(speed), angle), zero, zero, columns),
    },
    byCenter: {
      position: motionTangent.byCenter?.position as Float64Array,
      velocity: rowsOf(multiply(backMinusIdentity, cross(omega)), columns),
    },
  };
}
