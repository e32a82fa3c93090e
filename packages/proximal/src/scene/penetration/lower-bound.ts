// The lower bound of a penetration: the depth of two convex pieces, one inside each body, around a point that is deep in both.
import { compose } from '../../math/pose.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { signedDistance } from '../../proximity/penetration.ts';
import { TriangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';
import { boundsAt } from '../bounds-at.ts';
import { NearFacets } from './inner-part.ts';
import { type ConvexPiece, shapeOf } from './piece.ts';
import type { Solid } from './solid.ts';
import { type Meeting, type SolidPair, vectorAt } from './solid-pair.ts';

/** The number of sample points along each side of the box around the overlap. */
const grid = 5;
/** Rounds of the search around the deepest sample, each with the neighbors along the axes and diagonals. */
const rounds = 14;
/** Values of `leastShare` of `NearFacets.part`. The first is best where the mesh is convex. */
const shares = [0.2, 0.9];

/** The box around the other body is enlarged by these shares of its radius: see `pieces`. */
const enlargements = [0.25, 2];

/** A point of both bodies, in A's frame, with the balls around it. */
interface DeepPoint {
  readonly point: Vec3;
  readonly inA: number;
  readonly inB: number;
}

export interface LowerBound {
  readonly lower: number;
  readonly pieceA: ConvexPiece;
  readonly pieceB: ConvexPiece;
}

/** What the search for a lower bound has found. */
export interface DeepSearch {
  readonly bound: LowerBound | null;
  /** A deep point, in A's frame; null if none is known. */
  readonly point: Vec3 | null;
  /** Directions in A's frame along which B may leave A. */
  readonly directions: readonly Vec3[];
}

/** @param warm a point that is likely deep, in A's frame */
export function searchDeep(pair: SolidPair, warm: Vec3 | null): DeepSearch {
  const finder = new PointFinder(pair);
  if (warm) finder.try(Float64Array.from(warm));
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
    bound = better(bound, balls(pair, each));
    bound = better(bound, pieces(pair, each));
  }
  return { bound, point: deepest?.point ?? null, directions };
}

function better(p: LowerBound | null, q: LowerBound | null): LowerBound | null {
  return !p || (q && q.lower > p.lower) ? q : p;
}

function negated([x, y, z]: Vec3): Vec3 {
  return [-x, -y, -z];
}

/** Points of both surfaces, points where they meet, and a grid in the box around the overlap, in A's frame. */
function sampledPoints(pair: SolidPair, meetings: readonly Meeting[]): Float64Array {
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
  const count = grid ** 3;
  for (let k = 0; k < count; k++) {
    const cell = [k % grid, Math.floor(k / grid) % grid, Math.floor(k / grid ** 2)];
    cell.forEach((n, axis) => {
      points.push(box[axis] + ((n + 0.5) / grid) * (box[3 + axis] - box[axis]));
    });
  }
  return Float64Array.from(points);
}

/** The common part of the boxes around both bodies, along A's axes. */
function overlapOf({ volumeA, volumeB, home, relative }: SolidPair): Float64Array {
  const [a, b] = [new Float64Array(6), new Float64Array(6)];
  boundsAt(volumeA.bounds, home, a);
  boundsAt(volumeB.bounds, relative, b);
  return a.map((x, k) => (k < 3 ? Math.max(x, b[k]) : Math.min(x, b[k])));
}

/** Looks for points that are deep in both bodies. */
class PointFinder {
  /** The points with the largest sum and with the largest minimum of the two radii. */
  deepest: DeepPoint | null = null;
  widest: DeepPoint | null = null;
  private readonly slack: number;

  constructor(private readonly pair: SolidPair) {
    // A point of a surface counts as inside: its computed radius may be negative by rounding.
    this.slack = pair.gap;
  }

