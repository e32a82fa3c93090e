// Covers of convex shapes by balls, with proofs.
//
// A cover is proven by cells: boxes that together are the bounding box of the shape. Each cell is inside one ball, or apart from the
// shape by a plane; otherwise it is divided. A ball with the radius r whose center is at the depth d inside the shape reaches at most
// r − d beyond it, because a ball of radius d around the center is inside.
import { checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { transformPoint } from '../math/pose.ts';
import { length, type Vec3 } from '../math/vec3.ts';
import { Pair } from '../proximity/pair.ts';
import type { DistanceResult } from '../proximity/result.ts';
import type { Geometry } from '../scene/geometry.ts';
import { compound } from '../scene/nonconvex/compound.ts';
import type { Assembly } from '../shapes/assembly.ts';
import { point } from '../shapes/point.ts';
import { Shape } from '../shapes/shape.ts';
import { Sphere, sphere } from '../shapes/sphere.ts';

/**
 * A ball of a cover, in the frame of the shape. Lengths in meters.
 * @example
 * ```ts
 * const { center, radius }: CoverSphere = fitSpheres(box(0.1, 0.1, 0.2)).spheres[0];
 * ```
 */
export interface CoverSphere {
  readonly center: Readonly<Vec3>;
  readonly radius: number;
}

/**
 * Balls that contain a shape.
 * @example
 * ```ts
 * const cover: SphereCover = fitSpheres(box(0.1, 0.1, 0.2), { excess: 0.03 });
 * console.log(cover.spheres.length, 'balls');
 * ```
 */
export interface SphereCover {
  readonly spheres: readonly CoverSphere[];
  /** No ball reaches farther than this beyond the shape, in meters: proven. */
  readonly excess: number;
}

/**
 * Options of `fitSpheres`.
 * @example
 * ```ts
 * const options: FitSpheresOptions = { excess: 0.01 };
 * ```
 */
export interface FitSpheresOptions {
  /** How far balls may reach beyond the shape, in meters. Default: a tenth of the bounding radius; 1 mm for a point. */
  readonly excess?: number;
}

/**
 * The outcome of `certifyCover`.
 * @example
 * ```ts
 * const { valid, reason }: CoverCertificate = certifyCover(shape, cover);
 * ```
 */
export interface CoverCertificate {
  /** Whether the balls are proven to contain the shape, and to reach no farther beyond it than the cover says. */
  readonly valid: boolean;
  /** How far balls reach beyond the shape, at most, in meters. */
  readonly excess: number;
  /** Why the cover is not valid; empty if it is. */
  readonly reason: string;
}

/** The largest radius of a cell, as a fraction of the radius of a ball in it: a ball at a point of the shape in the cell contains the cell. */
const cellFraction = 0.2;
/** The largest number of cells of a cover. */
const maxCells = 50_000;
/** The largest number of cells of a proof. */
const maxProofCells = 500_000;
/** At most this many cells provide candidates for the centers of balls. */
const maxCandidates = 100;
/** The fraction of the excess that is reserved for rounding errors. */
const slack = 1e-6;
/** The number of steps that move the center of a ball away from the surface. */
const inwardSteps = 6;
/** The default excess of a point, in meters. */
const excessOfPoints = 1e-3;
/** Relative rounding errors of lengths. */
const rounding = 1e-9;

/**
 * Covers a convex shape by balls. The balls are proven to contain the shape and to reach at most `excess` beyond it; `certifyCover`
 * repeats the proof. Fewer balls suffice for a larger excess.
 * @example
 * ```ts
 * const { spheres } = fitSpheres(cylinder(0.05, 0.2), { excess: 0.01 });
 * ```
 */
export function fitSpheres(shape: Shape, options: FitSpheresOptions = {}): SphereCover {
  const where = 'fitSpheres';
  if (!(shape instanceof Shape)) throw wrongType(where, 'shape', shape, 'give a convex shape');
  if (!shape.isBounded) throw outOfRange(where, 'shape', shape, 'give a bounded shape: a half-space has no cover');
  checkOptions(where, 'options', options, ['excess']);
  const { excess = shape.boundingRadius / 10 || excessOfPoints } = options;
  checkNumber(where, 'options.excess', excess, 'give meters, finite and positive', 0, true);
  const { center, radius } = shape.boundingSphere();
  const distances = new PointDistances(shape);
  // A ball must have a positive radius, even around a point.
  const boundingBall = { center: [...center] as Vec3, radius: radius * (1 + 2 * rounding) || excess / 2 };
  const beyond = boundingBall.radius + distances.upper(center);
  if (beyond <= excess) return { spheres: [boundingBall], excess: beyond };
  return new Fit(shape, distances, excess, where).run();
}

/** Signed distances of points from a shape. */
class PointDistances {
  private readonly pair: Pair;
  private readonly shapePose = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  private readonly pose = Float64Array.of(0, 0, 0, 0, 0, 0, 1);

  constructor(shape: Shape) {
    this.pair = new Pair(shape, point());
  }

  /** The signed distance of a point. Returns the same object every time. */
  at([x, y, z]: Readonly<Vec3>): DistanceResult {
    // Without a warm start: bounds then do not depend on earlier queries, and a proof can be repeated.
    this.pair.reset();
    this.pose[0] = x;
    this.pose[1] = y;
    this.pose[2] = z;
    return this.pair.signedDistance(this.shapePose, this.pose);
  }

  /** An upper bound of the signed distance. */
  upper(p: Readonly<Vec3>): number {
    const { upper } = this.at(p);
    return Number.isFinite(upper) ? upper : Infinity;
  }

  /** A point of the shape nearest to a point outside of it; the point itself if it is inside. */
  nearest(p: Readonly<Vec3>): Vec3 {
    const { distance, localA } = this.at(p);
    return distance > 0 ? [...localA] : [...p];
  }
}

interface CoverCell {
  readonly center: Vec3;
  readonly half: Vec3;
  /** Half the diagonal. */
  readonly radius: number;
}

class Fit {
  private readonly cells: CoverCell[] = [];

  constructor(
    private readonly shape: Shape,
    private readonly distances: PointDistances,
    private readonly excess: number,
    private readonly where: string,
  ) {}

  run(): SphereCover {
    this.divide();
    const { cells } = this;
    const stride = Math.max(1, Math.ceil(cells.length / maxCandidates));
    const candidates = cells
      .filter((_, k) => k % stride === 0)
      .flatMap(({ center }) => this.inward(center).map((at) => this.largestBall(at)));
    // The number of open cells in each ball when it was last counted. It can only decrease.
    const counts = candidates.map(() => Infinity);
    const spheres: CoverSphere[] = [];
    let open = cells;
    while (open.length > 0) {
      const best = bestOf(candidates, counts, open);
      const ball = best < 0 ? this.largestBall(open[0].center) : candidates[best];
      spheres.push(ball);
      open = open.filter((cell) => !isInside(cell, ball));
    }
    const bound = Math.max(...spheres.map(({ center, radius }) => radius + this.distances.upper(center)));
    return { spheres, excess: bound };
  }

  /**
   * The point of the shape nearest to `center`, then points deeper inside, by steps against the normal of the surface. After a step that does
   * not lead deeper, the length of the steps is halved.
   */
  private inward(center: Readonly<Vec3>): Vec3[] {
    const points = [this.distances.nearest(center)];
    let step = this.excess;
    for (let k = 0; k < inwardSteps; k++) {
      const at = points[points.length - 1];
      const { upper: before, normal } = this.distances.at(at);
      const next: Vec3 = [at[0] - step * normal[0], at[1] - step * normal[1], at[2] - step * normal[2]];
      if (this.distances.upper(next) < before) points.push(next);
      else step /= 2;
    }
    return points;
  }

  /** The largest ball at the point of the shape nearest to `center` that reaches at most the excess beyond the shape. */
  private largestBall(center: Readonly<Vec3>): CoverSphere {
    const nearest = this.distances.nearest(center);
    return { center: nearest, radius: this.excess * (1 - slack) - this.distances.upper(nearest) };
  }

  /** Collects cells that together contain the shape. Cells deep inside stay large, because the balls there are large. */
  private divide(): void {
    const { shape, distances, excess, cells, where } = this;
    const waiting = [cellOf(shape)];
    for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
      if (cells.length + waiting.length > maxCells)
        throw outOfRange(
          where,
          'options.excess',
          excess,
          `give a larger excess: this one needs more than ${maxCells} cells`,
        );
      const signed = distances.at(cell.center);
      if (isApart(shape, cell, signed)) continue;
      // The radius of the largest ball: the excess at the surface, and more for a center inside the shape.
      if (cell.radius <= cellFraction * Math.max(excess, excess - signed.upper)) cells.push(cell);
      else waiting.push(...halves(cell));
    }
  }
}

