// The Hessian of a polytope's support value, smoothed by Gumbel noise on the reach zᵢ = ⟨vᵢ, d⟩ of its vertices: a soft-max over
// those near the farthest one (27, 28).
import { exp } from '../elementary.ts';
import { RECORD_COUNT_INT, RECORD_DATA } from '../layout.ts';
import { ld, ldi, st, sti } from '../port/memory.ts';
import {
  SIDE_BEND,
  SIDE_DIRECTION,
  SIDE_FIRST,
  SIDE_LOOSE,
  SIDE_SECOND,
  SKELETON_ROUND_INT,
  SKELETON_STARTS_INT,
  SKELETON_VERTICES,
} from './layout.ts';
import { dot } from './tangent.ts';

/** Weights below e to this power do not show. */
const LEAST_EXPONENT: f64 = -40.0;

/**
 * Along the side's two vectors: the covariance of the vertices under the soft-max weights aᵢ ∝ exp(zᵢ/ε), divided by ε, which is
 * V (diag a − a aᵀ) Vᵀ / ε. The vertices are those up to `depth` edges away from the farthest corner, edge or face. ε is in metres: `temperature`.
 */
export function softMaxBend(skeleton: i32, side: i32, depth: i32, temperature: f64): void {
  const count: i32 = ldi(2 * skeleton + RECORD_COUNT_INT);
  const data: i32 = skeleton + RECORD_DATA;
  const vertices: i32 = data + SKELETON_VERTICES;
  const starts: i32 = 2 * (vertices + 3 * count);
  const marks: i32 = starts + count + 1;
  const queue: i32 = marks + count;
  const neighbours: i32 = queue + count;
  const round: i32 = ldi(2 * data + SKELETON_ROUND_INT) + 1;
  sti(2 * data + SKELETON_ROUND_INT, round);
  const top: i32 = climb(data, vertices, starts, neighbours, side);
  sti(marks + top, round);
  sti(queue, top);
  let queued: i32 = 1;
  // Which corner of a farthest edge or face comes first is a matter of rounding: they all do.
  for (let place: i32 = 0; place < queued; place += 1) {
    const vertex: i32 = ldi(queue + place);
    const end: i32 = ldi(starts + vertex + 1);
    for (let k: i32 = ldi(starts + vertex); k < end; k += 1) {
      const next: i32 = ldi(neighbours + k);
      if (ldi(marks + next) !== round && isAsFar(vertices, side, top, next)) {
        sti(marks + next, round);
        sti(queue + queued, next);
        queued += 1;
      }
    }
  }
  let layerStart: i32 = 0;
  for (let layer: i32 = 0; layer < depth; layer += 1) {
    const layerEnd: i32 = queued;
    for (let place: i32 = layerStart; place < layerEnd; place += 1) {
      const vertex: i32 = ldi(queue + place);
      const end: i32 = ldi(starts + vertex + 1);
      for (let k: i32 = ldi(starts + vertex); k < end; k += 1) {
        const next: i32 = ldi(neighbours + k);
        if (ldi(marks + next) !== round) {
          sti(marks + next, round);
          sti(queue + queued, next);
          queued += 1;
        }
      }
    }
    layerStart = layerEnd;
  }
  writeCovariance(vertices, queue, queued, side, temperature);
}

/** The way from the farthest vertex to another is perpendicular to the direction. */
function isAsFar(vertices: i32, side: i32, top: i32, vertex: i32): bool {
  const x: f64 = ld(vertices + 3 * vertex) - ld(vertices + 3 * top);
  const y: f64 = ld(vertices + 3 * vertex + 1) - ld(vertices + 3 * top + 1);
  const z: f64 = ld(vertices + 3 * vertex + 2) - ld(vertices + 3 * top + 2);
  return -dot(side + SIDE_DIRECTION, x, y, z) <= ld(side + SIDE_LOOSE) * Math.sqrt(x * x + y * y + z * z);
}

/** Coordinates are taken from the farthest vertex, the first in the queue, so that nothing cancels. */
function writeCovariance(vertices: i32, queue: i32, queued: i32, side: i32, temperature: f64): void {
  const top: i32 = vertices + 3 * ldi(queue);
  const scale: f64 = 1.0 / temperature;
  let sum: f64 = 1.0;
  let first: f64 = 0.0;
  let second: f64 = 0.0;
  let firstFirst: f64 = 0.0;
  let firstSecond: f64 = 0.0;
  let secondSecond: f64 = 0.0;
  for (let place: i32 = 1; place < queued; place += 1) {
    const vertex: i32 = vertices + 3 * ldi(queue + place);
    const x: f64 = ld(vertex) - ld(top);
    const y: f64 = ld(vertex + 1) - ld(top + 1);
    const z: f64 = ld(vertex + 2) - ld(top + 2);
    const exponent: f64 = scale * dot(side + SIDE_DIRECTION, x, y, z);
    if (exponent > LEAST_EXPONENT) {
      const weight: f64 = exp(Math.min(0.0, exponent));
      const a: f64 = dot(side + SIDE_FIRST, x, y, z);
      const b: f64 = dot(side + SIDE_SECOND, x, y, z);
      sum += weight;
      first += weight * a;
      second += weight * b;
      firstFirst += weight * a * a;
      firstSecond += weight * a * b;
      secondSecond += weight * b * b;
    }
  }
  const share: f64 = 1.0 / sum;
  st(side + SIDE_BEND, scale * share * (firstFirst - share * first * first));
  st(side + SIDE_BEND + 1, scale * share * (firstSecond - share * first * second));
  st(side + SIDE_BEND + 2, scale * share * (secondSecond - share * second * second));
}

/** The farthest vertex along the side's direction: from one that is farthest somewhere near, over the edges, uphill. */
function climb(data: i32, vertices: i32, starts: i32, neighbours: i32, side: i32): i32 {
  const x: f64 = ld(side + SIDE_DIRECTION);
  const y: f64 = ld(side + SIDE_DIRECTION + 1);
  const z: f64 = ld(side + SIDE_DIRECTION + 2);
  let vertex: i32 = ldi(2 * data + SKELETON_STARTS_INT + sectorOf(x, y, z));
  let most: f64 = dot(vertices + 3 * vertex, x, y, z);
  let best: i32 = vertex;
  do {
    vertex = best;
    const end: i32 = ldi(starts + vertex + 1);
    for (let k: i32 = ldi(starts + vertex); k < end; k += 1) {
      const next: i32 = ldi(neighbours + k);
      const reach: f64 = dot(vertices + 3 * next, x, y, z);
      if (reach > most) {
        most = reach;
        best = next;
      }
    }
  } while (best !== vertex);
  return vertex;
}

/** The octant, and which coordinate is the longest: 0 to 23, as skeleton.ts in src/shapes numbers them. */
function sectorOf(x: f64, y: f64, z: f64): i32 {
  const octant: i32 = (x < 0.0 ? 1 : 0) + (y < 0.0 ? 2 : 0) + (z < 0.0 ? 4 : 0);
  const ax: f64 = Math.abs(x);
  const ay: f64 = Math.abs(y);
  const az: f64 = Math.abs(z);
  if (ax >= ay && ax >= az) return octant;
  return ay >= az ? octant + 8 : octant + 16;
}
