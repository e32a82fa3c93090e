// Found by `npm run fuzz -- distance --seed 7`: flat, thin and long bodies, whose Minkowski difference has sliver simplices. The
// result of each row was unknown, stalled or of the wrong status, or had no normal or an invalid certificate.
import { describe, expect, it } from 'vitest';
import {
  box,
  certify,
  convex,
  custom,
  distance,
  point,
  type Shape,
  type Status,
  segment,
  sphere,
} from '../../src/index.ts';

const ellipsoid = (x: number, y: number, z: number): Shape =>
  custom({
    support(dx, dy, dz, out) {
      const length = Math.sqrt(x * x * dx * dx + y * y * dy * dy + z * z * dz * dz) || 1;
      out.set([(x * x * dx) / length, (y * y * dy) / length, (z * z * dz) / length]);
    },
  });

type Row = [a: Shape, b: Shape, poseB: number[], status: Status];
const rows: Record<string, Row[]> = {
  'the barycentric weights of a thin tetrahedron did not combine to the origin': [
    [segment(1), box(0, 0.0001, 1), [0, 0, 0, 1, 0, 1, -0.3], 'overlapping'],
    [box(0, 1, 0.000001), segment(1), [0, 0, 0, 0, 1, 1, 1], 'overlapping'],
    [box(0, 0, 0.01), box(0.01, 1, 0), [0, 0, 0, 0, 1, 1, 1], 'overlapping'],
    [point(), box(0.000001, 0.000001, 1), [0, 0, 0, 0, 1, 1, 0.21451801155756367], 'overlapping'],
  ],
  'the direction of a short nearest point x was off by the rounding of x': [
    [segment(3e-8), segment(1), [0, -4e-9, 0, 0, 1, 1, 1], 'separated'],
    [segment(0), box(1, 0, 0.0002), [0, 0, -1e-8, 0, 1, 1, 1], 'separated'],
    [segment(1), segment(0.0005), [0, 0.00005, 0, 0, 1, 1, 1], 'separated'],
    [point(), box(1, 1, 1.9075357415913228), [0, 0, 1.9075357479265966, 1, 0, 1, -0.000003444], 'separated'],
  ],
  'progress below the rounding of |x|² counted as no progress': [
    [box(1.451, 0, 0.6), sphere(3e-9), [1.451, 0, -0.601, 0, 1, 1, 1], 'separated'],
  ],
  'a tie between two faces was decided for the older one': [
    [box(0, 0, 9e-11), box(1, 0, 1), [0, 0, 0, 0, 1, 1, 0.4], 'overlapping'],
  ],
  'an undecided contact was reported as touching': [
    [point(), box(1, 0.001, 1), [0, 0, 0, 0, 1, -0.7, 0], 'overlapping'],
    [point(), box(0.01, 1, 0.01), [0, 0, 0, 0, 1, 1, 0.6], 'overlapping'],
    [point(), box(0.0003, 1, 1), [0, 0, 0, 0, 1, 0, -0.5], 'overlapping'],
    [segment(0), box(1, 0.001, 1), [0, 0, 0, 0, 0, 1, -0.3], 'overlapping'],
  ],
  'a flat contact had no normal': [
    [segment(1), segment(0.0001), [0, 0, 0, 1, 0, 0, 0.3], 'touching'],
    [box(1, 0.001, 0), point(), [0, 0, 0, 0, 0, 1, 0.3], 'touching'],
  ],
  'weights slightly outside the simplex did not prove the bound': [
    [
      ellipsoid(0, 0.26811305, 0.15042937180366492),
      box(0.8, 0.11670967, 0.5792402281886959),
      [0, 0.14476027339696884, 0.7288440465927124, 0, -6e-11, 0, 1],
      'overlapping',
    ],
    [
      convex([0, 0.14268791, -0.10713617220583636, 0, -1.9250589999999999, 1.4454164729468921]),
      convex([
        -2, -1.9512297305727861, 1.4650665879714133, 0, 0.9, -0.66, 2.6, 2.703543465136638, -2.0299358559802863, 0, 0,
        -0.7,
      ]),
      [0, 0, 0, 0, 0, 0, 1],
      'overlapping',
    ],
  ],
};

describe.each(Object.entries(rows))('%s', (_cause, cases) => {
  it.each(cases.map((row, k) => [k + 1, ...row] as const))('case %i', (_number, a, b, poseB, status) => {
    for (const [first, poseFirst, second, poseSecond] of [[a, {}, b, poseB] as const, [b, poseB, a, {}] as const]) {
      const result = distance(first, poseFirst, second, poseSecond);
      expect(result).toMatchObject({ status, termination: 'converged' });
      expect(certify(first, poseFirst, second, poseSecond, result).valid).toBe(true);
      if (status !== 'overlapping') expect(Math.hypot(...result.normal)).toBeCloseTo(1, 9);
    }
  });
});
