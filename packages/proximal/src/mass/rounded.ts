// The Minkowski sum of a polytope and a ball, P ⊕ B(r), consists of pieces with closed forms: P itself, a prism of height r over
// every face, a wedge of a cylinder along every edge, and a sector of the ball at every vertex (Steiner). The sectors are
// spherical polygons, whose moments are sums over their arcs. Each arc belongs to an edge of P, so one loop over faces and one
// over edges suffice.
import { atan2, cos, sin } from '../math/elementary.ts';
import { add, cross, dot, length, perpendicular, scale, subtract, type Vec3 } from '../math/vec3.ts';
import { doubleArea } from './double-double.ts';
import {
  addFirst,
  addOuter,
  type MassProperties,
  type MomentSums,
  massFromMoments,
  momentsFromSums,
  transformMass,
} from './mass.ts';
import {
  addSolid,
  addTriangle,
  type CenteredPoints,
  centerPoints,
  roundingError,
  scaleMass,
  sheetOrSolid,
} from './polytope.ts';
import { capsuleMass, sphereMass } from './primitives.ts';

/** A polytope given by its faces, each a loop of vertices that is counter-clockwise seen from outside. */
export interface PolytopeFaces {
  /** x y z of each vertex. */
  readonly vertices: Float64Array;
  /**
   * The start of each face in `loop`; the last entry is the length of `loop`. A flat polygon has two opposite faces; a segment
   * and a point have none.
   */
  readonly faceStart: Uint32Array;
  /** The vertices of the first face, then those of the second face, and so on. */
  readonly loop: Uint32Array;
  /** Outward unit normal and offset of each face: 4 numbers. Not used for the mass. */
  readonly planes?: Float64Array | undefined;
}

interface Face {
  readonly normal: Vec3;
  readonly loop: Uint32Array;
}

/** The sector at a vertex: a spherical polygon of normals n, and its moments. */
interface Sector {
  /** ∫dω, the solid angle. */
  angle: number;
  /** ∫n dω. */
  readonly first: Vec3;
  /** Σ tₖ sₖᵀ over the arcs, stored as second moments: 3 ∫nnᵀ dω = ω·1 + this. */
  readonly arcs: MomentSums;
}

/** The exact mass of all points within `radius` of a polytope. */
export function roundedPolytopeMass(polytope: PolytopeFaces, radius: number): MassProperties {
  const centered = centerPoints(polytope.vertices, radius);
  const { points, reference, rounding, unit } = centered;
  const r = radius / unit;
  if (polytope.loop.length === 0) return scaleMass(roundedSegmentMass(centered, r), unit);
  const faces = readFaces(polytope, centered);
  const solid = new Float64Array(10);
  const sums = new Float64Array(10);
  const surface = new Float64Array(10);
  for (const face of faces) addFace(solid, sums, surface, face, centered, polytope.loop[0], r);
  if (r === 0) return sheetOrSolid(solid, surface, centered, faces.length === 2);

  for (let k = 0; k < 10; k++) sums[k] += solid[k];
  const sectors = new Map<number, Sector>();
  for (const { loop } of faces) for (const vertex of loop) openSector(sectors, vertex);
  for (const { loop } of faces) subtractAngles(sectors, loop, points);
  addEdges(sums, sectors, faces, points, r);
  for (const [vertex, sector] of sectors) addSector(sums, sector, points[vertex], r);
  const error = roundingError(rounding, surface[0] / Math.max(solid[0], 0), r);
  return scaleMass(massFromMoments(momentsFromSums(sums, reference, error)), unit);
}

/**
 * The mass of a polytope without faces: a point, or points on a line. Its ends are the point farthest from the first point, and
 * the point farthest from that end.
 */
function roundedSegmentMass({ points, reference, rounding }: CenteredPoints, radius: number): MassProperties {
  const farthest = (from: Vec3): Vec3 =>
    points.reduce((best, p) => (length(subtract(p, from)) > length(subtract(best, from)) ? p : best), points[0]);
  const a = farthest(points[0]);
  const b = farthest(a);
  const center = add(reference, scale(add(a, b), 0.5));
  const span = length(subtract(b, a));
  if (!(span > rounding)) return transformMass(sphereMass(radius), [1, 0, 0, 0, 1, 0, 0, 0, 1], center);
  const [x, y, z] = frameAlong(scale(subtract(b, a), 1 / span));
  const columns = [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]];
  return transformMass(capsuleMass(radius, span / 2), columns, center);
}

/** An orthonormal frame whose third vector is the unit vector `axis`. */
function frameAlong(axis: Vec3): [Vec3, Vec3, Vec3] {
  const x = perpendicular(axis);
  return [x, cross(axis, x), axis];
}

