// Pairs that overlap, with exact depth and direction.
import {
  box,
  type Capsule,
  capsule,
  convex,
  ellipsoid,
  penetration,
  point,
  type Shape,
  segment,
  sphere,
  sum,
} from 'proximal';
import { Rng, transformPoint, type Vec3 } from 'proximal/math';
import { placeAtDistance } from '../problems/place.ts';
import type { Problem, ProblemSet } from '../problems/problem-set.ts';

export interface DepthSet extends ProblemSet {
  readonly family: 'smooth' | 'polyhedra';
  /** The separating direction of the minimum depth, in world coordinates; the depth is −signedDistance. */
  readonly normals: readonly Vec3[];
  /** Whether all depths are from closed forms; the others, and all normals, are from our EPA, to a relative tolerance of 1e-12. */
  readonly isClosed: boolean;
}

/** Shapes with the characteristic dimension 1 m, as in the paper: a sphere's diameter, a capsule's length. */
const unitSphere = sphere(0.5);
const unitCapsule = capsule(0.25, 0.25);

export const primitivePairs: readonly { readonly name: string; readonly shapes: readonly [Shape, Shape] }[] = [
  { name: 'sphere and sphere', shapes: [unitSphere, unitSphere] },
  { name: 'capsule and capsule', shapes: [unitCapsule, unitCapsule] },
  { name: 'sphere and capsule', shapes: [unitSphere, unitCapsule] },
];

/** The pairs of Tables I and II. */
export function primitiveSets(count: number, seed: number): DepthSet[] {
  return primitivePairs.map(({ name, shapes }, k) => randomSet(name, 'smooth', shapes, count, new Rng(seed + k)));
}

/** The same shapes with their radius in the support function, as in the paper, instead of a sphere swept over a point or segment. */
export function asSupportFunctions(set: DepthSet): DepthSet {
  const asSupportFunction = (shape: Shape): Shape => {
    const { radius } = shape;
    const core = shape.kind === 'capsule' ? segment((shape as Capsule).halfLength) : point();
    return sum(ellipsoid(radius, radius, radius), core);
  };
  return { ...set, name: `${set.name}, as support functions`, shapes: set.shapes.map(asSupportFunction) };
}

/**
 * Sphere and capsule, with the sphere as a polyhedron (Fig. 5 and 6).
 * @param asSupportFunction whether the capsule's ball is in its support function, as in the paper, instead of swept over a segment
 */
export function polyhedronSet(vertices: number, count: number, seed: number, asSupportFunction = false): DepthSet {
  return randomSet(
    `hull of ${vertices} and capsule${asSupportFunction ? ', as support functions' : ''}`,
    'polyhedra',
    [fibonacci(vertices), asSupportFunction ? sum(ellipsoid(0.25, 0.25, 0.25), segment(0.25)) : unitCapsule],
    count,
    new Rng(seed),
  );
}

/** Points on a Fibonacci spiral over a sphere of diameter 1 m. */
function fibonacci(count: number): Shape {
  const golden = Math.PI * (3 - Math.sqrt(5));
  return convex(
    Array.from({ length: count }, (_, k) => {
      const z = 1 - (2 * k + 1) / count;
      const across = Math.sqrt(1 - z * z);
      return [0.5 * across * Math.cos(golden * k), 0.5 * across * Math.sin(golden * k), 0.5 * z];
    }),
  );
}

/** Shallow overlaps, by a hundredth to a tenth of the smaller bounding radius, as in simulations. */
export function shallowSets(count: number, seed: number, sizes: readonly number[] = [64, 250, 1000, 4000]): DepthSet[] {
  const rng = new Rng(seed);
  const length = (): number => rng.uniform(0.2, 1);
  const twentyOf = (make: () => Shape): Shape[] => Array.from({ length: 20 }, make);
  const hull = (vertices: number) => (): Shape => {
    const radii = [length(), length(), length()];
    return convex(Array.from({ length: vertices }, () => rng.direction().map((x, k) => radii[k] * x)));
  };
  const groups: [string, DepthSet['family'], Shape[]][] = [
    ['boxes', 'polyhedra', twentyOf(() => box(length(), length(), length()))],
    ['ellipsoids', 'smooth', twentyOf(() => ellipsoid(length(), length(), length()))],
    ...sizes.map((vertices): [string, DepthSet['family'], Shape[]] => [
      `hulls of ${vertices}`,
      'polyhedra',
      twentyOf(hull(vertices)),
    ]),
  ];
  return groups.map(([name, family, shapes]) => {
    const problems = Array.from({ length: count }, (): Problem => {
      const [a, b] = [rng.index(shapes.length), rng.index(shapes.length)];
      const size = Math.min(shapes[a].boundingRadius, shapes[b].boundingRadius);
      const depth = rng.uniform(0.01, 0.1) * size;
      return { a, b, signedDistance: -depth, ...placeAtDistance(rng, shapes[a], shapes[b], -depth) };
    });
    return solve(name, family, shapes, problems);
  });
}

