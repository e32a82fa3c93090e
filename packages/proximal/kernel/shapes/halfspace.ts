import { setFree } from '../derivatives/side.ts';
import { supportPoint } from './point.ts';

/** The origin for every direction: a half-space has support points only along +z. `solveHalfspace` replaces the search by a projection. */
export function supportHalfspace(out: i32): void {
  supportPoint(out);
}

/** All points of the boundary plane are farthest, so both tangential directions are free. */
export function fillHalfspaceSide(side: i32): void {
  setFree(side, 0, 1.0, 0.0, 0.0);
  setFree(side, 1, 0.0, 1.0, 0.0);
}
