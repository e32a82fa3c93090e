// The samples of randomized smoothing: nearest points under noise, and soft-max weights of vertices. Equation numbers refer to Montaut et al. 2023.
import { type Convex, convex, type Shape, signedDistance, supportBatch } from 'proximal';
import { compose, fromAxisAngle, inverse, Rng, transformPoint } from 'proximal/math';
import { directions } from '../stage/surface.ts';
import type { Pair } from './document.ts';

type Point = readonly number[];

export interface Cloud {
  /** In world coordinates, three numbers each. */
  readonly a: readonly number[];
  readonly b: readonly number[];
}

export interface Noise {
  readonly noise: number;
  readonly samples: number;
  readonly seed: number;
}

/** The nearest points at noisy poses of B, which the zeroth-order estimator averages (6). */
export function poseCloud({ a, poseA, b, poseB }: Pair, { noise, samples, seed }: Noise): Cloud {
  const rng = new Rng(seed);
  const size = Math.min(...[a, b].map(({ boundingRadius }) => boundingRadius).filter(Number.isFinite));
  const cloud = { a: [] as number[], b: [] as number[] };
  for (let k = 0; k < samples; k++) {
    const position = [0, 0, 0].map(() => noise * size * rng.normal());
    const rotation = [0, 0, 0].map(() => noise * rng.normal());
    const angle = Math.hypot(...rotation);
    const motion = angle > 0 ? fromAxisAngle(rotation, angle, position) : { position };
    const { pointA, pointB } = signedDistance(a, poseA, b, compose(poseB, motion));
    if (![...pointA, ...pointB].every(Number.isFinite)) continue;
    cloud.a.push(...pointA);
    cloud.b.push(...pointB);
  }
  return cloud;
}

/** The support points of each shape along noisy normals, from which the Gaussian estimator gets its curvature (26). */
export function supportCloud(pair: Pair, normal: Point, { noise, samples, seed }: Noise): Cloud {
  const rng = new Rng(seed);
  const points = (shape: Shape, pose: Float64Array, sign: number): number[] => {
    if (!shape.isBounded) return [];
    const back = inverse({ rotation: pose.subarray(3) });
    return Array.from({ length: samples }, () => {
      const noisy = normal.map((x) => sign * x + noise * rng.normal());
      return transformPoint(pose, shape.support(transformPoint(back, noisy)));
    }).flat();
  };
  return { a: points(pair.a, pair.poseA, 1), b: points(pair.b, pair.poseB, -1) };
}

export interface Weighted {
  /** World coordinates. */
  readonly point: Point;
  readonly weight: number;
}

const supportDirections = directions(1200);
/** A shape with this many distinct support points or more counts as curved. */
const maxCorners = 200;
const hulls = new WeakMap<Shape, Convex | null>();

/** The hull of the corners of a polytope, without its swept radius; null for curved and unbounded shapes. */
function cornersOf(shape: Shape): Convex | null {
  if (shape.kind === 'convex') return shape as Convex;
  let found = hulls.get(shape);
  if (found === undefined) {
    const points = shape.isBounded
      ? supportBatch(shape, supportDirections).map((x, k) => x - shape.radius * supportDirections[k])
      : null;
    const hull = points && convex(points);
    found = hull && hull.vertexCount < maxCorners ? hull : null;
    hulls.set(shape, found);
  }
  return found;
}

function neighborsOf(hull: Convex): ReadonlySet<number>[] {
  const sets = Array.from({ length: hull.vertexCount }, () => new Set<number>());
  for (let k = 0; k < hull.faceCount; k++) {
    const face = hull.face(k);
    face.forEach((corner, at) => {
      const next = face[(at + 1) % face.length];
      sets[corner].add(next);
      sets[next].add(corner);
    });
  }
  return sets;
}

/**
 * The soft-max weights exp(⟨v, n⟩ / ε), divided by their sum, of the vertices up to one edge away from the farthest vertex, edge or face (27),
 * with ε = noise · bounding radius; empty for curved and unbounded shapes.
 * @param direction in world coordinates
 */
export function softMaxWeights(shape: Shape, pose: Float64Array, direction: Point, noise: number): Weighted[] {
  const hull = cornersOf(shape);
  if (!hull) return [];
  const inBody = transformPoint(inverse({ rotation: pose.subarray(3) }), direction);
  const vertices = Array.from({ length: hull.vertexCount }, (_, k) => hull.vertex(k));
  const heights = vertices.map((vertex) => vertex.reduce((sum, x, k) => sum + x * inBody[k], 0));
  const top = Math.max(...heights);
  const tied = vertices.flatMap((_, k) => (heights[k] > top - 1e-9 * shape.boundingRadius ? [k] : []));
  const edges = neighborsOf(hull);
  const near = [...new Set(tied.flatMap((k) => [k, ...edges[k]]))];
  const raw = near.map((k) => Math.exp((heights[k] - top) / (noise * shape.boundingRadius)));
  const sum = raw.reduce((total, x) => total + x, 0);
  return near.map((k, at) => ({ point: transformPoint(pose, vertices[k]), weight: raw[at] / sum }));
}
