// Convex sets inside bodies. Every translation that separates two bodies also separates the convex sets inside them, so the depth of two pieces is
// a lower bound on the depth of the bodies.
import { identity } from '../../math/pose.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { TriangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';
import { convex } from '../../shapes/convex.ts';
import { point } from '../../shapes/point.ts';
import type { Shape } from '../../shapes/shape.ts';
import { sphere } from '../../shapes/sphere.ts';
import type { Volume } from '../volume.ts';
import { type InnerPart, isBetweenPlanes, isBeyond } from './inner-part.ts';

/**
 * A convex set inside a body, in body coordinates. `part`: a convex body itself, a part of a compound, or a triangle of a mesh. `ball`: a ball.
 * `polytope`: the hull of vertices between planes that exclude all triangles of a closed mesh.
 */
export type ConvexPiece =
  | { readonly kind: 'part'; readonly part: number }
  | { readonly kind: 'ball'; readonly center: Vec3; readonly radius: number }
  | ({ readonly kind: 'polytope' } & InnerPart);

/** A piece as a shape at a pose in body coordinates. */
export function shapeOf(piece: ConvexPiece, { assembly, bounds }: Volume): { shape: Shape; pose: Float64Array } {
  if (piece.kind === 'polytope') return { shape: convex(piece.vertices, { supportMap: false }), pose: identity() };
  if (piece.kind === 'ball') {
    const shape = piece.radius > 0 ? sphere(piece.radius) : point();
    return { shape, pose: Float64Array.of(...piece.center, 0, 0, 0, 1) };
  }
  if (!assembly) return { shape: bounds, pose: identity() };
  return { shape: assembly.part(piece.part), pose: assembly.partPose(piece.part) ?? identity() };
}

/**
 * Whether a piece is inside its body, checked without the search that made it.
 * @param containsBall whether a ball is inside the body
 */
export function isPieceOf(
  piece: ConvexPiece,
  { assembly, radiusAboutOrigin }: Volume,
  containsBall: (center: Vec3, radius: number) => boolean,
): boolean {
  const kind = piece?.kind;
  if (kind === 'part') {
    const count = assembly ? assembly.partCount : 1;
    return Number.isInteger(piece.part) && piece.part >= 0 && piece.part < count;
  }
  if (kind === 'ball') {
    const { center, radius } = piece;
    return (
      Array.isArray(center) &&
      center.length === 3 &&
      center.every(Number.isFinite) &&
      radius >= 0 &&
      containsBall(center, radius)
    );
  }
  if (kind !== 'polytope' || !(assembly instanceof TriangleMesh) || !assembly.isClosed) return false;
  const { vertices, planes } = piece;
  if (!hasRows(vertices, 3) || !hasRows(planes, 4) || !isBetweenPlanes(piece, radiusAboutOrigin)) return false;
  const soup = assembly.soup();
  for (let at = 0; at < soup.length; at += 9) if (!isBeyond(soup, at, planes)) return false;
  // No triangle intersects the interior of the set between the planes, so the hull is inside the mesh if any one of its points is.
  return assembly.signedDistance(meanOf(vertices)).upper < 0;
}

/** Whether a value is an array of at least one row of `width` numbers. */
function hasRows(numbers: unknown, width: number): boolean {
  return numbers instanceof Float64Array && numbers.length >= width && numbers.length % width === 0;
}

function meanOf(vertices: Float64Array): Vec3 {
  const mean: Vec3 = [0, 0, 0];
  for (let k = 0; k < vertices.length; k++) mean[k % 3] += (3 * vertices[k]) / vertices.length;
  return mean;
}