  /** Compares points, three numbers each. Returns whether one is better than those before. */
  try(points: Float64Array): boolean {
    const { inA, inB } = this.pair.balls(points);
    let isBetter = false;
    for (let k = 0; k < inA.radius.length; k++) {
      const [ra, rb] = [inA.radius[k], inB.radius[k]];
      if (!(ra >= -this.slack && rb >= -this.slack)) continue;
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

  /** Looks around the best points, with smaller and smaller steps. */
  refine(): void {
    const box = overlapOf(this.pair);
    let step = Math.max(...[0, 1, 2].map((axis) => box[3 + axis] - box[axis])) / grid / 2;
    for (let round = 0; round < rounds && this.deepest; round++) {
      const around: number[] = [];
      for (const center of new Set([this.deepest, this.widest])) {
        if (center) for (let k = 0; k < 27; k++) around.push(...neighbor(center.point, k, step));
      }
      if (!this.try(Float64Array.from(around))) step /= 3;
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

/** Balls around a point: they are separated by no translation that is shorter than the sum of their radii. */
function balls(pair: SolidPair, { point, inA, inB }: DeepPoint): LowerBound {
  const inFrameB = vectorAt(pair.toB(Float64Array.from(point)), 0);
  return {
    lower: inA + inB,
    pieceA: { kind: 'ball', center: point, radius: inA },
    pieceB: { kind: 'ball', center: inFrameB, radius: inB },
  };
}

/**
 * The best of all convex pieces around a point. Pieces of meshes end at the box around the other body, enlarged on each side. The larger box takes
 * more time, and is only needed if the depth comes near the enlargement.
 */
function pieces(pair: SolidPair, { point, inA, inB }: DeepPoint): LowerBound | null {
  const { a, b, backward, relative } = pair;
  const inFrameB = vectorAt(pair.toB(Float64Array.from(point)), 0);
  let best: LowerBound | null = null;
  for (const share of enlargements) {
    const listA = piecesAround(a, point, inA > pair.gap, boxAround(b, relative, share));
    const listB = piecesAround(b, inFrameB, inB > pair.gap, boxAround(a, backward, share));
    for (const pieceA of listA) for (const pieceB of listB) best = better(best, depthOf(pair, pieceA, pieceB));
    if (!best || best.lower < share * Math.min(a.volume.radius, b.volume.radius)) return best;
  }
  return best;
}

/** The depth of two pieces. */
export function depthOf(
  { volumeA, volumeB, relative }: SolidPair,
  pieceA: ConvexPiece,
  pieceB: ConvexPiece,
): LowerBound {
  const [a, b] = [shapeOf(pieceA, volumeA), shapeOf(pieceB, volumeB)];
  const { upper } = signedDistance(a.shape, a.pose, b.shape, compose(relative, b.pose));
  return { lower: Math.max(0, -upper), pieceA, pieceB };
}

/** The box around a body, enlarged by a share of its radius on each side. */
function boxAround({ volume: { bounds, radius } }: Solid, pose: Float64Array, share: number): Float64Array {
  const box = new Float64Array(6);
  boundsAt(bounds, pose, box);
  return box.map((x, k) => (k < 3 ? x - share * radius : x + share * radius));
}

/** Convex pieces of a body around a point of it, in body coordinates. */
function piecesAround({ volume }: Solid, center: Vec3, isInside: boolean, box: Float64Array): ConvexPiece[] {
  const { assembly } = volume;
  if (!assembly) return [{ kind: 'part', part: 0 }];
  if (!(assembly instanceof TriangleMesh)) return partsAround(volume, center);
  const nearest: ConvexPiece = { kind: 'part', part: assembly.signedDistance(center).triangle };
  if (!isInside || !assembly.isClosed) return [nearest];
  const facets = new NearFacets(assembly, center, box, volume.reach);
  const found: ConvexPiece[] = [];
  for (const share of shares) {
    const part = facets.part(share);
    if (part) found.push({ kind: 'polytope', ...part });
  }
  return found.length > 0 ? found : [nearest];
}

/** The parts of a compound whose boxes contain a point. */
function partsAround({ assembly }: Solid['volume'], center: Vec3): ConvexPiece[] {
  const found: ConvexPiece[] = [];
  const box = new Float64Array(6).map((_, k) => center[k % 3]);
  assembly?.collect(box, 0, { push: (part) => void found.push({ kind: 'part', part }) });
  return found;
}
