// A 2D case with its shapes built, and for polygons both outlines in one frame.
import type { Polygon, Shape } from 'proximal/2d';
import type { PlaneCase } from './plane-cases.ts';
import type { Outline } from './plane-oracle.ts';
import { buildShape, outlineOf } from './plane-shapes.ts';

export interface PlaneScene {
  readonly a: Shape;
  readonly b: Shape;
  readonly poseA: Float64Array;
  readonly poseB: Float64Array;
  /** The smaller of the two bounding radii; a body of radius 0 is ignored. 1 if neither radius is positive and finite. */
  readonly size: number;
  /** Null unless both are polygons, one of them with an interior. */
  readonly outlines: readonly [Outline, Outline] | null;
  /** Beyond this distance from contact a Boolean answer must be right. */
  readonly limit: number;
}

/** Limits relative to the size, or at identity poses to the extent: there, vertices are in world coordinates, and only the query itself rounds. */
const limits = { identity: 1e-12, posed: 1e-9, shapes: 1e-9 };

export function sceneOf({ run, a: specA, b: specB, poseA, poseB }: PlaneCase): PlaneScene {
  const [a, b] = [buildShape(specA), buildShape(specB)];
  const size = smaller(a.boundingRadius, b.boundingRadius);
  const outlines =
    a.kind === 'polygon' && b.kind === 'polygon' ? inOneFrame(a as Polygon, poseA, b as Polygon, poseB) : null;
  // The rounding of world vertices is relative to their distance from the origin, not to the size.
  const extent = run === 'identity' ? Math.max(extentOf(a), extentOf(b)) : size;
  return { a, b, poseA, poseB, size, outlines, limit: limits[run] * extent };
}

function smaller(first: number, second: number): number {
  const size = Math.min(first > 0 ? first : Infinity, second > 0 ? second : Infinity);
  return size < Infinity ? size : 1;
}

function extentOf({ center, boundingRadius }: Shape): number {
  return Math.hypot(center[0], center[1]) + boundingRadius;
}

/** Both outlines relative to A's position. The difference of the positions has one rounding, however far they are from the origin. */
function inOneFrame(a: Polygon, poseA: Float64Array, b: Polygon, poseB: Float64Array): [Outline, Outline] | null {
  if (a.vertexCount < 3 && b.vertexCount < 3) return null;
  const [x, y] = [poseB[0] - poseA[0], poseB[1] - poseA[1]];
  return [transformed(outlineOf(a), poseA, 0, 0), transformed(outlineOf(b), poseB, x, y)];
}

function transformed(outline: Outline, pose: Float64Array, x: number, y: number): Outline {
  const [cosine, sine] = [pose[2], pose[3]];
  // The identity would not change the vertices.
  if (cosine === 1 && sine === 0 && x === 0 && y === 0) return outline;
  const out = new Float64Array(outline.length);
  for (let k = 0; k < out.length; k += 2) {
    out[k] = cosine * outline[k] - sine * outline[k + 1] + x;
    out[k + 1] = sine * outline[k] + cosine * outline[k + 1] + y;
  }
  return out;
}
