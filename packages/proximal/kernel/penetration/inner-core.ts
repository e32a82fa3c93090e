// An ellipsoid is a smaller convex body with a ball swept over it: by Blaschke's theorem a ball of the least radius of curvature,
// c²/a for the shortest semi-axis c and the longest a, rolls freely inside, and the set of its centers is that smaller body. As a
// swept radius, the ball does not take part in the iterations. A shallow overlap is then a distance of cores, which GJK finds and
// proves. In a deep overlap, fewer directions have nearly the least depth; such directions make EPA add many corners.

import * as InnerRecord from '../blocks/inner-record.ts';
import * as Query from '../blocks/query.ts';
import * as ShapeBlock from '../blocks/shape-block.ts';
import { ld, st } from '../port/memory.ts';
import { KIND_ELLIPSOID, KIND_INNER_ELLIPSOID } from '../shapes/kinds.ts';

/** Replaces records of ellipsoids by the records of their inner cores, for the query in progress. */
export function useInnerCores(w: i32): void {
  const a: i32 = Query.recordA(w);
  const b: i32 = Query.recordB(w);
  Query.setRecordA(w, innerCore(a, Query.innerA(w)));
  Query.setRecordB(w, innerCore(b, Query.innerB(w)));
  Query.setInner(w, Query.recordA(w) !== a || Query.recordB(w) !== b ? 1 : 0);
}

/** The record to use in the place of `record`: at `inner` for an ellipsoid, otherwise the same. */
function innerCore(record: i32, inner: i32): i32 {
  if (ShapeBlock.kind(record) !== KIND_ELLIPSOID) return record;
  for (let k: i32 = 0; k < InnerRecord.BALL; k += 1) st(inner + k, ld(record + k));
  const x: f64 = ShapeBlock.data(record, 0);
  const y: f64 = ShapeBlock.data(record, 1);
  const z: f64 = ShapeBlock.data(record, 2);
  const shortest: f64 = Math.min(x, Math.min(y, z));
  const ball: f64 = shortest * (shortest / Math.max(x, Math.max(y, z)));
  ShapeBlock.setKind(inner, KIND_INNER_ELLIPSOID);
  ShapeBlock.setRadius(inner, ShapeBlock.radius(record) + ball);
  InnerRecord.setBall(inner, ball);
  return inner;
}
