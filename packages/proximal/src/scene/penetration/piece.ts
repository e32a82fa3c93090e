// Convex sets inside bodies. Two of them must be separated by every translation that separates the bodies, so that the depth of two pieces is a lower
// bound of the depth of the bodies.
import { identity } from '../../math/pose.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { TriangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';
import { convex } from '../../shapes/convex.ts';
import { point } from '../../shapes/point.ts';
import type { Shape } from '../../shapes/shape.ts';
import { sphere } from '../../shapes/sphere.ts';
import type { Volume } from '../volume.ts';
import { areBetween, type InnerPart, isBeyond } from './inner-part.ts';

/**
 * A convex set inside a body, in body coordinates: a convex body itself or a part of a compound or a triangle of a mesh (`part`), a ball, or the hull of
 * vertices between planes that exclude all triangles of a closed mesh.
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
 * @param holds whether a ball is inside the body
 */
export function isPieceOf(
  piece: ConvexPiece,
  { assembly }: Volume,
  holds: (center: Vec3, radius: number) => boolean,
): boolean {
  if (piece.kind === 'part') {
    const count = assembly ? assembly.partCount : 1;
    return Number.isInteger(piece.part) && piece.part >= 0 && piece.part < count;
  }
  if (piece.kind === 'ball') return piece.radius >= 0 && holds(piece.center, piece.radius);
  if (piece.kind !== 'polytope' || !(assembly instanceof TriangleMesh) || !assembly.isClosed) return false;
  const { vertices, planes } = piece;
  const isComplete = vertices.length >= 3 && vertices.length % 3 === 0 && planes.length % 4 === 0;
  if (!isComplete || !vertices.every(Number.isFinite) || !areBetween(piece)) return false;
  const soup = assembly.soup();
  for (let at = 0; at < soup.length; at += 9) if (!isBeyond(soup, at, planes)) return false;
  // No triangle meets the interior of the hull, so that its center decides for all of it.
  return holds(middleOf(vertices), 0);
}

function middleOf(vertices: Float64Array): Vec3 {
  const middle: Vec3 = [0, 0, 0];
  for (let k = 0; k < vertices.length; k++) middle[k % 3] += (3 * vertices[k]) / vertices.length;
  return middle;
}
