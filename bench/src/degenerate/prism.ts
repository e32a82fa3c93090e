// Closed forms of the degenerate cases. Two prisms with a common axis are as deep in each other as their Minkowski difference says,
// whose faces are across that axis and along the sides of either base: no search is needed.
import { cos, sin, type Vec3 } from 'proximal/math';

/** Half extents, and how far it is turned about z, in radians. */
export interface TurnedBox {
  readonly half: Readonly<Vec3>;
  readonly angle: number;
}

/**
 * The signed distance of two boxes that are turned about z only, with B's center at `offset` from A's. Apart, it is known if
 * their gap is along one direction only: NaN where a corner of the base would be nearest.
 */
export function prismDistance(a: TurnedBox, b: TurnedBox, [x, y, z]: Readonly<Vec3>): number {
  const gaps = [a.angle, a.angle + Math.PI / 2, b.angle, b.angle + Math.PI / 2].map((angle) => {
    const [c, s] = [cos(angle), sin(angle)];
    return Math.abs(c * x + s * y) - reach(a, angle) - reach(b, angle);
  });
  const above = Math.abs(z) - a.half[2] - b.half[2];
  const beside = Math.max(...gaps);
  if (above <= 0 && beside <= 0) return Math.max(above, beside);
  if (beside <= 0) return above;
  // Beside each other: with parallel sides the base is a box again, and otherwise the nearest features are not looked for.
  const isParallel = Math.abs(sin(2 * (a.angle - b.angle))) < 1e-12;
  if (!isParallel) return Number.NaN;
  return Math.hypot(...[gaps[0], gaps[1], above].map((gap) => Math.max(0, gap)));
}

/** How far a base reaches along a direction in the plane. */
function reach({ half, angle }: TurnedBox, along: number): number {
  return Math.abs(cos(along - angle)) * half[0] + Math.abs(sin(along - angle)) * half[1];
}

/** A ball and a box at the origin. */
export function ballDistance(half: Readonly<Vec3>, radius: number, center: Readonly<Vec3>): number {
  const gaps = center.map((x, k) => Math.abs(x) - half[k]);
  const most = Math.max(...gaps);
  return (most > 0 ? Math.hypot(...gaps.map((gap) => Math.max(0, gap))) : most) - radius;
}