/**
 * The index of the ball that contains the largest number of cells; −1 if no ball contains a cell. Counts only decrease, so only the largest
 * count is recomputed.
 */
function bestOf(candidates: readonly CoverSphere[], counts: number[], cells: readonly CoverCell[]): number {
  for (;;) {
    let best = 0;
    for (let k = 1; k < counts.length; k++) if (counts[k] > counts[best]) best = k;
    let count = 0;
    for (const cell of cells) if (isInside(cell, candidates[best])) count++;
    const isCurrent = count === counts[best];
    counts[best] = count;
    if (count === 0 && Math.max(...counts) === 0) return -1;
    if (isCurrent) return best;
  }
}

/** Whether a ball contains a cell: whether its farthest corner is inside. */
function isInside({ center, half }: CoverCell, ball: CoverSphere): boolean {
  const x = Math.abs(center[0] - ball.center[0]) + half[0];
  const y = Math.abs(center[1] - ball.center[1]) + half[1];
  const z = Math.abs(center[2] - ball.center[2]) + half[2];
  return x * x + y * y + z * z <= ball.radius * ball.radius * (1 - rounding);
}

/** Whether a plane separates the shape from a cell, by support functions, given the distance of the cell's center from the shape. */
function isApart(shape: Shape, { center, half, radius }: CoverCell, { upper, normal }: DistanceResult): boolean {
  if (!(upper > 0)) return false;
  const support = shape.support(normal);
  let gap = 0;
  for (let k = 0; k < 3; k++) gap += normal[k] * (center[k] - support[k]) - Math.abs(normal[k]) * half[k];
  return gap > rounding * (radius + length(center) + shape.boundingRadius) * length(normal);
}

