import { checkInteger, checkOptions } from '../check/argument.ts';
import { assemble, type Faces, noFaces } from './assemble.ts';
import { type Cloud, makeCloud, subCloud } from './cloud.ts';
import type { Hull, HullOptions } from './hull.ts';
import { Merger } from './merge.ts';
import { areaNormal, polygonHull, reducePolygon } from './polygon.ts';
import { Quickhull } from './quickhull.ts';
import { spanOf } from './simplex.ts';
import { findSuperfluous, halfEdgesOfVertices, type Superfluous } from './simplify.ts';
import type { HullSurface } from './surface.ts';

/** The public function that error messages name. */
const where = 'convex';

/** The largest number of rounds; two usually suffice. */
const maxRounds = 32;

/** An intermediate result of the hull. */
interface Stage {
  readonly cloud: Cloud;
  readonly dimension: 0 | 1 | 2 | 3;
  /** The vertices, as indices into the cloud; for a polygon, in order around it. */
  readonly vertices: readonly number[];
  /** The triangles of a solid. */
  readonly surface?: HullSurface;
  /** An upper bound on the distance from the points dropped so far to the hull, in the cloud's scaled coordinates. */
  readonly off: number;
  /** The number of vertices dropped because of `maxVertices`. */
  readonly beyond: number;
}

/**
 * The convex hull of any points, at least one: duplicates, interior points, coplanar and collinear clouds included.
 *
 * With ε = 2⁻⁵² and m the largest absolute coordinate: every input point that `maxVertices` does not cut off is at most `tolerance` = 64 ε m from
 * the hull, and at most `tolerance` above the plane of any face. The corners of a face are within 16 ε m of its plane. Dropping any vertex would move
 * the hull by more than 16 ε m, with one exception: from a chain of vertices that each protrude by about 16 ε m, such as a rounded corner with a
 * radius of 10⁻¹² m, only as many are dropped as `tolerance` permits. A cloud within 16 ε m of a plane, line or point counts as flat.
 * @param points x y z of each point, in meters
 */
export function convexHull(points: Float64Array, options?: HullOptions): Hull {
  checkOptions(where, 'options', options, ['maxVertices']);
  const limit = options?.maxVertices;
  if (limit !== undefined) checkInteger(where, 'options.maxVertices', limit, 4, 2 ** 32 - 1);
  const cloud = makeCloud(where, points);
  const full = reduce(cloud);
  const stage = limit !== undefined && limit < full.vertices.length ? limitVertices(full, limit) : full;
  return assemble(points, cloud, stage, facesOf(stage));
}

/**
 * Builds the hull. While some vertices are superfluous and the total tolerance allows it, rebuilds it from its vertices, with the superfluous
 * vertices last: Quickhull then drops them unless they are needed.
 */
function reduce(all: Cloud): Stage {
  let stage = build(all, all.count, 0);
  for (let round = 0; round < maxRounds; round++) {
    const { surface, cloud, vertices, off } = stage;
    if (!surface) return stage;
    const superfluous = findSuperfluous(surface, cloud, halfEdgesOfVertices(surface, cloud.count));
    // Each round may add about one step to the distance of points dropped in earlier rounds.
    if (superfluous.length === 0 || off > cloud.total - 1.25 * cloud.step) return stage;
    const again = postpone(stage, superfluous);
    // Several superfluous vertices may depend on each other; a single one can always be dropped.
    const next = again.vertices.length < vertices.length ? again : leaveOut(stage, superfluous[0]);
    if (next.off > cloud.total) return stage;
    stage = next;
  }
  return stage;
}

function postpone({ cloud, vertices, off }: Stage, superfluous: readonly Superfluous[]): Stage {
  const moved = superfluous.map(({ vertex }) => vertex);
  const postponed = new Set(moved);
  const needed = vertices.filter((vertex) => !postponed.has(vertex));
  return build(subCloud(cloud, [...needed, ...moved]), needed.length, off);
}

function leaveOut({ cloud, vertices, off }: Stage, { vertex, distance }: Superfluous): Stage {
  const others = vertices.filter((other) => other !== vertex);
  return build(subCloud(cloud, others), others.length, off + distance);
}

/**
 * @param preferred the number of points at the beginning of the cloud that are inserted before the others
 * @param spent the bound `off` of earlier rounds, to which this round adds
 */
function build(cloud: Cloud, preferred: number, spent: number): Stage {
  const span = spanOf(cloud, cloud.count);
  const { dimension } = span;
  const common = { cloud, dimension, beyond: 0 };
  if (dimension < 2) return { ...common, vertices: span.points, off: spent + span.off };
  if (dimension === 2) {
    const polygon = polygonHull(cloud, { ...span, off: span.off + spent });
    if (polygon.vertices.length > 2) return { ...common, ...polygon };
    return { ...common, ...polygon, dimension: 1 };
  }
  const among = preferred < cloud.count ? spanOf(cloud, preferred) : span;
  const quickhull =
    among.dimension === 3 ? new Quickhull(cloud, among.points, preferred) : new Quickhull(cloud, span.points);
  quickhull.run();
  const { surface } = quickhull;
  return { ...common, surface, vertices: verticesOf(surface, cloud.count), off: spent + quickhull.off };
}

/** The stage with at most `limit` vertices. */
function limitVertices(stage: Stage, limit: number): Stage {
  if (stage.dimension === 2) {
    const { vertices, off } = reducePolygon(stage.cloud, stage.vertices, limit);
    return { ...stage, vertices, off: stage.off + off, beyond: stage.vertices.length - vertices.length };
  }
  const cloud = subCloud(stage.cloud, stage.vertices);
  const quickhull = new Quickhull(cloud, spanOf(cloud, cloud.count).points);
  quickhull.runUpTo(limit);
  const { surface } = quickhull;
  const vertices = verticesOf(surface, cloud.count);
  const off = stage.off + Math.max(quickhull.off, quickhull.leftOver().deepest);
  return { ...stage, cloud, surface, vertices, off, beyond: stage.vertices.length - vertices.length };
}

function verticesOf(surface: HullSurface, count: number): number[] {
  const starts = halfEdgesOfVertices(surface, count);
  const vertices: number[] = [];
  for (let point = 0; point < count; point++) if (starts[point] >= 0) vertices.push(point);
  return vertices;
}

function facesOf({ dimension, surface, vertices, cloud }: Stage): Faces {
  if (surface) {
    const merger = new Merger(surface, cloud.step);
    merger.run();
    return merger.polygons();
  }
  if (dimension < 2) return noFaces;
  const count = vertices.length;
  const normal = areaNormal(cloud.xyz, vertices);
  return {
    faceStart: Uint32Array.of(0, count, 2 * count),
    loop: Uint32Array.from([...vertices, ...[...vertices].reverse()]),
    normals: Float64Array.from([...normal, ...normal.map((x) => -x)]),
  };
}
