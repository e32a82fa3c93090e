// The column of a height field nearest to a convex shape: columns are tested in the order of their boxes' distances, until no
// other can be nearer.

import { squaredGap } from '../../broad/broad-phase.ts';
import { SlotList } from '../../broad/slot-list.ts';
import { compose, inverse } from '../../math/pose.ts';
import { collide, distance } from '../../proximity/distance.ts';
import type { Shape } from '../../shapes/shape.ts';
import { boundsAt } from '../bounds-at.ts';
import type { HeightField } from './height-field.ts';

/**
 * The index of the column nearest to a bounded shape within `upTo`, or, with `isBoolean`, of any column within `upTo`; −1 if there is none.
 */
export function nearestColumn(
  field: HeightField,
  fieldPose: Float64Array,
  shape: Shape,
  pose: Float64Array,
  upTo: number,
  isBoolean: boolean,
): number {
  const box = new Float64Array(6);
  const column = new Float64Array(6);
  boundsAt(shape, compose(inverse(fieldPose), pose), box);
  let best = -1;
  let least = upTo;
  // The range of the search grows until the nearest column found is within it: all other columns are farther away.
  for (let range = isBoolean ? upTo : Math.min(upTo, field.spacing); ; range = Math.min(upTo, 4 * range)) {
    const near = new SlotList();
    field.collect(box, range, near);
    const candidates = [...near.slots.subarray(0, near.count)].map((part) => {
      field.boxOf(part, column);
      return { part, gap: Math.sqrt(squaredGap(column, 0, box, 0)) };
    });
    for (const { part, gap } of candidates.sort((p, q) => p.gap - q.gap || p.part - q.part)) {
      if (gap > least) break;
      if (isBoolean) {
        if (collide(field.part(part), fieldPose, shape, pose, { margin: upTo })) return part;
        continue;
      }
      const partDistance = distance(field.part(part), fieldPose, shape, pose).distance;
      if (!(partDistance <= least)) continue;
      best = part;
      least = partDistance;
      if (partDistance === 0) return part;
    }
    if ((best >= 0 && least <= range) || !(range < upTo) || near.count === field.partCount) return best;
  }
}
