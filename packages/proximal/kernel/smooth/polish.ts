// Newton's method on the unit normal. GJK and EPA stop when the distance is right, and then the normal between curved bodies is
// right to the square root of that only; two or three steps here leave nothing but rounding, which the Jacobians and, still more,
// finite differences need.
import {
  KIND_CONVEX,
  KIND_HALFSPACE,
  RADII,
  RECORD_A_INT,
  RECORD_B_INT,
  RECORD_KIND_INT,
  RECORD_RADIUS,
  ROTATION,
  TRANSLATION,
  VERTEX_A,
} from '../layout.ts';
import { supportVertex } from '../minkowski.ts';
import { ld, ldi, st } from '../port/memory.ts';
import { rotate, rotateBack } from '../rotation.ts';
import {
  ACROSS,
  AT_A,
  AT_B,
  AXIS,
  HEIGHT,
  OWN_B,
  SIDE_A,
  SIDE_B,
  SIDE_FREE,
  SIDE_FREE_COUNT_INT,
  SLIDE_MOVED,
  TRIAL,
  TURN_MOVED,
} from './layout.ts';
import { seeSides, setAxis, setUnitAxis } from './place.ts';
import {
  FREE_A_LINE,
  FREE_A_PLANE,
  FREE_B_LINE,
  FREE_B_PLANE,
  FREE_CROSSED,
  freedom,
  isDependent,
  solve,
} from './solve.ts';
import { dotAt } from './tangent.ts';

const MOST_STEPS: i32 = 8;
/** Steps below this are rounding, in radians … */
const LEAST_TURN: f64 = 1.0e-15;
/** … and the query was not near enough if they add up to more than this. */
const MOST_TURN: f64 = 0.1;

/** A pair with a curved core: points, segments, boxes, hulls and half-spaces have corners only, which GJK and EPA find exactly. */
export function isCurved(w: i32): bool {
  return isCurvedRecord(ldi(2 * w + RECORD_A_INT)) || isCurvedRecord(ldi(2 * w + RECORD_B_INT));
}

function isCurvedRecord(record: i32): bool {
  const kind: i32 = ldi(2 * record + RECORD_KIND_INT);
  return kind > KIND_CONVEX && kind !== KIND_HALFSPACE;
}

/** Improves normal, signed distance and points. Leaves them as they are where there is more than one pair of nearest points. */
export function polish(w: i32, g: i32, floor: f64): void {
  const x: f64 = ld(g + AXIS);
  const y: f64 = ld(g + AXIS + 1);
  const z: f64 = ld(g + AXIS + 2);
  let turned: f64 = 0.0;
  for (let step: i32 = 0; step < MOST_STEPS; step += 1) {
    seeSides(w, g);
    if (isDependent(g)) return;
    const turn: f64 = improve(w, g, floor);
    turned += turn;
    if (!(turned < MOST_TURN)) {
      setAxis(w, g, x, y, z);
      return;
    }
    if (turn < LEAST_TURN) break;
  }
  seeSides(w, g);
  if (!isDependent(g)) takePoints(w, g, floor);
}

/** One step; returns by how much the normal has turned. */
function improve(w: i32, g: i32, floor: f64): f64 {
  solve(g, floor);
  const free: i32 = freedom(g);
  const x: f64 = ld(g + AXIS);
  const y: f64 = ld(g + AXIS + 1);
  const z: f64 = ld(g + AXIS + 2);
  // The normal is across what is free …
  if (free === FREE_A_LINE || free === FREE_A_PLANE || free === FREE_CROSSED) snap(w, g, g + SIDE_A, true);
  if (free === FREE_B_LINE || free === FREE_B_PLANE || free === FREE_CROSSED) snap(w, g, g + SIDE_B, false);
  // … and turns by K times the gap across it.
  supportVertex(w, g + TRIAL, ld(g + AXIS), ld(g + AXIS + 1), ld(g + AXIS + 2));
  const e: i32 = g + ACROSS;
  const r1: f64 = -dotAt(e, g + TRIAL);
  const r2: f64 = -dotAt(e + 3, g + TRIAL);
  const k: i32 = g + TURN_MOVED;
  const a: f64 = ld(k) * r1 + ld(k + 1) * r2;
  const b: f64 = ld(k + 2) * r1 + ld(k + 3) * r2;
  setUnitAxis(
    w,
    g,
    ld(g + AXIS) + a * ld(e) + b * ld(e + 3),
    ld(g + AXIS + 1) + a * ld(e + 1) + b * ld(e + 4),
    ld(g + AXIS + 2) + a * ld(e + 2) + b * ld(e + 5),
  );
  return Math.abs(ld(g + AXIS) - x) + Math.abs(ld(g + AXIS + 1) - y) + Math.abs(ld(g + AXIS + 2) - z);
}

/** Takes the parts along a side's free vectors out of the normal; the vectors across it are left as they were for this step. */
function snap(w: i32, g: i32, side: i32, isA: bool): void {
  const count: i32 = ldi(2 * side + SIDE_FREE_COUNT_INT);
  for (let k: i32 = 0; k < count; k += 1) {
    const free: i32 = side + SIDE_FREE + 3 * k;
    const out: i32 = g + TRIAL;
    if (isA) for (let j: i32 = 0; j < 3; j += 1) st(out + j, ld(free + j));
    else rotate(w + ROTATION, ld(free), ld(free + 1), ld(free + 2), out);
    const share: f64 = dotAt(out, g + AXIS) / dotAt(out, out);
    for (let j: i32 = 0; j < 3; j += 1) st(g + AXIS + j, ld(g + AXIS + j) - share * ld(out + j));
  }
}

/** The points of both cores that face each other along the normal, and the whole shapes' from them. */
function takePoints(w: i32, g: i32, floor: f64): void {
  solve(g, floor);
  const free: i32 = freedom(g);
  const trial: i32 = g + TRIAL;
  const n: i32 = g + AXIS;
  supportVertex(w, trial, ld(n), ld(n + 1), ld(n + 2));
  // Difference a − b of two support points: their distance along the normal, and the gap across it.
  const cores: f64 = -dotAt(n, trial);
  const e: i32 = g + ACROSS;
  const r1: f64 = -dotAt(e, trial);
  const r2: f64 = -dotAt(e + 3, trial);
  let a: f64 = 0.0;
  let b: f64 = 0.0;
  if (free === FREE_A_LINE || free === FREE_A_PLANE) {
    a = r1;
    b = r2;
  } else if (free === FREE_CROSSED) {
    const s: i32 = g + SLIDE_MOVED;
    a = ld(s) * r1 + ld(s + 1) * r2;
    b = ld(s + 2) * r1 + ld(s + 3) * r2;
  }
  const radiusA: f64 = ld(ldi(2 * w + RECORD_A_INT) + RECORD_RADIUS);
  const distance: f64 = cores - ld(w + RADII);
  st(g + HEIGHT, distance);
  for (let k: i32 = 0; k < 3; k += 1) {
    const at: f64 = ld(trial + VERTEX_A + k) + a * ld(e + k) + b * ld(e + 3 + k) + radiusA * ld(n + k);
    st(g + AT_A + k, at);
    st(g + AT_B + k, at + distance * ld(n + k));
  }
  const t: i32 = w + TRANSLATION;
  rotateBack(w + ROTATION, ld(g + AT_B) - ld(t), ld(g + AT_B + 1) - ld(t + 1), ld(g + AT_B + 2) - ld(t + 2), g + OWN_B);
}