/** Random poses at which the depth is more than a hundredth of the smaller bounding radius. */
function randomSet(
  name: string,
  family: DepthSet['family'],
  shapes: readonly [Shape, Shape],
  count: number,
  rng: Rng,
): DepthSet {
  const [a, b] = shapes;
  const radii = a.boundingRadius + b.boundingRadius;
  const minDepth = 0.01 * Math.min(a.boundingRadius, b.boundingRadius);
  const problems: Problem[] = [];
  while (problems.length < count) {
    const poseA = Float64Array.of(0, 0, 0, ...rng.rotation());
    const offset = rng.uniform(0.1, 1) * radii;
    const poseB = Float64Array.of(...rng.direction().map((x) => offset * x), ...rng.rotation());
    const { depth } = penetration(a, poseA, b, poseB);
    if (depth > minDepth) problems.push({ a: 0, b: 1, signedDistance: -depth, poseA, poseB });
  }
  return solve(name, family, shapes, problems);
}

/** The set with the exact depth and direction of each overlap. */
export function solve(
  name: string,
  family: DepthSet['family'],
  shapes: readonly Shape[],
  placed: readonly Problem[],
): DepthSet {
  const normals: Vec3[] = [];
  let isClosed = true;
  const problems = placed.map((problem) => {
    const { a, b, poseA, poseB } = problem;
    const [shapeA, shapeB] = [shapes[a], shapes[b]];
    const options = { algorithm: 'epa', relativeTolerance: 1e-12 } as const;
    const { depth, normal } = penetration(shapeA, poseA, shapeB, poseB, options);
    normals.push(normal);
    const closed = closedDepth(shapeA, poseA, shapeB, poseB);
    isClosed = isClosed && closed !== null;
    return { ...problem, signedDistance: -(closed ?? depth) };
  });
  return { name, family, shapes, problems, normals, isClosed };
}

/**
 * The depth of two spheres or capsules by the textbook formula, which shares no code with the library's queries; null for other shapes. Crossing
 * axes separate by the sum of the radii.
 */
function closedDepth(a: Shape, poseA: Float64Array, b: Shape, poseB: Float64Array): number | null {
  const [axisA, axisB] = [axisOf(a, poseA), axisOf(b, poseB)];
  if (axisA === null || axisB === null) return null;
  return a.radius + b.radius - segmentDistance(axisA, axisB);
}

interface Axis {
  readonly center: Vec3;
  /** The vector from the center to one end. */
  readonly half: Vec3;
}

function axisOf(shape: Shape, pose: Float64Array): Axis | null {
  const isRound = shape.kind === 'sphere' || shape.kind === 'capsule';
  if (!isRound) return null;
  const length = shape.kind === 'capsule' ? (shape as Capsule).halfLength : 0;
  const end = transformPoint(pose, [0, 0, length]);
  const center = transformPoint(pose, [0, 0, 0]);
  return { center, half: [end[0] - center[0], end[1] - center[1], end[2] - center[2]] };
}

/** The minimum of the distance between the lines, if its points are in the segments, and of the distances of the ends to the other segment. */
function segmentDistance(p: Axis, q: Axis): number {
  const at = ({ center, half }: Axis, s: number): Vec3 => [
    center[0] + s * half[0],
    center[1] + s * half[1],
    center[2] + s * half[2],
  ];
  const candidates = [
    ...[-1, 1].map((s) => toSegment(at(p, s), q)),
    ...[-1, 1].map((s) => toSegment(at(q, s), p)),
    lineDistance(p, q),
  ];
  return Math.min(...candidates);
}

function toSegment(point: Vec3, { center, half }: Axis): number {
  const from: Vec3 = [point[0] - center[0], point[1] - center[1], point[2] - center[2]];
  const squared = dot(half, half);
  const s = squared > 0 ? Math.max(-1, Math.min(1, dot(from, half) / squared)) : 0;
  return Math.hypot(from[0] - s * half[0], from[1] - s * half[1], from[2] - s * half[2]);
}

function lineDistance(p: Axis, q: Axis): number {
  const offset: Vec3 = [q.center[0] - p.center[0], q.center[1] - p.center[1], q.center[2] - p.center[2]];
  const [pp, qq, pq] = [dot(p.half, p.half), dot(q.half, q.half), dot(p.half, q.half)];
  const [ap, aq] = [dot(offset, p.half), dot(offset, q.half)];
  const determinant = pp * qq - pq * pq;
  if (!(determinant > 1e-12 * pp * qq)) return Infinity;
  const s = (ap * qq - aq * pq) / determinant;
  const t = (ap * pq - aq * pp) / determinant;
  if (Math.abs(s) > 1 || Math.abs(t) > 1) return Infinity;
  return Math.hypot(...([0, 1, 2] as const).map((k) => offset[k] + t * q.half[k] - s * p.half[k]));
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
