// For simulators whose bodies have their mass at the origin and one moment for each axis.
import type { Shape } from 'proximal';
import { compose, fromAxisAngle, type Pose } from 'proximal/math';
import { rotate } from './engine.ts';

export interface Principal {
  /** Center of mass and principal axes, in the body's frame. */
  readonly frame: Pose;
  /** About these axes for unit density, in m⁵. */
  readonly moments: readonly [number, number, number];
}

const axes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

/** Jacobi's rotations, about one axis after the other; none for a box, whose axes stay its own. */
export function principal(shape: Shape): Principal {
  const { centerOfMass, inertia } = shape.massProperties();
  let frame = fromAxisAngle(axes[0], 0, centerOfMass);
  // Convergence is quadratic: five or six rounds do.
  for (let k = 0; k < 3 * 8; k++) {
    const [p, q] = [(k + 1) % 3, (k + 2) % 3];
    const turned = inFrame(inertia, frame);
    const off = turned[3 * p + q];
    if (off === 0) continue;
    const angle = Math.atan((2 * off) / (turned[4 * p] - turned[4 * q])) / 2;
    frame = compose(frame, fromAxisAngle(axes[k % 3], angle));
  }
  const turned = inFrame(inertia, frame);
  return { frame, moments: [turned[0], turned[4], turned[8]] };
}

/** A symmetric matrix, nine numbers, in the axes of a frame. */
function inFrame(matrix: readonly number[], frame: Pose): number[] {
  const turned = axes.map((axis) => {
    const out = new Float64Array(3);
    rotate(frame, axis, out);
    return out;
  });
  const row = (i: number, [x, y, z]: Float64Array): number =>
    matrix[3 * i] * x + matrix[3 * i + 1] * y + matrix[3 * i + 2] * z;
  return turned.flatMap((a) => turned.map((b) => a[0] * row(0, b) + a[1] * row(1, b) + a[2] * row(2, b)));
}
