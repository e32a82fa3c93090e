// The facets of a polytope and their adjacency, in the layout of kernel/growth/facet-table.ts.
import { integerIndex } from '../engine/integers.ts';
import { Conic, ConicRow, FacetTable, KIND_POINT, KIND_SEGMENT, ShapeBlock } from '../engine/layout.ts';
import { ShapeRecord } from '../engine/record.ts';
import type { PolytopeFaces } from '../mass/rounded.ts';
import { cross, dot, subtract, type Vec3 } from '../math/vec3.ts';
import type { Shape } from './shape.ts';

/** Searches of hulls with up to this many facets start from the first facet, without a table of seeds. */
const maxUnseeded = 16;
/** About one seed per `facetsPerSeed` facets, and at most `maxCells` seeds along an edge of the cube of directions. */
const facetsPerSeed = 4;
const maxCells = 16;

interface ShapeFacets {
  /** The core of the shape if it is a polytope with volume, otherwise null. */
  readonly polytope: PolytopeFaces | null;
  /** The coordinates of the last center, as text. */
  key: string;
  /** The table for the last center. */
  table: ShapeRecord;
}

const facetCache = /* @__PURE__ */ new WeakMap<Shape, ShapeFacets>();
const noTable = /* @__PURE__ */ ShapeRecord.of(new Float64Array(FacetTable.VECTORS));

function facetsOf(shape: Shape): ShapeFacets {
  const last = facetCache.get(shape);
  if (last) return last;
  const polytope = shape.corePolytope();
  // A flat polytope has two faces, the two sides of one polygon.
  const isSolid = polytope !== null && polytope.faceStart.length - 1 > 2;
  const facets = { polytope: isSolid ? polytope : null, key: '', table: noTable };
  facetCache.set(shape, facets);
  return facets;
}

/** Whether the shape is a polytope with a volume, and no ball is swept over it. */
export function isSolidPolytope(shape: Shape): boolean {
  return shape.radius === 0 && facetsOf(shape).polytope !== null;
}

/**
 * The facets of the core for a center strictly inside it; none if the core is not a polytope with volume. Cached until the center
 * changes.
 */
export function facetTable(shape: Shape, center: Readonly<Vec3>): ShapeRecord {
  const facets = facetsOf(shape);
  const key = center.join();
  if (facets.polytope && facets.key !== key) {
    facets.table = buildTable(facets.polytope, center);
    facets.key = key;
  }
  return facets.table;
}

/** Whether the shape is given by half-spaces and second-order cones, and has an interior. */
export function isConic(shape: Shape): boolean {
  if (facetsOf(shape).polytope) return true;
  const kind = kindOf(shape);
  if (kind === KIND_POINT || kind === KIND_SEGMENT) return shape.radius > 0;
  return shape.isConic && shape.inradius > shape.radius;
}

function kindOf(shape: Shape): number {
  return ShapeBlock.kind(new Int32Array(shape.record.data.buffer), 0);
}

/** The least depth of a center at which the distances of the facets exceed rounding, in meters. */
export function facetDepth(shape: Shape): number {
  return 1e-5 * shape.boundingRadius;
}

/**
 * The least depth of a center for the conic program, in meters. The program needs more digits, and a center inside the core if the core
 * has an interior.
 */
export function conicDepth(shape: Shape): number {
  const kind = kindOf(shape);
  return 1e-4 * shape.boundingRadius + (kind === KIND_POINT || kind === KIND_SEGMENT ? 0 : shape.radius);
}

/** The largest number of rows besides the facets: two half-spaces and two cones of four rows for each shape. */
const mostConeRows = 20;

export function conicSize(a: Shape, b: Shape): number {
  return Conic.SIZE + (facetCount(a) + facetCount(b) + mostConeRows) * (ConicRow.COEFFICIENTS + Conic.Y_COUNT);
}

function facetCount(shape: Shape): number {
  const { polytope } = facetsOf(shape);
  return polytope ? polytope.faceStart.length - 1 : 0;
}

