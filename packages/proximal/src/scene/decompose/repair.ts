// Repairs the surface of a solid where that is safe, and reports the repairs: triangles that occur twice, triangles that are oriented
// opposite to their neighbors, shells that face inward, and small holes. Shells that stay open have no inside.
import type { TriangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';
import { EdgeTable } from './edges.ts';
import { turnOver, turnTowardNeighbors } from './face-outward.ts';
import { crossing } from './mesh-solid.ts';
import { type Shell, shellsOf } from './shells.ts';

/** Holes are closed if their extent is at most this fraction of the mesh's diagonal. */
const largestClosedHole = 0.05;
/**
 * The largest number of tests of a ray against a triangle, to find which shells are inside others. If more are needed, all inward shells count as
 * cavities.
 */
const maxCrossings = 3e8;

export interface RepairedSurface {
  /** Nine numbers for each triangle. */
  readonly corners: Float64Array;
  /** 1 for each triangle of a closed shell, whose inside counts as solid, otherwise 0. */
  readonly closed: Uint8Array;
  readonly notices: readonly string[];
}

/**
 * @param diagonal of the mesh's bounding box
 * @param fill whether closed cavities count as solid
 * @param check called between the steps; it may throw to end the repair
 */
export function repairedSurface(
  mesh: TriangleMesh,
  diagonal: number,
  fill: boolean,
  check: () => void,
): RepairedSurface {
  const notices: string[] = [];
  const positions = positionsOf(mesh);
  check();
  const faces = facesOf(mesh, positions.length / 3, notices);
  check();
  const turned = turnTowardNeighbors(faces);
  if (turned > 0) notices.push(`${count(turned, 'triangle')} turned over to match the neighbors`);
  check();
  const whole = closeHoles(faces, positions, largestClosedHole * diagonal, notices);
  check();
  const shells = shellsOf(whole, positions);
  check();
  const included = faceOutward(shells, whole, positions, fill, notices);
  const open = shells.filter(({ isClosed }) => !isClosed);
  if (open.length > 0) notices.push(openNotice(open, shells.length));
  return { ...surfaceOf(included, whole, positions), notices };
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function openNotice(open: readonly Shell[], all: number): string {
  const edges = open.reduce((sum, { openEdges }) => sum + openEdges, 0);
  const what = all === open.length ? 'the mesh' : `${open.length} of ${all} shells`;
  const [are, their] = all === open.length ? ['is', 'its'] : ['are', 'their'];
  if (edges === 0) return `${what} ${are} without volume: the parts cover ${their} triangles`;
  const at = `${edges} edges`;
  return `${what} ${are} open or inconsistently oriented at ${at}: nothing counts as inside, and the parts cover ${their} triangles`;
}

/** The coordinates of each corner number. */
function positionsOf(mesh: TriangleMesh): Float64Array {
  const corners = mesh.soup();
  let largestNumber = 0;
  for (let k = 0; k < corners.length / 3; k++)
    largestNumber = Math.max(largestNumber, mesh.cornerNumber(Math.floor(k / 3), k % 3));
  const positions = new Float64Array(3 * largestNumber + 3);
  for (let k = 0; k < corners.length / 3; k++)
    positions.set(corners.subarray(3 * k, 3 * k + 3), 3 * mesh.cornerNumber(Math.floor(k / 3), k % 3));
  return positions;
}

/**
 * The corner numbers of all triangles. Repeated triangles are left out. Triangles with two equal corners are left out too, unless there are no
 * others.
 */
function facesOf(mesh: TriangleMesh, stride: number, notices: string[]): Uint32Array {
  const faces: number[] = [];
  const collapsed: number[] = [];
  const first = new Map<number, number>();
  const more = new Set<string>();
  let repeated = 0;
  for (let index = 0; index < mesh.partCount; index++) {
    const face = [0, 1, 2].map((corner) => mesh.cornerNumber(index, corner));
    if (face[0] === face[1] || face[1] === face[2] || face[2] === face[0]) {
      collapsed.push(...face);
      continue;
    }
    const start = face.indexOf(Math.min(...face));
    const key = face[start] * stride + face[(start + 1) % 3];
    const last = face[(start + 2) % 3];
    const third = first.get(key);
    const text = third === undefined || third === last ? '' : `${key} ${last}`;
    if (third === last || more.has(text)) {
      repeated++;
      continue;
    }
    if (third === undefined) first.set(key, last);
    else more.add(text);
    for (const corner of face) faces.push(corner);
  }
  if (repeated > 0)
    notices.push(`${count(repeated, 'triangle')} that repeat${repeated === 1 ? 's' : ''} others left out`);
  return Uint32Array.from(faces.length > 0 ? faces : collapsed);
}

/** The triangles, and fans that close small holes. */
function closeHoles(faces: Uint32Array, positions: Float64Array, largest: number, notices: string[]): Uint32Array {
  const loops = new EdgeTable(faces).openLoops();
  const small = loops?.filter((loop) => extentOf(loop, positions) <= largest) ?? [];
  if (small.length === 0) return faces;
  const fans = small.flatMap((loop) => loop.slice(2).flatMap((corner, k) => [loop[0], loop[k + 1], corner]));
  const extent = Math.max(...small.map((loop) => extentOf(loop, positions)));
  notices.push(`${count(small.length, 'hole')} of up to ${Number(extent.toPrecision(3))} m closed`);
  const whole = new Uint32Array(faces.length + fans.length);
  whole.set(faces);
  whole.set(fans, faces.length);
  return whole;
}

/** The diagonal of the box around a loop of corners. */
function extentOf(loop: readonly number[], positions: Float64Array): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [least, greatest] = [Infinity, -Infinity];
    for (const corner of loop) {
      least = Math.min(least, positions[3 * corner + axis]);
      greatest = Math.max(greatest, positions[3 * corner + axis]);
    }
    sum += (greatest - least) ** 2;
  }
  return Math.sqrt(sum);
}

