// Bounding spheres and boxes of shapes.
import { minimalBall } from '../bounds/minimal-ball.ts';
import { type OrientedBox, orientedBox } from '../bounds/oriented-box.ts';
import type { Hull } from '../hull/hull.ts';
import type { PolytopeFaces } from '../mass/rounded.ts';
import { transformPoint } from '../math/pose.ts';
import { dot, type Vec3 } from '../math/vec3.ts';
import { type Ball, type Shape, supportBatch } from './shape.ts';

export type { OrientedBox };

export function smallestBallOf({ vertices }: PolytopeFaces, radius: number): Ball {
  const ball = minimalBall(vertices);
  return { center: ball.center, radius: ball.radius + radius };
}

/** A box around a shape of any kind, oriented by its corners or by support points, unless the axis-aligned box is smaller. */
export function orientedBoxOf(shape: Shape): OrientedBox {
  const polytope = shape.corePolytope();
  const points = polytope ? polytope.vertices : supportBatch(shape, directions());
  // The face planes of a hull are the best candidates for the box's sides.
  const fitted = measuredBox(shape, orientedBox(points, (polytope as Partial<Hull> | null)?.planes).rotation);
  const aligned = measuredBox(shape, [0, 0, 0, 1]);
  return boxSize(fitted) < boxSize(aligned) * (1 - 1e-12) ? fitted : aligned;
}

/** The size by which two boxes of one shape are compared: the volume; for a flat box the area, for a needle the length. */
function boxSize({ halfExtents: [x, y, z] }: OrientedBox): number {
  return x * y * z > 0 ? x * y * z : x * y + y * z + z * x || x + y + z;
}

/** The box around the shape in the orientation of `rotation`, by support calls. */
function measuredBox(shape: Shape, rotation: OrientedBox['rotation']): OrientedBox {
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((axis) => transformPoint({ rotation }, axis));
  const extents = axes.map((axis) => {
    const coordinateToward = (sign: number): number => dot(axis, shape.support(axis.map((x) => sign * x)));
    const [greatest, least] = [coordinateToward(1), coordinateToward(-1)];
    return { middle: (greatest + least) / 2, half: (greatest - least) / 2 };
  });
  const center: Vec3 = [0, 0, 0];
  extents.forEach(({ middle }, k) => {
    for (let n = 0; n < 3; n++) center[n] += middle * axes[k][n];
  });
  return { center, rotation, halfExtents: [extents[0].half, extents[1].half, extents[2].half] };
}

/** Directions spread over the sphere: the points of a cubic grid on the surface of a cube. */
function directions(): Float64Array {
  const steps = 4;
  const out: number[] = [];
  for (let x = -steps; x <= steps; x++) {
    for (let y = -steps; y <= steps; y++) {
      for (let z = -steps; z <= steps; z++) {
        if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) === steps) out.push(x, y, z);
      }
    }
  }
  return Float64Array.from(out);
}
