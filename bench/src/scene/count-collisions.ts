// How many pairs of a crowd collide, one by one and without a scene: what all contenders are held against.
import { collide } from 'proximal';
import type { Crowd } from './crowd.ts';

/** The pairs of bodies in neighboring cells of a grid, each cell as wide as the largest body. */
export function countCollisions(crowd: Crowd, frame: readonly Float64Array[]): number {
  const shapes = [...crowd.kinds].map((kind) => crowd.models[kind].shape);
  const width = 2 * Math.max(...shapes.map(({ boundingRadius, center }) => boundingRadius + Math.hypot(...center)));
  const cells = new Map<string, number[]>();
  const cellOf = (pose: Float64Array): number[] => [0, 1, 2].map((axis) => Math.floor(pose[axis] / width));
  for (const [k, pose] of frame.entries()) {
    const key = cellOf(pose).join();
    const cell = cells.get(key);
    if (cell) cell.push(k);
    else cells.set(key, [k]);
  }
  let count = 0;
  for (const [a, pose] of frame.entries()) {
    const [x, y, z] = cellOf(pose);
    for (let at = 0; at < 27; at++) {
      const key = [x + (at % 3) - 1, y + (Math.floor(at / 3) % 3) - 1, z + Math.floor(at / 9) - 1].join();
      for (const b of cells.get(key) ?? []) if (b > a && collide(shapes[a], pose, shapes[b], frame[b])) count++;
    }
  }
  return count;
}
