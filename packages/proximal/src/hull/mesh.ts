// Checks that a mesh is the surface of a convex body, and returns its hull; throws with the reason if it is not.
import { checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { convexHull } from './convex-hull.ts';
import type { Hull } from './hull.ts';

const where = 'convexMesh';

export interface MeshOptions {
  /**
   * The largest allowed deviation of the mesh from convexity, in meters. For vertices in single precision, give about 10⁻⁶ of the largest
   * coordinate. The result is a convex hull in any case. Smaller values than `Hull.tolerance`, such as the default 0, count as `Hull.tolerance`.
   */
  readonly tolerance?: number;
}

/**
 * The hull of a closed convex mesh. Faces may be polygons or triangles, all oriented counter-clockwise seen from outside, or all
 * clockwise (then they are flipped); vertices with equal coordinates count as one; a polygon given twice, once from either side,
 * is a flat hull. The result is the `convexHull` of the vertices that faces use: coplanar faces are merged, and points inside a
 * face or edge are dropped. Unused vertices are ignored.
 * @param vertices x y z of each vertex, in meters
 * @param faces the vertex indices around each face
 * @throws a RangeError or TypeError with the reason if the mesh is not convex or not closed
 */
export function hullOfMesh(vertices: Float64Array, faces: readonly ArrayLike<number>[], options?: MeshOptions): Hull {
  checkOptions(where, 'options', options, ['tolerance']);
  const remedy = 'give a length in meters, finite and not negative';
  const given = checkNumber(where, 'options.tolerance', options?.tolerance ?? 0, remedy, 0);
  const loops = weld(vertices, faces);
  const hull = hullOfUsed(vertices, faces);
  checkClosed(loops, vertices.length / 3);
  checkConnected(loops, vertices.length / 3);
  if (hull.dimension < 2)
    throw new RangeError(
      `${where}: all vertices are on a line or at a point; give faces with an area, or use segment(…)`,
    );
  const areas = loops.map((loop) => areaNormal(vertices, loop));
  const sign = hull.dimension === 3 && signedVolume(vertices, loops, areas) < 0 ? -1 : 1;
  for (const area of areas) for (let k = 0; k < 3; k++) area[k] *= sign;
  const climber = new Climber(hull, vertices.length / 3);
  const flaws = loops.flatMap(
    (loop, face) => findFlaw(vertices, hull.tolerance, climber, loop, areas[face], face) ?? [],
  );
  const tolerance = Math.max(hull.tolerance, given);
  const flaw = flaws.find(({ needed }) => needed > tolerance);
  if (flaw) {
    const enough = roundUp(flaws.reduce((largest, { needed }) => Math.max(largest, needed), 0));
    throw new RangeError(`${flaw.message}; ${flaw.remedy}, or give a tolerance of ${enough} m`);
  }
  checkCoversOnce(vertices, hull, areas);
  return hull;
}

/** The hull of the vertices that faces use, by their indices among all. */
function hullOfUsed(vertices: Float64Array, faces: readonly ArrayLike<number>[]): Hull {
  const isUsed = new Uint8Array(vertices.length / 3);
  for (const face of faces) for (let k = 0; k < face.length; k++) isUsed[face[k]] = 1;
  const used = Uint32Array.from(isUsed.keys()).filter((v) => isUsed[v] === 1);
  const points = new Float64Array(3 * used.length);
  used.forEach((v, k) => {
    points.set(vertices.subarray(3 * v, 3 * v + 3), 3 * k);
  });
  const hull = convexHull(points);
  return { ...hull, source: hull.source.map((v) => used[v]) };
}

/** A length rounded up to two digits. */
function roundUp(value: number): number {
  const short = Number(value.toPrecision(2));
  return short >= value ? short : Number((value * 1.06).toPrecision(2));
}

/**
 * A face, with each vertex replaced by the lowest index of all vertices equal to it, and without repetitions; empty if fewer than three corners
 * remain.
 */
type Loop = readonly number[];

function weld(vertices: Float64Array, faces: readonly ArrayLike<number>[]): Loop[] {
  const remedy = 'give a list of faces, each a list of at least three vertex indices';
  if (typeof faces !== 'object' || faces === null || !(faces.length > 0))
    throw wrongType(where, 'faces', faces, remedy);
  const count = vertices.length / 3;
  const lowest = new Map<string, number>();
  const origin = new Uint32Array(count);
  for (let v = 0; v < count; v++) {
    const key = `${vertices[3 * v] + 0} ${vertices[3 * v + 1] + 0} ${vertices[3 * v + 2] + 0}`;
    const first = lowest.get(key);
    if (first === undefined) lowest.set(key, v);
    origin[v] = first ?? v;
  }
  return Array.from({ length: faces.length }, (_, f) => readFace(faces[f], f, count, origin));
}

function readFace(face: ArrayLike<number>, f: number, count: number, origin: Uint32Array): Loop {
  if (typeof face !== 'object' || face === null || !(face.length >= 3))
    throw wrongType(where, `faces[${f}]`, face, 'give at least three vertex indices');
  const loop: number[] = [];
  for (let k = 0; k < face.length; k++) {
    const v = face[k];
    if (typeof v !== 'number')
      throw wrongType(where, `faces[${f}][${k}]`, v, `give a whole number from 0 to ${count - 1}`);
    if (!Number.isInteger(v) || v < 0 || v >= count)
      throw outOfRange(where, `faces[${f}][${k}]`, v, `give a whole number from 0 to ${count - 1}`);
    if (loop[loop.length - 1] !== origin[v]) loop.push(origin[v]);
  }
  if (loop[0] === loop[loop.length - 1]) loop.pop();
  // A face that welding has collapsed has no area, and is dropped.
  if (loop.length < 3) return [];
  if (new Set(loop).size !== loop.length)
    throw new RangeError(`${where}: faces[${f}] visits a vertex twice; give faces that are convex polygons`);
  return loop;
}

/** Throws unless every edge has two faces that run along it in opposite directions. */
function checkClosed(loops: readonly Loop[], count: number): void {
  const edges = new Map<number, number>();
  const forEachEdge = (visit: (from: number, to: number, face: number) => void): void => {
    loops.forEach((loop, face) => {
      for (let k = 0; k < loop.length; k++) visit(loop[k], loop[(k + 1) % loop.length], face);
    });
  };
  forEachEdge((from, to, face) => {
    const other = edges.get(from * count + to);
    if (other !== undefined) throw new RangeError(sameDirection(loops, from, to, other, face));
    edges.set(from * count + to, face);
  });
  forEachEdge((from, to, face) => {
    if (!edges.has(to * count + from)) {
      throw new RangeError(
        `${where}: the mesh is not closed: edge ${from}–${to} has only one face, faces[${face}]; ` +
          'add the missing faces, or use convex(vertices)',
      );
    }
  });
}

function sameDirection(loops: readonly Loop[], from: number, to: number, one: number, other: number): string {
  const faces = loops.flatMap((loop, f) =>
    loop.includes(from) && loop.includes(to) && isEdge(loop, from, to) ? [f] : [],
  );
  if (faces.length > 2)
    return `${where}: edge ${from}–${to} has ${faces.length} faces (${faces.slice(0, 4).join(', ')}…); give a closed mesh, in which each edge has two faces`;
  return (
    `${where}: the winding is inconsistent: faces[${one}] and faces[${other}] both run from vertex ${from} to ${to}; ` +
    'wind all faces counter-clockwise seen from outside'
  );
}

function isEdge(loop: Loop, from: number, to: number): boolean {
  const k = loop.indexOf(from);
  return loop[(k + 1) % loop.length] === to || loop[(k + loop.length - 1) % loop.length] === to;
}

/** Throws unless every face is connected with every other. */
function checkConnected(loops: readonly Loop[], count: number): void {
  // Union–find over the vertices; a root is its own parent.
  const parent = Uint32Array.from({ length: count }, (_, v) => v);
  const root = (v: number): number => {
    let at = v;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  };
  for (const loop of loops) for (const v of loop) parent[root(v)] = root(loop[0]);
  const first = loops.findIndex((loop) => loop.length > 0);
  const unconnected = loops.findIndex((loop) => loop.length > 0 && root(loop[0]) !== root(loops[first][0]));
  if (unconnected >= 0) {
    throw new RangeError(
      `${where}: the mesh has more than one component: faces[${first}] and faces[${unconnected}] are not connected; ` +
        'make one shape of each component',
    );
  }
}

/** Twice the area of a polygon as a vector: the sum over the fan of triangles at its first vertex. */
function areaNormal(vertices: Float64Array, loop: Loop): [number, number, number] {
  const area: [number, number, number] = [0, 0, 0];
  const a = 3 * loop[0];
  for (let k = 2; k < loop.length; k++) {
    const [b, c] = [3 * loop[k - 1], 3 * loop[k]];
    const [ux, uy, uz] = [0, 1, 2].map((i) => vertices[b + i] - vertices[a + i]);
    const [wx, wy, wz] = [0, 1, 2].map((i) => vertices[c + i] - vertices[a + i]);
    area[0] += uy * wz - uz * wy;
    area[1] += uz * wx - ux * wz;
    area[2] += ux * wy - uy * wx;
  }
  return area;
}

/** Six times the volume; positive if the faces are counter-clockwise seen from outside. */
function signedVolume(vertices: Float64Array, loops: readonly Loop[], areas: readonly number[][]): number {
  const from = 3 * (loops.find((loop) => loop.length > 0)?.[0] ?? 0);
  let sum = 0;
  loops.forEach((loop, face) => {
    for (let k = 0; k < 3 && loop.length > 0; k++)
      sum += areas[face][k] * (vertices[3 * loop[0] + k] - vertices[from + k]);
  });
  return sum;
}

interface Flaw {
  /** The tolerance with which this flaw would be accepted. */
  readonly needed: number;
  readonly message: string;
  readonly remedy: string;
}

/** The flaw of a face that is not flat, or that has a vertex of the mesh above it by more than rounding; null for valid and for very narrow faces. */
function findFlaw(
  vertices: Float64Array,
  tolerance: number,
  climber: Climber,
  loop: Loop,
  area: readonly number[],
  face: number,
): Flaw | null {
  const size = Math.sqrt(area[0] ** 2 + area[1] ** 2 + area[2] ** 2);
  const longest = lengthOf(vertices, loop);
  // A face narrower than four tolerances has no reliable normal; its neighbors are checked instead.
  if (!(size > 4 * tolerance * longest)) return null;
  const direction = area.map((value) => value / size);
  const height = (v: number): number =>
    direction.reduce((sum, n, k) => sum + n * (vertices[3 * v + k] - vertices[3 * loop[0] + k]), 0);
  // The error of a narrow face's plane grows with the distance from the face.
  const factor = 1 + (longest * longest) / size;
  const toleranceFor = (distance: number): number => Math.min(distance / factor, size / (4 * longest));
  const farthest = loop.reduce((worst, v) => (Math.abs(height(v)) > Math.abs(height(worst)) ? v : worst), loop[0]);
  const highest = climber.highest(loop, height);
  const [bend, above] = [Math.abs(height(farthest)), height(highest)];
  const needed = toleranceFor(Math.max(bend, above));
  if (bend > tolerance * factor) {
    return {
      needed,
      message: `${where}: faces[${face}] is not flat: vertex ${farthest} is ${bend} m off the plane of the face`,
      remedy: 'give triangles, or use convex(vertices)',
    };
  }
  if (above > tolerance * factor) {
    return {
      needed,
      message: `${where}: the mesh is not convex: vertex ${highest} is ${above} m above the plane of faces[${face}]`,
      remedy: 'use convex(vertices) for the hull',
    };
  }
  return null;
}

/** Finds the highest vertex of a hull by walking up along edges. */
class Climber {
  /** The index in the hull of each input vertex; −1 if it is not a vertex of the hull. */
  private readonly hullIndices: Int32Array;

  constructor(
    private readonly hull: Hull,
    count: number,
  ) {
    this.hullIndices = new Int32Array(count).fill(-1);
    hull.source.forEach((from, v) => {
      this.hullIndices[from] = v;
    });
  }

  /** The input index of the highest vertex, searched from a corner of a face. */
  highest(loop: Loop, height: (v: number) => number): number {
    const { source, neighborStart, neighbors } = this.hull;
    let at = Math.max(0, this.hullIndices[loop.find((v) => this.hullIndices[v] >= 0) ?? source[0]]);
    for (;;) {
      let highest = at;
      for (let k = neighborStart[at]; k < neighborStart[at + 1]; k++) {
        if (height(source[neighbors[k]]) > height(source[highest])) highest = neighbors[k];
      }
      if (highest === at) return source[at];
      at = highest;
    }
  }
}

/** The largest distance of a corner from the first one. */
function lengthOf(vertices: Float64Array, loop: Loop): number {
  let largest = 0;
  for (const v of loop) {
    const [x, y, z] = [0, 1, 2].map((k) => vertices[3 * v + k] - vertices[3 * loop[0] + k]);
    largest = Math.max(largest, Math.sqrt(x * x + y * y + z * z));
  }
  return largest;
}

/** A closed set of outward faces on the hull's surface covers it a whole number of times; the total area gives this number. */
function checkCoversOnce(
  vertices: Float64Array,
  { planes, faceStart, loop, source }: Hull,
  areas: readonly number[][],
): void {
  const total = (list: readonly (readonly number[])[]): number =>
    list.reduce((sum, [x, y, z]) => sum + Math.sqrt(x * x + y * y + z * z), 0);
  const hullAreas = Array.from({ length: planes.length / 4 }, (_, face) =>
    areaNormal(
      vertices,
      Array.from(loop.subarray(faceStart[face], faceStart[face + 1]), (v) => source[v]),
    ),
  );
  const [given, expected] = [total(areas) / 2, total(hullAreas) / 2];
  if (given > 1.5 * expected) {
    throw new RangeError(
      `${where}: the faces overlap or fold: they have ${given} m², their hull has ${expected} m²; ` +
        'cover the surface exactly once, or use convex(vertices)',
    );
  }
}