function readFaces({ faceStart, loop }: PolytopeFaces, { originals }: CenteredPoints): Face[] {
  const faces: Face[] = [];
  for (let f = 0; f + 1 < faceStart.length; f++) {
    const vertices = loop.subarray(faceStart[f], faceStart[f + 1]);
    const normal: Vec3 = [0, 0, 0];
    for (const [p, q, r] of fan(vertices)) {
      const double = doubleArea(originals[p], originals[q], originals[r]);
      for (let k = 0; k < 3; k++) normal[k] += double[k];
    }
    const size = length(normal);
    faces.push({ normal: size > 0 ? scale(normal, 1 / size) : noNormal, loop: vertices });
  }
  return faces.some(({ normal }) => normal === noNormal) ? withNormals(faces, originals.length) : faces;
}

const noNormal: Vec3 = [0, 0, 0];

/**
 * Gives faces without area the normal of a neighbor. Their prism is 0 for any normal, but a wedge reaches from the normal of one face of its edge
 * to that of the other.
 */
function withNormals(given: readonly Face[], vertexCount: number): Face[] {
  const faces = [...given];
  const faceOfEdge = new Map<number, number>();
  const visitEdges = (index: number, visit: (tail: number, head: number) => void): void => {
    const { loop } = faces[index];
    for (let k = 0; k < loop.length; k++) visit(loop[k], loop[(k + 1) % loop.length]);
  };
  for (let f = 0; f < faces.length; f++) visitEdges(f, (tail, head) => faceOfEdge.set(tail * vertexCount + head, f));
  const pending = faces.flatMap(({ normal }, f) => (normal === noNormal ? [] : [f]));
  for (let f = pending.pop(); f !== undefined; f = pending.pop()) {
    const { normal } = faces[f];
    visitEdges(f, (tail, head) => {
      const neighbor = faceOfEdge.get(head * vertexCount + tail);
      if (neighbor === undefined || faces[neighbor].normal !== noNormal) return;
      faces[neighbor] = { ...faces[neighbor], normal };
      pending.push(neighbor);
    });
  }
  return faces;
}

/** Triangles that make up a convex face; all contain its first vertex. */
function* fan(loop: Uint32Array): Generator<[number, number, number]> {
  for (let k = 2; k < loop.length; k++) yield [loop[0], loop[k - 1], loop[k]];
}

/**
 * Adds a face's share of the polytope to `solid`, the face itself to `surface`, and to `sums` the prism over it: the points
 * q + hn with q in the face and 0 ≤ h ≤ r,
 *   V = A r,  ∫x = r ∫q + A r²/2·n,  ∫xxᵀ = r ∫qqᵀ + r²/2·(∫q nᵀ + n ∫qᵀ) + A r³/3·nnᵀ.
 */
function addFace(
  solid: MomentSums,
  sums: MomentSums,
  surface: MomentSums,
  { normal, loop }: Face,
  centered: CenteredPoints,
  apex: number,
  radius: number,
): void {
  const { originals, points } = centered;
  const sheet = new Float64Array(10);
  for (const [p, q, r] of fan(loop)) {
    addSolid(solid, centered, apex, p, q, r);
    const double = doubleArea(originals[p], originals[q], originals[r]);
    addTriangle(sheet, dot(double, normal) / 2, points[p], points[q], points[r]);
  }
  const area = sheet[0];
  for (let k = 0; k < 10; k++) {
    surface[k] += sheet[k];
    sums[k] += radius * sheet[k];
  }
  const square = radius * radius;
  addFirst(sums, (area * square) / 2, normal);
  addOuter(sums, square, [sheet[1], sheet[2], sheet[3]], normal);
  addOuter(sums, (area * square * radius) / 3, normal, normal);
}

function openSector(sectors: Map<number, Sector>, vertex: number): void {
  if (!sectors.has(vertex)) {
    sectors.set(vertex, { angle: 2 * Math.PI, first: [0, 0, 0], arcs: new Float64Array(10) });
  }
}

/** The solid angle of a vertex's normals is 2π minus the angles of its faces (Descartes); all vertices together have 4π. */
function subtractAngles(sectors: Map<number, Sector>, loop: Uint32Array, points: readonly Vec3[]): void {
  for (let k = 0; k < loop.length; k++) {
    const vertex = loop[k];
    const before = subtract(points[loop[(k + loop.length - 1) % loop.length]], points[vertex]);
    const after = subtract(points[loop[(k + 1) % loop.length]], points[vertex]);
    (sectors.get(vertex) as Sector).angle -= atan2(length(cross(after, before)), dot(after, before));
  }
}