/**
 * Turns all closed shells over if the sum of their volumes is negative, then the closed shells that still face inward and are not inside others.
 * @returns the shells to keep: without closed cavities if they are to be filled
 */
function faceOutward(
  shells: readonly Shell[],
  faces: Uint32Array,
  positions: Float64Array,
  fill: boolean,
  notices: string[],
): readonly Shell[] {
  const closed = shells.filter(({ isClosed }) => isClosed);
  const volumesBefore = closed.map(({ sixfoldVolume }) => sixfoldVolume);
  if (closed.reduce((sum, { sixfoldVolume }) => sum + sixfoldVolume, 0) < 0) {
    closed.forEach((shell) => {
      turnShellOver(shell, faces);
    });
  }
  const inward = closed.filter(({ sixfoldVolume }) => sixfoldVolume < 0);
  const isAffordable = inward.length * (faces.length / 3) <= maxCrossings;
  const outer = inward.filter((shell) => isAffordable && !isEnclosed(shell, closed, faces, positions));
  outer.forEach((shell) => {
    turnShellOver(shell, faces);
  });
  const turned = closed.filter(({ sixfoldVolume }, k) => sixfoldVolume !== volumesBefore[k]).length;
  if (turned > 0) notices.push(`${count(turned, 'shell')} facing inward turned over`);
  return fill ? shells.filter(({ isClosed, sixfoldVolume }) => !isClosed || sixfoldVolume > 0) : shells;
}

function turnShellOver(shell: Shell, faces: Uint32Array): void {
  for (const triangle of shell.triangles) turnOver(faces, triangle);
  shell.sixfoldVolume *= -1;
}

/** Whether a shell is inside others: the winding number of the others about one of its corners is not 0. */
function isEnclosed(shell: Shell, closed: readonly Shell[], faces: Uint32Array, positions: Float64Array): boolean {
  const at = 3 * faces[3 * shell.triangles[0]];
  const corners = new Float64Array(9);
  let winding = 0;
  for (const other of closed) {
    if (other === shell) continue;
    for (const triangle of other.triangles) {
      writeCorners(faces, triangle, positions, corners, 0);
      winding += crossing(positions[at], positions[at + 1], positions[at + 2], corners, 0);
    }
  }
  return winding !== 0;
}

function writeCorners(
  faces: Uint32Array,
  triangle: number,
  positions: Float64Array,
  out: Float64Array,
  to: number,
): void {
  for (let corner = 0; corner < 3; corner++) {
    const at = 3 * faces[3 * triangle + corner];
    for (let axis = 0; axis < 3; axis++) out[to + 3 * corner + axis] = positions[at + axis];
  }
}

function surfaceOf(
  shells: readonly Shell[],
  faces: Uint32Array,
  positions: Float64Array,
): Pick<RepairedSurface, 'corners' | 'closed'> {
  const total = shells.reduce((sum, { triangles }) => sum + triangles.length, 0);
  const corners = new Float64Array(9 * total);
  const closed = new Uint8Array(total);
  let next = 0;
  for (const { triangles, isClosed } of shells) {
    for (const triangle of triangles) {
      writeCorners(faces, triangle, positions, corners, 9 * next);
      closed[next++] = isClosed ? 1 : 0;
    }
  }
  return { corners, closed };
}
