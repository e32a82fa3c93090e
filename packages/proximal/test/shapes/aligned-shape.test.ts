// Closed forms of shapes along the coordinate axes, beside the computation for shapes of any kind.
import { describe, expect, it } from 'vitest';
import { exactHessian } from '../../src/engine/hessian.ts';
import { activeEngine } from '../../src/engine/target.ts';
import { box, capsule, point, segment, sphere } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';
import { orientedBoxOf } from '../../src/shapes/bounds.ts';

const shapes = {
  box: box(1, 2, 3),
  sheet: box(1, 2, 0),
  needle: box(0, 0.1, 0),
  'point-like box': box(0, 0, 0),
  point: point(),
  sphere: sphere(0.3),
  segment: segment(2),
  'point-like segment': segment(0),
  capsule: capsule(0.1, 0.7),
  'small capsule': capsule(1e-9, 1e-7),
};

const rng = new Rng(1);
const directions = [
  ...Array.from({ length: 20 }, () => [rng.next() - 0.5, rng.next() - 0.5, rng.next() - 0.5] as const),
  ...[1e-11, 1e-12, 1e-13, 0].flatMap((small) => [
    [1, small, small] as const,
    [small, -1, 0.5] as const,
    [0.5, 0.5, -small] as const,
  ]),
].map((d) => d.map((x) => x / Math.hypot(...d)) as [number, number, number]);

describe.each(Object.entries(shapes))('%s', (_name, shape) => {
  it('has the Hessian of the kernel', () => {
    for (const direction of directions) {
      const { exists, hessian } = shape.supportHessian(direction);
      const expected = exactHessian(activeEngine(), shape.record, direction);
      expect(exists, String(direction)).toBe(expected !== null);
      const size = Math.hypot(...direction);
      hessian.forEach((x, k) => {
        if (expected) expect(Math.abs(x - expected[k] / size)).toBeLessThanOrEqual(1e-15 * shape.radius);
      });
    }
  });

  it('has the oriented box that is fitted to its corners', () => {
    expect(shape.orientedBoundingBox()).toEqual(orientedBoxOf(shape));
  });
});
