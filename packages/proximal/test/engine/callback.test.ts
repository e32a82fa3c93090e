// Custom support functions may grow the memory, throw, run queries, and return invalid points.
import { describe, expect, it } from 'vitest';
import { activeEngine } from '../../src/engine/target.ts';
import {
  box,
  type CustomShape,
  certify,
  convex,
  custom,
  distance,
  Pair,
  rounded,
  type Shape,
  sphere,
} from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';

const far = { position: [3, 0, 0] };
type Support = CustomShape['support'];

const unitBall: Support = (dx, dy, dz, out) => {
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1;
  out[0] = dx / length;
  out[1] = dy / length;
  out[2] = dz / length;
};

function cloud(count: number, seed: number): Shape {
  const rng = new Rng(seed);
  return convex(Array.from({ length: count }, () => rng.direction()));
}

describe('a custom support function', () => {
  // This test must be the first of the file, while the memory has its initial size.
  it('may make the memory grow during the query', () => {
    let calls = 0;
    let growths = 0;
    const growing = custom({
      support(dx, dy, dz, out) {
        const before = activeEngine().f64;
        if (calls < 16) distance(cloud(2000, calls++), {}, sphere(1), far);
        if (activeEngine().f64 !== before) growths++;
        unitBall(dx, dy, dz, out);
      },
    });
    const hull = cloud(100, 7);
    const result = distance(growing, {}, hull, far);
    expect(growths).toBeGreaterThan(1);
    expect(certify(growing, {}, hull, far, result).valid).toBe(true);
    expect(result.distance).toBeCloseTo(distance(sphere(1), {}, hull, far).distance, 8);
  });

  it('may throw: the query throws the same error, and the next query is right', () => {
    const error = new Error('support failed');
    let isBroken = false;
    const failing = custom({
      support(dx, dy, dz, out) {
        if (isBroken) throw error;
        unitBall(dx, dy, dz, out);
      },
    });
    const pair = new Pair(failing, box(1, 1, 1));
    for (let k = 0; k < 100; k++) {
      isBroken = true;
      const runQuery = (): unknown => (k % 2 === 0 ? distance(failing, {}, box(1, 1, 1), far) : pair.distance({}, far));
      let caught: unknown;
      try {
        runQuery();
      } catch (thrown) {
        caught = thrown;
      }
      expect(caught).toBe(error);
      isBroken = false;
      expect(distance(failing, {}, box(1, 1, 1), far).distance).toBeCloseTo(1, 12);
      expect(pair.distance({}, far).distance).toBeCloseTo(1, 12);
    }
  });

  it('may throw at its first call, when the bounds are measured', () => {
    let isBroken = true;
    const failingFirst = custom({
      support(dx, dy, dz, out) {
        if (isBroken) throw new RangeError('first call failed');
        unitBall(dx, dy, dz, out);
      },
    });
    expect(() => distance(failingFirst, {}, sphere(1), far)).toThrow('first call failed');
    isBroken = false;
    expect(distance(failingFirst, {}, sphere(1), far).distance).toBeCloseTo(1, 12);
  });

  it('may run queries itself, each nesting level in a workspace of its own', () => {
    const nested = (depth: number): Shape =>
      custom({
        support(dx, dy, dz, out) {
          unitBall(dx, dy, dz, out);
          if (depth > 0)
            expect(distance(nested(depth - 1), {}, rounded(box(1, 1, 1), 0.5), far).distance).toBeCloseTo(0.5, 9);
        },
        center: [0, 0, 0],
        inradius: 1,
        boundingBox: { min: [-1, -1, -1], max: [1, 1, 1] },
      });
    const result = distance(nested(4), {}, rounded(box(1, 1, 1), 0.5), far);
    expect(result.distance).toBeCloseTo(0.5, 9);
  });

  it('that recurses without end causes a clear error', () => {
    const recursive: Shape = custom({
      support: () => void distance(recursive, {}, sphere(1), far),
      center: [0, 0, 0],
      inradius: 1,
      boundingBox: { min: [-1, -1, -1], max: [1, 1, 1] },
    });
    expect(() => distance(recursive, {}, sphere(1), far)).toThrow(/nested 64 deep/);
    expect(distance(box(1, 1, 1), {}, sphere(1), far).distance).toBe(1);
  });

  const invalidSupports: Record<string, Support> = {
    NaN: (_x, _y, _z, out) => out.fill(Number.NaN),
    infinity: (_x, _y, _z, out) => out.fill(Number.POSITIVE_INFINITY),
    nothing: () => {},
    'the nearest point': (dx, dy, dz, out) => unitBall(-dx, -dy, -dz, out),
    'random points': (
      (rng) => (_x: number, _y: number, _z: number, out: Float64Array) =>
        out.set(rng.direction())
    )(new Rng(5)),
    'NaN later on': (
      (calls) => (dx: number, dy: number, dz: number, out: Float64Array) =>
        ++calls > 8 ? out.fill(Number.NaN) : unitBall(dx, dy, dz, out)
    )(0),
    'growing points': ((calls) => (dx: number, dy: number, dz: number, out: Float64Array) => {
      unitBall(dx, dy, dz, out);
      out[1] += 0.1 * ++calls;
    })(0),
  };
  it.each(Object.entries(invalidSupports))(
    "that returns %s: the query ends within maxIterations, and an unknown status comes with 'stalled'",
    (_name, support) => {
      const shape = custom({ support });
      for (const position of [
        [3, 0, 0],
        [0, 0, 0],
        [1e8, 1e8, 0],
        [0.5, 0.1, 0],
      ]) {
        for (const other of [sphere(1), box(1, 1, 1), cloud(30, 1)]) {
          const result = distance(shape, {}, other, { position });
          expect(result.iterations).toBeLessThanOrEqual(256);
          if (result.status === 'unknown') expect(result.termination).toBe('stalled');
        }
      }
      const result = distance(shape, {}, box(1, 1, 1), far);
      expect(result.termination).toBe('stalled');
      expect(result.converged).toBe(false);
    },
  );

  it('that returns only NaN gives no distance and the widest bounds', () => {
    const result = distance(custom({ support: (_x, _y, _z, out) => void out.fill(Number.NaN) }), {}, box(1, 1, 1), far);
    expect(result).toMatchObject({ distance: Number.NaN, lower: 0, upper: Infinity, status: 'unknown' });
  });
});