/** Adds the wedge of every edge once, and its arc to the sectors at both ends. */
function addEdges(
  sums: MomentSums,
  sectors: Map<number, Sector>,
  faces: readonly Face[],
  points: readonly Vec3[],
  radius: number,
): void {
  const open = new Map<number, Vec3>();
  for (const { normal, loop } of faces) {
    for (let k = 0; k < loop.length; k++) {
      const [tail, head] = [loop[k], loop[(k + 1) % loop.length]];
      const other = open.get(head * points.length + tail);
      if (other === undefined) {
        open.set(tail * points.length + head, normal);
        continue;
      }
      open.delete(head * points.length + tail);
      addEdge(sums, sectors, points, radius, { tail: head, head: tail, normal: other, next: normal });
    }
  }
  if (open.size > 0) {
    throw new TypeError(
      `roundedPolytopeMass: polytope.loop has ${open.size} edges that are not in two faces in opposite directions; ` +
        'give a closed surface, all faces counter-clockwise seen from outside',
    );
  }
}

interface Edge {
  readonly tail: number;
  readonly head: number;
  /** Normal of the face whose loop has the edge from tail to head. */
  readonly normal: Vec3;
  /** Normal of the face on the other side. */
  readonly next: Vec3;
}

/**
 * The normals of an edge along t are u(ψ) = cos ψ·n + sin ψ·m with m = t × n, which points away from the face, from
 * ψ = 0 to α, where u is the other face's normal. With s = ∫u dψ = sin α·n + (1 − cos α)·m, the wedge of the points
 * q + ρu with q on the edge and 0 ≤ ρ ≤ r has
 *   V = α l r²/2,  ∫x = α r²/2 ∫q + l r³/3·s,  ∫xxᵀ = α r²/2 ∫qqᵀ + r³/3·(∫q sᵀ + s ∫qᵀ) + l r⁴/4 ∫uuᵀ dψ.
 */
function addEdge(
  sums: MomentSums,
  sectors: Map<number, Sector>,
  points: readonly Vec3[],
  radius: number,
  edge: Edge,
): void {
  const { normal, next } = edge;
  const along = subtract(points[edge.head], points[edge.tail]);
  const span = length(along);
  const t = scale(along, 1 / span);
  const m = cross(t, normal);
  // The angle is between 0 and π. Rounding could make it −π at the edge of a sheet, or −ε at a flat edge.
  const alpha = atan2(Math.max(dot(next, m), 0), dot(next, normal));
  const [sine, cosine] = [sin(alpha), cos(alpha)];
  const s = add(scale(normal, sine), scale(m, 1 - cosine));

  const middle = scale(add(points[edge.head], points[edge.tail]), 0.5);
  const square = radius * radius;
  const crossSection = (alpha * square) / 2;
  sums[0] += crossSection * span;
  addFirst(sums, crossSection * span, middle);
  addFirst(sums, (span * square * radius) / 3, s);
  addOuter(sums, crossSection * span, middle, middle);
  addOuter(sums, (crossSection * span * span * span) / 12, t, t);
  addOuter(sums, (2 * span * square * radius) / 3, middle, s);
  const quarter = (span * square * square) / 4;
  addOuter(sums, (quarter * (alpha + sine * cosine)) / 2, normal, normal);
  addOuter(sums, quarter * sine * sine, normal, m);
  addOuter(sums, (quarter * (alpha - sine * cosine)) / 2, m, m);

  // The arc bounds the sector at the head, on the side of t, and the one at the tail, on the side of −t.
  addArc(sectors.get(edge.head) as Sector, 1, alpha, t, s);
  addArc(sectors.get(edge.tail) as Sector, -1, alpha, t, s);
}

/**
 * An arc of length α around the axis t, which points into the spherical polygon, with s = ∫n over the arc. The divergences of the
 * tangential parts of a constant vector c, and of c times d·n, are −2 c·n and c·d − 3 (c·n)(d·n), so
 *   2 ∫n dω = Σ α t,   3 ∫nnᵀ dω = ω·1 + Σ t sᵀ.
 */
function addArc(sector: Sector, side: number, alpha: number, t: Vec3, s: Vec3): void {
  for (let k = 0; k < 3; k++) sector.first[k] += (side * alpha * t[k]) / 2;
  addOuter(sector.arcs, side, t, s);
}

/** The points v + ρn with n in the sector: V = ω r³/3, ∫x = V v + r⁴/4 ∫n, ∫xxᵀ = V vvᵀ + r⁴/4 (v ∫nᵀ + …) + r⁵/5 ∫nnᵀ. */
function addSector(sums: MomentSums, { angle, first, arcs }: Sector, v: Vec3, radius: number): void {
  const cube = radius * radius * radius;
  const volume = (angle * cube) / 3;
  sums[0] += volume;
  addFirst(sums, volume, v);
  addFirst(sums, (cube * radius) / 4, first);
  addOuter(sums, volume, v, v);
  addOuter(sums, (cube * radius) / 2, v, first);
  const fifth = (cube * radius * radius) / 15;
  for (let k = 4; k < 10; k++) sums[k] += fifth * arcs[k];
  for (const k of [4, 7, 9]) sums[k] += fifth * angle;
}
