// How a contact's point, normal and gap change when its two bodies move, with the features that touch held fixed.
//
// The motion of a body is given at the contact: the displacement x of its material point at p, and its small rotation θ, in world axes.

import { cross, dot, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { differentiate } from '../../proximity/derivative.ts';
import type { DerivativeOptions } from '../../proximity/derivative-options.ts';
import type { Body } from '../../scene/body.ts';
import { Shape } from '../../shapes/shape.ts';
import type { SimulatedContact } from '../contact-set.ts';
import { poseMatrix } from './pose-matrix.ts';

/** Columns: x of A, θ of A, x of B, θ of B, three each. */
export const MOTION_COLUMNS = 12;

export interface ContactMotion {
  /** 3 × 12, by rows. */
  readonly point: Float64Array;
  readonly normal: Float64Array;
  /** 12. */
  readonly gap: Float64Array;
}

/** Features are the same if they are this near, relative to the shape. */
const near = 1e-7;

export function contactMotion(contact: SimulatedContact, options: DerivativeOptions): ContactMotion {
  const corner = cornerOf(contact);
  if (corner) return cornerMotion(contact, corner);
  return nearestMotion(contact, options);
}

/** A corner of one body on the face, edge or plane of the other. */
interface CornerFeature {
  /** 1 if it is B's corner and A's plane, −1 the other way round. */
  readonly side: 1 | -1;
  /** The corner of the core, in the world, and the radius around it. */
  readonly core: Vec3;
  readonly radius: number;
}

function cornerOf({ a, b, normal, point, gap }: SimulatedContact): CornerFeature | null {
  const [onA, onB] = [-1, 1].map((sign) => point.map((x, k) => x + (sign * gap * normal[k]) / 2) as Vec3);
  // A plane has no corners; of two bodies with faces the corner of either will do.
  const ofB = coreCorner(b, onB, normal, 1);
  if (ofB && isFlat(a, normal)) return { side: 1, ...ofB };
  const ofA = coreCorner(a, onA, normal, -1);
  if (
    ofA &&
    isFlat(
      b,
      normal.map((x) => -x),
    )
  )
    return { side: -1, ...ofA };
  return null;
}

/** The corner of the body's core that `surface` is the ball's end of, if there is one. `sign` 1: the ball ends against the normal. */
function coreCorner(
  body: Body,
  surface: Vec3,
  normal: readonly number[],
  sign: number,
): { core: Vec3; radius: number } | null {
  const { shape } = body;
  if (!(shape instanceof Shape) || !shape.isBounded) return null;
  const polytope = shape.corePolytope();
  if (!polytope) return null;
  const core = surface.map((x, k) => x + sign * shape.radius * normal[k]) as Vec3;
  const { toBody, toWorld } = poseMatrix(body.pose);
  const local = toBody(core);
  const { vertices } = polytope;
  for (let k = 0; k < vertices.length; k += 3) {
    const corner: Vec3 = [vertices[k], vertices[k + 1], vertices[k + 2]];
    const off = subtract(corner, local);
    if (dot(off, off) <= (near * shape.boundingRadius) ** 2) return { core: toWorld(corner), radius: shape.radius };
  }
  return null;
}

/** Whether the body has a face across the outward direction. */
function isFlat(body: Body, direction: readonly number[]): boolean {
  const { shape } = body;
  if (!(shape instanceof Shape)) return false;
  if (!shape.isBounded) return true;
  const { rotateBack } = poseMatrix(body.pose);
  return shape.supportFace(rotateBack(direction)).length >= 3;
}

/**
 * The normal turns with the body of the plane: δn = θ × n. The corner moves with its own body, and the surface is its ball's end
 * towards the plane. The gap is the height of that point over the plane, whose own material point moves, too.
 */
function cornerMotion(
  { normal: given, point: given2, gap: open }: SimulatedContact,
  feature: CornerFeature,
): ContactMotion {
  const [normal, middle] = [given as Vec3, given2 as Vec3];
  const motion = { point: new Float64Array(36), normal: new Float64Array(36), gap: new Float64Array(12) };
  const { side, core, radius } = feature;
  const [plane, corner] = side === 1 ? [0, 6] : [6, 0];
  const onPlane = subtract(middle, scale(normal, (side * open) / 2));
  for (let column = 0; column < MOTION_COLUMNS; column++) {
    const axis = column % 3;
    const unit: Vec3 = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];
    const isTurn = column % 6 >= 3;
    const isOfPlane = column >= plane && column < plane + 6;
    const isOfCorner = column >= corner && column < corner + 6;
    /** The displacement of a material point of the body that moves in this column. */
    const moved = (at: Vec3): Vec3 => (isTurn ? cross(unit, subtract(at, middle)) : unit);
    const turned: Vec3 = isOfPlane && isTurn ? cross(unit, normal) : [0, 0, 0];
    const ofCorner: Vec3 = isOfCorner ? moved(core) : [0, 0, 0];
    // The surface point: core ∓ radius · n.
    const surface = subtract(ofCorner, scale(turned, side * radius));
    const ofPlane: Vec3 = isOfPlane ? moved(onPlane) : [0, 0, 0];
    const gap = side * dot(normal, subtract(surface, ofPlane));
    motion.gap[column] = gap;
    for (let k = 0; k < 3; k++) {
      motion.normal[12 * k + column] = turned[k];
      // p = surface ∓ gap n / 2.
      motion.point[12 * k + column] = surface[k] - (side * (gap * normal[k] + open * turned[k])) / 2;
    }
  }
  return motion;
}

/** Curved shapes and crossing edges: the nearest points, by the derivatives of collision detection. */
function nearestMotion({ a, b, point }: SimulatedContact, options: DerivativeOptions): ContactMotion {
  const motion = { point: new Float64Array(36), normal: new Float64Array(36), gap: new Float64Array(12) };
  if (!(a.shape instanceof Shape && b.shape instanceof Shape)) return motion;
  const found = differentiate(a.shape, a.pose, b.shape, b.pose, { ...options, withRespectTo: 'both' });
  // The twist of a body, along its own axes at its origin, that moves its point at the contact by x and turns it by θ.
  [a, b].forEach((body, which) => {
    const { rotateBack, origin } = poseMatrix(body.pose);
    const arm = subtract(point as Vec3, origin);
    for (let column = 0; column < 6; column++) {
      const axis = column % 3;
      const unit: Vec3 = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0];
      const isTurn = column >= 3;
      const linear = rotateBack(isTurn ? scale(cross(unit, arm), -1) : unit);
      const angular: Vec3 = isTurn ? rotateBack(unit) : [0, 0, 0];
      const twist = [...linear, ...angular];
      const along = (row: Float64Array, from: number): number =>
        twist.reduce((sum, value, k) => sum + value * row[from + 6 * which + k], 0);
      const to = 6 * which + column;
      motion.gap[to] = along(found.distance, 0);
      for (let k = 0; k < 3; k++) {
        motion.point[12 * k + to] = (along(found.pointA, 12 * k) + along(found.pointB, 12 * k)) / 2;
        motion.normal[12 * k + to] = along(found.normal, 12 * k);
      }
    }
  });
  return motion;
}
