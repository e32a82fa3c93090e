// Joins neighboring triangles that lie in one plane into convex polygons.
//
// The plane of a polygon is the mean of its triangles' planes, weighted by area: (Σ Nᵢ, Σ Nᵢ·aᵢ), with a triangle's area normal
// Nᵢ and a corner aᵢ. Every point x of the hull satisfies Nᵢ·x ≤ Nᵢ·aᵢ, so it satisfies the sum as well: the whole hull is below
// the mean plane for any merged set. Two polygons are joined if every corner is within tolerance below the mean plane and the joint outline turns
// left everywhere, that is, stays convex; and if every vertex keeps at least three edges.
import { accurateNormal } from './predicates.ts';
import { type HullSurface, nextInFace, previousInFace, stride } from './surface.ts';

const accurate = new Float64Array(3);

export class Merger {
  /** The next and the previous half-edge of each half-edge around its polygon. */
  private readonly after: Int32Array;
  private readonly before: Int32Array;
  /** Union–find: the parent of each face; a root is its own parent. */
  private readonly parent: Int32Array;
  /** A half-edge of each polygon, by root. */
  private readonly entry: Int32Array;
  /** The number of edges at each vertex. */
  private readonly degrees: Int32Array;
  /** Σ Nᵢ and Σ Nᵢ·(aᵢ − origin), by root. */
  private readonly sums: Float64Array;
  private readonly origin: readonly [number, number, number];

  constructor(
    private readonly surface: HullSurface,
    private readonly step: number,
  ) {
    const { used, corners, xyz } = surface;
    this.after = new Int32Array(3 * used);
    this.before = new Int32Array(3 * used);
    this.parent = new Int32Array(used);
    this.entry = new Int32Array(used);
    this.sums = new Float64Array(4 * used);
    this.degrees = new Int32Array(xyz.length / 3);
    let first = 0;
    while (!surface.isFace(first)) first++;
    const at = 3 * corners[3 * first];
    this.origin = [xyz[at], xyz[at + 1], xyz[at + 2]];
    for (let face = 0; face < used; face++) if (surface.isFace(face)) this.start(face);
  }

  private start(face: number): void {
    const { after, before, parent, entry, surface, sums, origin, degrees } = this;
    for (let halfEdge = 3 * face; halfEdge < 3 * face + 3; halfEdge++) {
      degrees[surface.corners[halfEdge]]++;
      after[halfEdge] = nextInFace(halfEdge);
      before[halfEdge] = previousInFace(halfEdge);
    }
    parent[face] = face;
    entry[face] = 3 * face;
    const { planes, corners, xyz } = surface;
    const at = stride * face;
    let [x, y, z] = [planes[at], planes[at + 1], planes[at + 2]];
    // The normal of a thin triangle is mostly rounding error, and its plane is far off at distant points.
    if (!(planes[at + 6] <= 2 * this.step * planes[at + 7])) {
      accurateNormal(xyz, corners[3 * face], corners[3 * face + 1], corners[3 * face + 2], accurate);
      [x, y, z] = accurate;
    }
    sums[4 * face] = x;
    sums[4 * face + 1] = y;
    sums[4 * face + 2] = z;
    sums[4 * face + 3] =
      x * (planes[at + 3] - origin[0]) + y * (planes[at + 4] - origin[1]) + z * (planes[at + 5] - origin[2]);
  }

