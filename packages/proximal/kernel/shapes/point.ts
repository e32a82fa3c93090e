import { st } from '../port/memory.ts';

/** The origin, whatever the direction: the core of a sphere. */
export function supportPoint(out: i32): void {
  st(out, 0.0);
  st(out + 1, 0.0);
  st(out + 2, 0.0);
}

/** A corner: nothing bends and nothing is free. */
export function fillPointSide(): void {}