/** The bounding box of a shape, enlarged by rounding errors. */
function cellOf(shape: Shape): CoverCell {
  const { min, max } = shape.boundingBox();
  const center: Vec3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const enlargement = rounding * shape.boundingRadius;
  const half: Vec3 = [
    max[0] - center[0] + enlargement,
    max[1] - center[1] + enlargement,
    max[2] - center[2] + enlargement,
  ];
  return { center, half, radius: length(half) };
}

/** The halves of a cell along its longest side. */
function halves({ center, half }: CoverCell): CoverCell[] {
  const axis = half.indexOf(Math.max(...half));
  return [-1, 1].map((side) => {
    const smaller: Vec3 = [...half];
    smaller[axis] /= 2;
    const moved: Vec3 = [...center];
    moved[axis] += side * smaller[axis];
    // Enlarged such that the halves contain the cell despite rounding.
    smaller[axis] *= 1 + rounding;
    return { center: moved, half: smaller, radius: length(smaller) };
  });
}

/**
 * Repeats the proof of a cover: that the balls contain the shape, by support functions, and how far they reach beyond it.
 * @example
 * ```ts
 * certifyCover(shape, fitSpheres(shape)).valid; // true
 * ```
 */
export function certifyCover(shape: Shape, cover: SphereCover): CoverCertificate {
  const where = 'certifyCover';
  if (!(shape instanceof Shape) || !shape.isBounded)
    throw wrongType(where, 'shape', shape, 'give a convex shape that is bounded');
  if (!Array.isArray(cover?.spheres)) throw wrongType(where, 'cover', cover, 'give the result of fitSpheres');
  const distances = new PointDistances(shape);
  const { spheres } = cover;
  const excess = Math.max(...spheres.map(({ center, radius }) => radius + distances.upper(center)));
  const fail = (reason: string): CoverCertificate => ({ valid: false, excess, reason });
  if (spheres.length === 0) return fail('there are no balls');
  // `isInside` squares radii, so their signs are checked here.
  if (spheres.some(({ radius }) => !(radius > 0))) return fail('a ball has no positive radius');
  if (!(excess <= cover.excess * (1 + rounding) + rounding * shape.boundingRadius))
    return fail(`a ball may reach ${excess} m beyond the shape`);
  const waiting = [cellOf(shape)];
  let examined = 0;
  for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
    const each = cell;
    if (spheres.some((ball) => isInside(each, ball)) || isApart(shape, cell, distances.at(cell.center))) continue;
    if (++examined > maxProofCells || cell.radius < rounding * shape.boundingRadius)
      return fail(`no ball is proven to contain the part of the shape at ${cell.center.join(' ')}`);
    waiting.push(...halves(cell));
  }
  return { valid: true, excess, reason: '' };
}

/** A geometry as a set of balls: spheres are kept, and all other convex shapes and parts are covered by balls. */
export function ballsOf(geometry: Geometry, excess: number): Geometry {
  const parts = geometry instanceof Shape ? [{ shape: geometry, pose: undefined }] : partsOf(geometry);
  if (parts.every(({ shape }) => shape instanceof Sphere)) return geometry;
  return compound(
    parts.flatMap(({ shape, pose = identity }) =>
      fitSpheres(shape, { excess }).spheres.map(({ center, radius }) => ({
        shape: sphere(radius),
        pose: { position: transformPoint(pose, center) },
      })),
    ),
  );
}

const identity = /* @__PURE__ */ Float64Array.of(0, 0, 0, 0, 0, 0, 1);

function partsOf(geometry: Assembly): { shape: Shape; pose: Float64Array | undefined }[] {
  return Array.from({ length: geometry.partCount }, (_, k) => ({
    shape: geometry.part(k),
    pose: geometry.partPose(k) ?? undefined,
  }));
}