  private root(face: number): number {
    const { parent } = this;
    let at = face;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** Merges in passes. A polygon grows at most once in a pass, so that a polygon of n triangles is checked about log₂ n times. */
  run(): void {
    const { surface } = this;
    let candidates = this.nearlyFlatEdges();
    const grown = new Int32Array(surface.used).fill(-1);
    for (let pass = 0, hasMerged = true; hasMerged; pass++) {
      hasMerged = false;
      const remaining: number[] = [];
      for (const halfEdge of candidates) {
        const first = this.root(Math.trunc(halfEdge / 3));
        const second = this.root(Math.trunc(surface.twins[halfEdge] / 3));
        if (first === second) continue;
        // Polygons that have not grown since the last pass still cannot be joined.
        const hasChanged = pass === 0 || grown[first] >= pass - 1 || grown[second] >= pass - 1;
        if (grown[first] !== pass && grown[second] !== pass && hasChanged && this.join(halfEdge, first, second)) {
          grown[first] = pass;
          grown[second] = pass;
          hasMerged = true;
        } else remaining.push(halfEdge);
      }
      candidates = remaining;
    }
  }

  /** Edges whose two triangles may belong to one face: one half-edge of each. */
  private nearlyFlatEdges(): number[] {
    const { surface, step } = this;
    const { used, twins, corners, planes } = surface;
    const isClose = (face: number, point: number): boolean =>
      surface.height(face, point) >= -4 * step * planes[stride * face + 7] - planes[stride * face + 6];
    const edges: number[] = [];
    for (let halfEdge = 0; halfEdge < 3 * used; halfEdge++) {
      const face = Math.trunc(halfEdge / 3);
      const twin = twins[halfEdge];
      if (!surface.isFace(face) || twin < halfEdge) continue;
      const other = Math.trunc(twin / 3);
      if (isClose(face, corners[previousInFace(twin)]) || isClose(other, corners[previousInFace(halfEdge)]))
        edges.push(halfEdge);
    }
    return edges;
  }

  private join(halfEdge: number, one: number, other: number): boolean {
    const { after, before, parent, entry, sums, surface, degrees } = this;
    const twin = surface.twins[halfEdge];
    const [from, to] = [surface.corners[halfEdge], surface.corners[twin]];
    // A vertex of a solid keeps at least three edges: otherwise the thin side of a sheet could be merged into its top.
    if (degrees[from] <= 3 || degrees[to] <= 3) return false;
    const [x, y, z, w] = [0, 1, 2, 3].map((k) => sums[4 * one + k] + sums[4 * other + k]);
    const [first, second] = [after[halfEdge], after[twin]];
    const [beforeFirst, beforeSecond] = [before[halfEdge], before[twin]];
    this.chain(beforeFirst, second);
    this.chain(beforeSecond, first);
    if (!this.isFlatAndConvex(first, x, y, z, w)) {
      this.chain(beforeFirst, halfEdge);
      this.chain(beforeSecond, twin);
      this.chain(halfEdge, first);
      this.chain(twin, second);
      return false;
    }
    degrees[from]--;
    degrees[to]--;
    parent[other] = one;
    entry[one] = first;
    sums.set([x, y, z, w], 4 * one);
    return true;
  }

  private chain(halfEdge: number, next: number): void {
    this.after[halfEdge] = next;
    this.before[next] = halfEdge;
  }

  private isFlatAndConvex(start: number, nx: number, ny: number, nz: number, offset: number): boolean {
    const { after, surface, origin } = this;
    const { corners, xyz } = surface;
    const lowest = offset - this.step * Math.sqrt(nx * nx + ny * ny + nz * nz);
    let halfEdge = start;
    do {
      const a = 3 * corners[halfEdge];
      const height = nx * (xyz[a] - origin[0]) + ny * (xyz[a + 1] - origin[1]) + nz * (xyz[a + 2] - origin[2]);
      if (!(height >= lowest)) return false;
      const next = after[halfEdge];
      const [b, c] = [3 * corners[next], 3 * corners[after[next]]];
      const [ux, uy, uz] = [xyz[b] - xyz[a], xyz[b + 1] - xyz[a + 1], xyz[b + 2] - xyz[a + 2]];
      const [vx, vy, vz] = [xyz[c] - xyz[b], xyz[c + 1] - xyz[b + 1], xyz[c + 2] - xyz[b + 2]];
      const turn = nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx);
      if (!(turn > 0)) return false;
      halfEdge = next;
    } while (halfEdge !== start);
    return true;
  }

  /** The polygons, as point indices, and their area normals: 3 numbers each. */
  polygons(): { faceStart: Uint32Array; loop: Uint32Array; normals: Float64Array } {
    const { surface, parent, entry, after, sums } = this;
    const { used, corners } = surface;
    const loop = new Uint32Array(3 * used);
    const faceStart = new Uint32Array(used + 1);
    const normals = new Float64Array(3 * used);
    let [faces, length] = [0, 0];
    for (let face = 0; face < used; face++) {
      if (!surface.isFace(face) || parent[face] !== face) continue;
      let halfEdge = entry[face];
      do {
        loop[length++] = corners[halfEdge];
        halfEdge = after[halfEdge];
      } while (halfEdge !== entry[face]);
      normals[3 * faces] = sums[4 * face];
      normals[3 * faces + 1] = sums[4 * face + 1];
      normals[3 * faces + 2] = sums[4 * face + 2];
      faceStart[++faces] = length;
    }
    return {
      faceStart: faceStart.slice(0, faces + 1),
      loop: loop.subarray(0, length),
      normals: normals.subarray(0, 3 * faces),
    };
  }
}
