// A measure of robots that fall on a floor.
import { inverse, transformPoint } from '../../src/math/index.ts';
import type { Body } from '../../src/scene/index.ts';

/** The height of the lowest point of bodies; for compounds and meshes, of the boxes around them. */
export function lowestOf(bodies: readonly Body[]): number {
  return Math.min(
    ...bodies.map(({ volume, current }) => {
      const down = transformPoint(inverse({ rotation: current.subarray(3) }), [0, 0, -1]);
      return transformPoint(current, volume.bounds.support(down))[2];
    }),
  );
}
