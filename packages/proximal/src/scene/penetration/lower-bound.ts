// The lower bound of a penetration: the depth of two convex pieces, one inside each body, around a point that is deep in both.
import { compose } from '../../math/pose.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { signedDistance } from '../../proximity/penetration.ts';
import { TriangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';
import { boundsAt } from '../bounds-at.ts';
import { NearFacets } from './inner-part.ts';
import { type ConvexPiece, shapeOf } from './piece.ts';
import type { SolidBody } from './solid.ts';
import { type Meeting, type SolidBodyPair, vectorAt } from './solid-pair.ts';

/** The number of sample points along each side of the common part of both boxes. */
const gridSize = 5;
/** The number of rounds of the search around the deepest samples. Each round compares the neighbors along the axes and diagonals. */
const roundCount = 14;
/** The values of `minHeightRatio` of `NearFacets.part` that are tried. The first is best where the mesh is convex. */
const heightRatios = [0.2, 0.9];

/** The box around the other body is enlarged by these fractions of the other body's radius: see `bestPieces`. */
const enlargements = [0.25, 2];

/** A point of both bodies, in A's frame. */
interface DeepPoint {
  readonly point: Vec3;
  /** The radius of a ball around the point that is inside A. */
  readonly inA: number;
  /** Likewise for B. */
  readonly inB: number;
}

export interface LowerBound {
  readonly lower: number;
  readonly pieceA: ConvexPiece;
  readonly pieceB: ConvexPiece;
}

/** The result of the search for a lower bound. */
export interface DeepSearch {
  readonly bound: LowerBound | null;
  /** A deep point, in A's frame; null if none is known. */
  readonly point: Vec3 | null;
  /** Directions in A's frame along which B may leave A. */
  readonly directions: readonly Vec3[];
}

/** Searches for a lower bound. @param warmStart a point that is likely deep, in A's frame */
export function searchDeep(pair: SolidBodyPair, warmStart: Vec3 | null): DeepSearch {
  const finder = new PointFinder(pair);
  if (warmStart) finder.try(Float64Array.from(warmStart));
  const meetings = pair.meetings();
  if (!finder.deepest) finder.try(sampledPoints(pair, meetings));
  finder.refine();
  const directions: Vec3[] = [];
  let bound: LowerBound | null = null;
  for (const { partA, partB } of meetings)
    bound = better(bound, depthOf(pair, { kind: 'part', part: partA }, { kind: 'part', part: partB }));
  const { deepest, widest } = finder;
  for (const each of [deepest, widest]) {
    if (!each) continue;
    const { inA, inB } = pair.balls(Float64Array.from(each.point));
    directions.push(vectorAt(inA.outward, 0), negated(vectorAt(inB.outward, 0)));
    bound = better(bound, ballsAround(pair, each));
    bound = better(bound, bestPieces(pair, each));
  }
  return { bound, point: deepest?.point ?? null, directions };
}

function better(p: LowerBound | null, q: LowerBound | null): LowerBound | null {
  return !p || (q && q.lower > p.lower) ? q : p;
}

function negated([x, y, z]: Vec3): Vec3 {
  return [-x, -y, -z];
}

/** Points of both surfaces in the common part of their boxes, points where parts meet, and a grid in this common part, in A's frame. */
function sampledPoints(pair: SolidBodyPair, meetings: readonly Meeting[]): Float64Array {
  const box = overlapOf(pair);
  const points: number[] = [];
  const addInBox = (all: Float64Array): void => {
    for (let k = 0; k < all.length; k += 3) {
      if (box.every((x, n) => (n < 3 ? all[k + n] >= x : all[k + n - 3] <= x)))
        points.push(all[k], all[k + 1], all[k + 2]);
    }
  };
  addInBox(pair.a.samples);
  addInBox(pair.fromB(pair.b.samples));
  for (const { point } of meetings) points.push(...point);
  const count = gridSize ** 3;
  for (let k = 0; k < count; k++) {
    const cell = [k % gridSize, Math.floor(k / gridSize) % gridSize, Math.floor(k / gridSize ** 2)];
    cell.forEach((n, axis) => {
      points.push(box[axis] + ((n + 0.5) / gridSize) * (box[3 + axis] - box[axis]));
    });
  }
  return Float64Array.from(points);
}

/** The common part of the boxes around both bodies, along A's axes. */
function overlapOf({ volumeA, volumeB, identityPose, relative }: SolidBodyPair): Float64Array {
  const [a, b] = [new Float64Array(6), new Float64Array(6)];
  boundsAt(volumeA.bounds, identityPose, a);
  boundsAt(volumeB.bounds, relative, b);
  return a.map((x, k) => (k < 3 ? Math.max(x, b[k]) : Math.min(x, b[k])));
}

/** Finds points that are deep in both bodies. */
class PointFinder {
  /** The point with the largest sum of the two radii. */
  deepest: DeepPoint | null = null;
  /** The point with the largest minimum of the two radii. */
  widest: DeepPoint | null = null;
  private readonly tolerance: number;

  constructor(private readonly pair: SolidBodyPair) {
    // A point of a surface counts as inside, although rounding may make its computed radius negative.
    this.tolerance = pair.gap;
  }

  /** Compares points, three numbers each. Returns whether one is better than all points before. */
  try(points: Float64Array): boolean {
    const { inA, inB } = this.pair.balls(points);
    let isBetter = false;
    for (let k = 0; k < inA.radius.length; k++) {
      const [ra, rb] = [inA.radius[k], inB.radius[k]];
      if (!(ra >= -this.tolerance && rb >= -this.tolerance)) continue;
      const each: DeepPoint = { point: vectorAt(points, 3 * k), inA: Math.max(0, ra), inB: Math.max(0, rb) };
      if (!this.deepest || each.inA + each.inB > this.deepest.inA + this.deepest.inB) {
        this.deepest = each;
        isBetter = true;
      }
      if (!this.widest || Math.min(each.inA, each.inB) > Math.min(this.widest.inA, this.widest.inB)) {
        this.widest = each;
        isBetter = true;
      }
    }
    return isBetter;
  }

  /** Compares the neighbors of the best points, with smaller and smaller steps. */
  refine(): void {
    const box = overlapOf(this.pair);
    let step = Math.max(...[0, 1, 2].map((axis) => box[3 + axis] - box[axis])) / gridSize / 2;
    for (let round = 0; round < roundCount && this.deepest; round++) {
      const neighbors: number[] = [];
      for (const center of new Set([this.deepest, this.widest])) {
        if (center) for (let k = 0; k < 27; k++) neighbors.push(...neighbor(center.point, k, step));
      }
      if (!this.try(Float64Array.from(neighbors))) step /= 3;
    }
  }
}

function neighbor(center: Vec3, k: number, step: number): Vec3 {
  return [
    center[0] + ((k % 3) - 1) * step,
    center[1] + ((Math.floor(k / 3) % 3) - 1) * step,
    center[2] + (Math.floor(k / 9) - 1) * step,
  ];
}

/** The lower bound by the balls around a point: no translation shorter than the sum of their radii separates them. */
function ballsAround(pair: SolidBodyPair, { point, inA, inB }: DeepPoint): LowerBound {
  const inFrameB = vectorAt(pair.toB(Float64Array.from(point)), 0);
  return {
    lower: inA + inB,
    pieceA: { kind: 'ball', center: point, radius: inA },
    pieceB: { kind: 'ball', center: inFrameB, radius: inB },
  };
}

/**
 * The best lower bound by convex pieces around a point. Pieces of closed meshes end at the box around the other body, enlarged on each side. The
 * larger box takes more time, and is needed only if the depth comes near the smaller enlargement.
 */
function bestPieces(pair: SolidBodyPair, { point, inA, inB }: DeepPoint): LowerBound | null {
  const { a, b, inverseRelative, relative } = pair;
  const inFrameB = vectorAt(pair.toB(Float64Array.from(point)), 0);
  let best: LowerBound | null = null;
  for (const enlargement of enlargements) {
    const listA = piecesAround(a, point, inA > pair.gap, boxAround(b, relative, enlargement));
    const listB = piecesAround(b, inFrameB, inB > pair.gap, boxAround(a, inverseRelative, enlargement));
    for (const pieceA of listA) for (const pieceB of listB) best = better(best, depthOf(pair, pieceA, pieceB));
    if (!best || best.lower < enlargement * Math.min(a.volume.radius, b.volume.radius)) return best;
  }
  return best;
}

/** The lower bound by the depth of two pieces. */
export function depthOf(
  { volumeA, volumeB, relative }: SolidBodyPair,
  pieceA: ConvexPiece,
  pieceB: ConvexPiece,
): LowerBound {
  const [a, b] = [shapeOf(pieceA, volumeA), shapeOf(pieceB, volumeB)];
  const { upper } = signedDistance(a.shape, a.pose, b.shape, compose(relative, b.pose));
  return { lower: Math.max(0, -upper), pieceA, pieceB };
}

/** The box around a body, enlarged on each side by a fraction of the body's radius. */
function boxAround({ volume: { bounds, radius } }: SolidBody, pose: Float64Array, enlargement: number): Float64Array {
  const box = new Float64Array(6);
  boundsAt(bounds, pose, box);
  return box.map((x, k) => (k < 3 ? x - enlargement * radius : x + enlargement * radius));
}

/**
 * Convex pieces of a body around a point of it, in body coordinates; the nearest triangle of a mesh that is open, or has the point near its surface.
 */
function piecesAround({ volume }: SolidBody, center: Vec3, isInside: boolean, box: Float64Array): ConvexPiece[] {
  const { assembly } = volume;
  if (!assembly) return [{ kind: 'part', part: 0 }];
  if (!(assembly instanceof TriangleMesh)) return partsAround(volume, center);
  const nearest: ConvexPiece = { kind: 'part', part: assembly.signedDistance(center).triangle };
  if (!isInside || !assembly.isClosed) return [nearest];
  const facets = new NearFacets(assembly, center, box, volume.radiusAboutOrigin);
  const found: ConvexPiece[] = [];
  for (const ratio of heightRatios) {
    const part = facets.part(ratio);
    if (part) found.push({ kind: 'polytope', ...part });
  }
  return found.length > 0 ? found : [nearest];
}

/** The parts of a compound whose boxes contain a point. */
function partsAround({ assembly }: SolidBody['volume'], center: Vec3): ConvexPiece[] {
  const found: ConvexPiece[] = [];
  const box = new Float64Array(6).map((_, k) => center[k % 3]);
  assembly?.collect(box, 0, { push: (part) => void found.push({ kind: 'part', part }) });
  return found;
}
