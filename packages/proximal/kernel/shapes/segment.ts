import * as ShapeBlock from '../blocks/shape-block.ts';
import { freeAxis } from '../derivatives/side.ts';
import * as Conic from '../growth/blocks/conic.ts';
import * as ConicRow from '../growth/blocks/conic-row.ts';
import { addPlane, centerOf, recordOf, setAlpha } from '../growth/conic-rows.ts';
import { ld, st } from '../port/memory.ts';
import { withSign } from '../port/scan.ts';

/**
 * The point of `onSegment` is at most this fraction of the half length from the segment's middle, unless the ball around it might then not
 * contain the center.
 */
const WITHIN: f64 = 0.9;

/** The segment from −h to +h along z: the core of a capsule. Data: h. */
export function supportSegment(record: i32, dz: f64, out: i32): void {
  const halfLength: f64 = ShapeBlock.data(record, 0);
  st(out, 0.0);
  st(out + 1, 0.0);
  st(out + 2, withSign(halfLength, dz + 0.0));
}

/** Adds the segment's axis to the free vectors of the side if it is perpendicular to the direction. */
export function fillSegmentSide(record: i32, side: i32): void {
  freeAxis(side, 2, ShapeBlock.data(record, 0));
}

/** The ends of the segment bound its one variable γ. */
export function writeSegmentPlanes(w: i32, work: i32, body: i32): void {
  const halfLength: f64 = ShapeBlock.data(recordOf(w, body), 0);
  const column: i32 = Conic.coreColumn(work, body);
  for (let side: i32 = 0; side < 2; side += 1) {
    const row: i32 = addPlane(work);
    ConicRow.setCoefficients(row, column, side === 0 ? -1.0 : 1.0);
    setAlpha(row, halfLength);
  }
}

/**
 * The height z of a point inside the segment, near the center about which the body grows: the swept ball around the point contains
 * that center.
 */
export function onSegment(w: i32, g: i32, body: i32): f64 {
  const record: i32 = recordOf(w, body);
  const halfLength: f64 = ShapeBlock.data(record, 0);
  const c: i32 = centerOf(g, body);
  const x: f64 = ld(c);
  const y: f64 = ld(c + 1);
  const z: f64 = ld(c + 2);
  const beyond: f64 = Math.max(0.0, Math.abs(z) - halfLength);
  const spare: f64 = ShapeBlock.radius(record) - Math.sqrt(x * x + y * y + beyond * beyond);
  const limit: f64 = Math.max(WITHIN * halfLength, halfLength - 0.5 * spare);
  return Math.max(-limit, Math.min(limit, z));
}
