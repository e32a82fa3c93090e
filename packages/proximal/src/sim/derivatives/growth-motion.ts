// The derivatives of a contact that was found by growth distance, with respect to the motion of its two bodies.
//
// A and B, scaled by α about their centers a and b, touch at x with the normal n. The unscaled bodies touch in the same way if B
// is moved toward A until the vector p = b − a between the centers has shrunk to p/α. There the signed distance is zero, and its
// derivative is known for any two shapes. The derivative of α follows from B's displacement to this touching position.
//
// The motion of a body is given by the velocity w of its touching point s, its small rotation θ, and the velocity z of its center
// c. For a rigid motion z = w + θ × (c − s). In the touching position, B's point moves by
//
//   w′ = w_B − (1 − 1/α)(z_B − z_A) − p δα/α²,   with δα such that the bodies keep touching: ⟨n, w′ − w_A⟩ = 0.
//
// The contact's gap is the width of the slab between the unscaled bodies, ⟨n, s_B − s_A⟩ with the support points s along n, so
// that δgap = ⟨n, w_B − w_A⟩ + ⟨s_B − s_A, δn⟩. The contact point is x moved along n to the middle of the slab.

import { differentiate } from '../../derivatives/derivative.ts';
import type { DerivativeOptions } from '../../derivatives/derivative-options.ts';
import { add, cross, dot, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { growthDistance } from '../../proximity/growth.ts';
import type { GrowthResult } from '../../proximity/growth-result.ts';
import { createResult } from '../../proximity/result.ts';
import type { ContactMotion, Touching } from './contact-motion.ts';
import { poseMatrix } from './pose-matrix.ts';

/** The tolerance of the growth distance. The error of the normal is about its square root. */
const tolerance = 1e-14;

/** The motion of a body, as in the file's header. */
interface BodyMotion {
  readonly w: Vec3;
  /** θ. */
  readonly rotation: Vec3;
  readonly z: Vec3;
}

const noMotion: BodyMotion = { w: [0, 0, 0], rotation: [0, 0, 0], z: [0, 0, 0] };

/** A contact by growth distance, in the touching position. */
class GrowthTouch {
  private readonly found: GrowthResult;
  /** The centers a and b in the world. */
  private readonly centers: readonly [Vec3, Vec3];
  /** p = b − a. */
  private readonly between: Vec3;
  /** The poses of A and B. */
  private readonly matrices;
  /** The origins of A and B in the touching position. */
  private readonly origins: readonly [Vec3, Vec3];
  /** The derivatives of the signed distance in the touching position. */
  private readonly derivatives;

  constructor({ shapes: [a, b], poses: [poseA, poseB] }: Touching, options: DerivativeOptions) {
    const found = growthDistance(a, poseA, b, poseB, { tolerance });
    const { normal, localA, localB, pointA, pointB, proof } = found;
    this.found = found;
    const touching = Float64Array.from(poseB);
    for (let k = 0; k < 3; k++) touching[k] += pointA[k] - pointB[k];
    this.matrices = [poseMatrix(poseA), poseMatrix(poseB)] as const;
    this.centers = [this.matrices[0].toWorld(proof.centerA), this.matrices[1].toWorld(proof.centerB)];
    this.between = subtract(this.centers[1], this.centers[0]);
    // Origins of the bodies in the touching position; A is not moved.
    this.origins = [this.matrices[0].origin, [touching[0], touching[1], touching[2]]];
    const result = { ...createResult(), normal, localA, localB, distance: 0, lower: 0, upper: 0 };
    this.derivatives = differentiate(a, poseA, b, touching, { ...options, withRespectTo: 'both', result });
  }

  /** Writes the derivatives with respect to a motion of a body (0 or 1) to a column. */
  write(body: number, moved: BodyMotion, motion: ContactMotion, column: number): void {
    const { normal, growth, pointA, pointB, contact } = this.found;
    const [a, b] = body === 0 ? [moved, noMotion] : [noMotion, moved];
    const centerChange = subtract(b.z, a.z);
    const shrunk = subtract(b.w, scale(centerChange, 1 - 1 / growth));
    const growthChange = (growth * growth * dot(normal, subtract(shrunk, a.w))) / dot(normal, this.between);
    const touching = subtract(shrunk, scale(this.between, growthChange / (growth * growth)));
    const twists = [...this.twist(0, a.w, a.rotation), ...this.twist(1, touching, b.rotation)];
    const normalChange = applied(this.derivatives.normal, twists);
    const pointAChange = applied(this.derivatives.pointA, twists);
    // x = a + α (s_A − a).
    const arm = subtract(pointA, this.centers[0]);
    const touchingChange = add(add(a.z, scale(arm, growthChange)), scale(subtract(pointAChange, a.z), growth));
    const sumChange = dot(normal, add(a.w, b.w)) + dot(add(pointA, pointB), normalChange);
    const height = dot(normal, add(pointA, pointB)) / 2 - dot(normal, contact);
    const heightChange = sumChange / 2 - dot(normalChange, contact) - dot(normal, touchingChange);
    const pointChange = add(add(touchingChange, scale(normalChange, height)), scale(normal, heightChange));
    motion.gap[column] = dot(normal, subtract(b.w, a.w)) + dot(subtract(pointB, pointA), normalChange);
    for (let k = 0; k < 3; k++) {
      motion.normal[motion.width * k + column] = normalChange[k];
      motion.point[motion.width * k + column] = pointChange[k];
    }
  }

  /** The motion of a body whose point at `at` moves by x and which rotates by `rotation`. */
  rigid(body: number, at: Vec3, x: Vec3, rotation: Vec3): BodyMotion {
    const velocityAt = (p: Vec3): Vec3 => add(x, cross(rotation, subtract(p, at)));
    return { w: velocityAt(this.pointOf(body)), rotation, z: velocityAt(this.centers[body]) };
  }

  /** The motion of a body scaled about `origin`: its touching point shifts; the change of curvature has no effect to first order. */
  growing(body: number, origin: Vec3): BodyMotion {
    return { w: subtract(this.pointOf(body), origin), rotation: [0, 0, 0], z: subtract(this.centers[body], origin) };
  }

  private pointOf(body: number): Vec3 {
    return body === 0 ? this.found.pointA : this.found.pointB;
  }

  /** A motion as a twist in the body's own frame at its origin, in the touching position. */
  private twist(body: number, w: Vec3, rotation: Vec3): number[] {
    const { rotateBack } = this.matrices[body];
    const arm = subtract(this.found.pointA, this.origins[body]);
    return [...rotateBack(subtract(w, cross(rotation, arm))), ...rotateBack(rotation)];
  }
}

/** Three rows of twelve numbers times twelve. */
function applied(rows: Float64Array, twists: readonly number[]): Vec3 {
  return [0, 12, 24].map((from) => twists.reduce((sum, x, k) => sum + x * rows[from + k], 0)) as Vec3;
}

/** All columns of a contact by growth distance: see `ContactMotion`. */
export function growthMotion(touching: Touching, point: Vec3, options: DerivativeOptions, motion: ContactMotion): void {
  const touch = new GrowthTouch(touching, options);
  for (let column = 0; column < 12; column++) {
    const body = column < 6 ? 0 : 1;
    const axis = column % 3;
    const unit: Vec3 = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];
    const isRotation = column % 6 >= 3;
    const [x, rotation]: [Vec3, Vec3] = isRotation ? [[0, 0, 0], unit] : [unit, [0, 0, 0]];
    touch.write(body, touch.rigid(body, point, x, rotation), motion, column);
  }
  for (const body of [0, 1]) touch.write(body, touch.growing(body, touching.origins[body]), motion, 12 + body);
}
