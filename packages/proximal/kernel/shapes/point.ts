import { st } from '../port/memory.ts';

/** The origin for every direction: the core of a sphere. */
export function supportPoint(out: i32): void {
  st(out, 0.0);
  st(out + 1, 0.0);
  st(out + 2, 0.0);
}

/** A corner: zero Hessian, no free vectors. */
export function fillPointSide(): void {}
