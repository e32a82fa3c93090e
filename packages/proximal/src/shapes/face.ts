// The face of a set of corners that is farthest along a direction.
import type { PolytopeFaces } from '../mass/rounded.ts';
import { atan2 } from '../math/elementary.ts';
import { add, cross, dot, length, perpendicular, scale, subtract, type Vec3 } from '../math/vec3.ts';

/** The corners of a polytope, one by one. */
export function cornersOf({ vertices }: PolytopeFaces): Vec3[] {
  return Array.from({ length: vertices.length / 3 }, (_, k) => [
    vertices[3 * k],
    vertices[3 * k + 1],
    vertices[3 * k + 2],
  ]);
}

/**
 * The corners of the farthest face, edge or corner, counter-clockwise around the unit vector `direction`. A corner is included if
 * the vector to it from the farthest corner is perpendicular to the direction within `tolerance` radians. All corners are extreme
 * points, so the corners of one face are in convex position and can be ordered by angle.
 */
export function farthestFace(corners: readonly Vec3[], direction: Readonly<Vec3>, tolerance: number): Vec3[] {
  const farthest = corners.reduce((best, corner) => (dot(direction, corner) > dot(direction, best) ? corner : best));
  const face = corners.filter((corner) => {
    const edge = subtract(farthest, corner);
    return dot(direction, edge) <= tolerance * length(edge);
  });
  return face.length < 3 ? face : inOrder(face, direction);
}

/** Points in convex position, counter-clockwise around `direction`. */
function inOrder(points: readonly Vec3[], direction: Readonly<Vec3>): Vec3[] {
  const middle = scale(points.reduce(add), 1 / points.length);
  const x = perpendicular(direction);
  const y = cross(direction, x);
  const angles = points.map((point) => {
    const arm = subtract(point, middle);
    return { point, angle: atan2(dot(arm, y), dot(arm, x)) };
  });
  return angles.sort((a, b) => a.angle - b.angle).map(({ point }) => point);
}
