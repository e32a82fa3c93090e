import { RECORD_COUNT_INT, RECORD_DATA } from '../layout.ts';
import { ld, ldi, st, toFloat, toInt } from '../port/memory.ts';

/**
 * The hull of a list of points. Small lists are scanned. For larger ones a map tells, for each cell of the directions,
 * the few vertices that can be farthest along one of them, and only those are scanned: the cost does not grow with the
 * hull, no search can get stuck, and no start from an earlier answer is needed. Ties go to the lowest index, since the
 * vertices of a cell stand in their order.
 *
 * Data: one number with two integers, the map's cells per edge of the cube (0: no map) and nothing; then without a map
 * x y z of each point; with one, for each of the 6 · cells² cells and one more the index of its first candidate (integers),
 * then x y z of all candidates, cell by cell.
 */
export function supportConvex(record: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  const cells: i32 = ldi(2 * (record + RECORD_DATA));
  const first: i32 = record + RECORD_DATA + 1;
  if (cells === 0) {
    scan(first, first + 3 * ldi(2 * record + RECORD_COUNT_INT), dx, dy, dz, out);
    return;
  }
  const starts: i32 = 2 * first + cellOf(cells, dx, dy, dz);
  // 6 · cells² + 1 integers, rounded up to whole numbers.
  const candidates: i32 = first + 3 * cells * cells + 1;
  scan(candidates + 3 * ldi(starts), candidates + 3 * ldi(starts + 1), dx, dy, dz, out);
}

function scan(first: i32, end: i32, dx: f64, dy: f64, dz: f64, out: i32): void {
  let farthest: i32 = first;
  let most: f64 = dx * ld(first) + dy * ld(first + 1) + dz * ld(first + 2);
  for (let at: i32 = first + 3; at < end; at += 3) {
    const reach: f64 = dx * ld(at) + dy * ld(at + 1) + dz * ld(at + 2);
    if (reach > most) {
      most = reach;
      farthest = at;
    }
  }
  st(out, ld(farthest));
  st(out + 1, ld(farthest + 1));
  st(out + 2, ld(farthest + 2));
}

/**
 * The cell of a direction: the face of the cube around the origin that it leaves through, and the square on that face.
 * Face 2k is towards +, 2k + 1 towards − along axis k; the square is counted along the two next axes.
 */
function cellOf(cells: i32, dx: f64, dy: f64, dz: f64): i32 {
  const ax: f64 = Math.abs(dx);
  const ay: f64 = Math.abs(dy);
  const az: f64 = Math.abs(dz);
  let face: i32 = 4;
  let main: f64 = dz;
  let largest: f64 = az;
  let u: f64 = dx;
  let v: f64 = dy;
  if (ax >= ay && ax >= az) {
    face = 0;
    main = dx;
    largest = ax;
    u = dy;
    v = dz;
  } else if (ay >= az) {
    face = 2;
    main = dy;
    largest = ay;
    u = dz;
    v = dx;
  }
  if (main < 0.0) face += 1;
  const scale: f64 = (0.5 * toFloat(cells)) / largest;
  const half: f64 = 0.5 * toFloat(cells);
  return (face * cells + square(cells, v * scale + half)) * cells + square(cells, u * scale + half);
}

/** The whole part of `x`, kept inside the face: also for the far edge, and for a direction of zeros or NaN. */
function square(cells: i32, x: f64): i32 {
  if (!(x >= 0.0)) return 0;
  if (!(x < toFloat(cells))) return cells - 1;
  return toInt(x);
}