function buildTable(polytope: PolytopeFaces, center: Readonly<Vec3>): ShapeRecord {
  const gradients = gradientsOf(polytope, center);
  const neighbors = neighborsOf(polytope);
  const count = neighbors.length;
  const cells = count <= maxUnseeded ? 0 : Math.min(maxCells, Math.ceil(Math.sqrt(count / (6 * facetsPerSeed))));
  const links = neighbors.reduce((sum, list) => sum + list.length, 0);
  const startAt = integerIndex(FacetTable.VECTORS + 3 * count);
  const seedsAt = startAt + count + 1 + links;
  const data = new Float64Array(Math.ceil((seedsAt + 6 * cells * cells) / 2));
  const integers = new Int32Array(data.buffer);
  FacetTable.setCount(integers, 0, count);
  FacetTable.setCells(integers, 0, cells);
  FacetTable.setStart(integers, 0, startAt);
  FacetTable.setSeeds(integers, 0, seedsAt);
  data.set(gradients, FacetTable.VECTORS);
  let at = startAt + count + 1;
  neighbors.forEach((list, facet) => {
    integers[startAt + facet] = at;
    integers.set(list, at);
    at += list.length;
  });
  integers[startAt + count] = at;
  let facet = 0;
  for (let cell = 0; cell < 6 * cells * cells; cell++) {
    facet = farthestFacet(gradients, neighbors, middleOf(cell, cells), facet);
    integers[seedsAt + cell] = facet;
  }
  return ShapeRecord.of(data);
}

/** For each facet the vector a with ⟨a, y − c⟩ = 1 on the facet: a vertex of the polar polytope. */
function gradientsOf({ vertices, faceStart, loop, planes }: PolytopeFaces, center: Readonly<Vec3>): Float64Array {
  const gradients = new Float64Array(3 * (faceStart.length - 1));
  for (let face = 0; face + 1 < faceStart.length; face++) {
    const corners = Array.from(loop.subarray(faceStart[face], faceStart[face + 1]), (v) =>
      subtract([vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]], [...center]),
    );
    const normal: Vec3 = planes
      ? [planes[4 * face], planes[4 * face + 1], planes[4 * face + 2]]
      : doubleVectorArea(corners);
    const height = corners.reduce((greatest, corner) => Math.max(greatest, dot(normal, corner)), 0);
    gradients.set(
      normal.map((component) => component / height),
      3 * face,
    );
  }
  return gradients;
}

/** Twice the vector area of a polygon. */
function doubleVectorArea(corners: readonly Vec3[]): Vec3 {
  const area: Vec3 = [0, 0, 0];
  for (let k = 2; k < corners.length; k++) {
    const part = cross(subtract(corners[k - 1], corners[0]), subtract(corners[k], corners[0]));
    for (let axis = 0; axis < 3; axis++) area[axis] += part[axis];
  }
  return area;
}

/** For each facet, its neighbors across its edges. */
function neighborsOf({ vertices, faceStart, loop }: PolytopeFaces): number[][] {
  const count = vertices.length / 3;
  const owners = new Map<number, number>();
  const forEachEdge = (visit: (from: number, to: number, face: number) => void): void => {
    for (let face = 0; face + 1 < faceStart.length; face++) {
      for (let k = faceStart[face]; k < faceStart[face + 1]; k++) {
        visit(loop[k], loop[k + 1 < faceStart[face + 1] ? k + 1 : faceStart[face]], face);
      }
    }
  };
  forEachEdge((from, to, face) => owners.set(from * count + to, face));
  const neighbors: number[][] = Array.from({ length: faceStart.length - 1 }, () => []);
  forEachEdge((from, to, face) => neighbors[face].push(owners.get(to * count + from) ?? face));
  return neighbors;
}

/** Hill climbing from facet to facet, as in the kernel. */
function farthestFacet(gradients: Float64Array, neighbors: readonly number[][], d: Vec3, start: number): number {
  const height = (facet: number): number =>
    d[0] * gradients[3 * facet] + d[1] * gradients[3 * facet + 1] + d[2] * gradients[3 * facet + 2];
  for (let facet = start; ; ) {
    const next = neighbors[facet].reduce((best, other) => (height(other) > height(best) ? other : best), facet);
    if (next === facet) return facet;
    facet = next;
  }
}

/**
 * The direction through the middle of a cell: faces of the cube 2k toward + and 2k + 1 toward − along axis k, rows and columns
 * along the next two axes.
 */
function middleOf(cell: number, cells: number): Vec3 {
  const face = Math.floor(cell / (cells * cells));
  const axis = face >> 1;
  const direction: Vec3 = [0, 0, 0];
  direction[axis] = face & 1 ? -1 : 1;
  direction[(axis + 1) % 3] = (2 * ((cell % cells) + 0.5)) / cells - 1;
  direction[(axis + 2) % 3] = (2 * ((Math.floor(cell / cells) % cells) + 0.5)) / cells - 1;
  return direction;
}
