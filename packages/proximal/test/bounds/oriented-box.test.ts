import { describe, expect, it } from 'vitest';
import { type OrientedBox, orientedBox } from '../../src/bounds/oriented-box.ts';
import { inverse, Rng, transformPoint, type Vec3 } from '../../src/math/index.ts';
import { cross, dot, length, scale, subtract } from '../../src/math/vec3.ts';
import { forAll } from '../for-all.ts';
import { kinds, largest, makeCloud, moved, seed, triples } from './clouds.ts';

const identity = [0, 0, 0, 1];

function volume({ halfExtents: [x, y, z] }: OrientedBox): number {
  return 8 * x * y * z;
}

function sorted(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}

/** How far the farthest point is outside, relative to the largest coordinate. */
function outside(points: Float64Array, box: OrientedBox): number {
  const back = inverse({ rotation: box.rotation });
  let greatest = 0;
  for (const point of triples(points)) {
    const local = transformPoint(back, subtract(point, box.center));
    for (let k = 0; k < 3; k++) greatest = Math.max(greatest, Math.abs(local[k]) - box.halfExtents[k]);
  }
  return greatest / (largest(points) || 1);
}

/**
 * The least volume of a box that has a face in the plane of a hull face and an edge along the projection of the segment between two points:
 * all triples of points, times all pairs.
 */
function bruteForce(points: readonly Vec3[]): number {
  let best = Infinity;
  const extent = (axis: Vec3): number => {
    const along = points.map((point) => dot(axis, point));
    return Math.max(...along) - Math.min(...along);
  };
  const unit = (v: Vec3): Vec3 => scale(v, 1 / length(v));
  for (const a of points) {
    for (const b of points) {
      for (const c of points) {
        const across = cross(subtract(b, a), subtract(c, a));
        if (!(length(across) > 1e-9)) continue;
        const normal = unit(across);
        const heights = points.map((point) => dot(normal, subtract(point, a)));
        if (Math.min(...heights) < -1e-12) continue;
        for (let i = 0; i < points.length; i++) {
          for (let j = 0; j < i; j++) {
            const edge = subtract(points[i], points[j]);
            const flat = subtract(edge, scale(normal, dot(normal, edge)));
            if (!(length(flat) > 1e-9)) continue;
            const side = unit(flat);
            best = Math.min(best, extent(normal) * extent(side) * extent(cross(normal, side)));
          }
        }
      }
    }
  }
  return best;
}

/** The corners of a box around the origin, and some points inside. */
function boxPoints(rng: Rng, half: readonly number[], inside: number): Float64Array {
  const out: number[] = [];
  for (let k = 0; k < inside; k++) out.push(...half.map((x) => x * rng.uniform(-1, 1)));
  for (let k = 0; k < 8; k++) out.push(...half.map((x, axis) => ((k >> axis) & 1 ? x : -x)));
  return Float64Array.from(out);
}

/** The six planes of a rotated box in the layout of `Hull.planes`. */
function boxPlanes(half: readonly number[], rotation: readonly number[]): Float64Array {
  return Float64Array.from(
    [0, 1, 2, 3, 4, 5].flatMap((k) => {
      const axis = [0, 0, 0];
      axis[k >> 1] = k & 1 ? 1 : -1;
      return [...transformPoint({ rotation }, axis), half[k >> 1]];
    }),
  );
}

describe('orientedBox', () => {
  it('recovers a tilted box from its corners and inner points, with and without its planes', () => {
    forAll({ seed, cases: 100 }, (rng, round) => {
      const size = 10 ** rng.uniform(-6, 6);
      const half = [1, 1, 1].map((x) => size * (round % 4 === 0 ? x : rng.uniform(0.1, 1)));
      const rotation = rng.rotation();
      const inside = round % 2 === 0 ? 0 : rng.index(300);
      const points = moved(boxPoints(rng, half, inside), rotation, 1, rng.direction().map((x) => x * size) as Vec3);
      const expected = 8 * half[0] * half[1] * half[2];
      for (const planes of [undefined, boxPlanes(half, rotation)]) {
        const box = orientedBox(points, planes);
        const message = JSON.stringify({ seed, round, inside, planes: planes !== undefined });
        expect(Math.abs(volume(box) / expected - 1), message).toBeLessThan(1e-12);
        sorted(half).forEach((x, k) => {
          expect(sorted(box.halfExtents)[k] / x, message).toBeCloseTo(1, 12);
        });
        expect(outside(points, box), message).toBeLessThan(2e-15);
      }
    });
  });

  it('is no larger than any box flush with a face of the hull, by brute force', () => {
    forAll({ seed: seed + 1, cases: 40 }, (rng, round) => {
      const points = makeCloud(rng, round % 2 === 0 ? 'normal' : 'sphere', 4 + rng.index(5));
      const box = orientedBox(points);
      const limit = bruteForce(triples(points));
      expect(volume(box), JSON.stringify({ seed, round })).toBeLessThanOrEqual(limit * (1 + 1e-12));
    });
  });

  it('contains every kind of cloud, at every scale and far away, and is no larger than the axis-aligned box', () => {
    const rng = new Rng(seed + 2);
    for (const kind of Object.keys(kinds)) {
      for (let round = 0; round < 12; round++) {
        const size = 10 ** rng.uniform(-6, 6);
        const shift = rng.direction().map((x) => x * size * [0, 1, 1e8][round % 3]) as Vec3;
        const points = moved(makeCloud(rng, kind, 1 + rng.index(100)), rng.rotation(), size, shift);
        const box = orientedBox(points);
        const message = JSON.stringify({ seed, kind, round });
        expect(outside(points, box), message).toBeLessThan(2e-15);
        const sides = [0, 1, 2].map((axis) => {
          const along = triples(points).map((point) => point[axis]);
          return Math.max(...along) - Math.min(...along) + 4e-15 * largest(points);
        });
        expect(volume(box), message).toBeLessThanOrEqual(sides[0] * sides[1] * sides[2] * (1 + 1e-12));
      }
    }
  });

  it('minimizes the area of flat clouds and the length of lines', () => {
    forAll({ seed: seed + 3, cases: 30 }, (rng, round) => {
      const half = [rng.uniform(0.5, 1), rng.uniform(0.1, 0.4), 0];
      const flat = orientedBox(moved(boxPoints(rng, half, 50), rng.rotation(), 1, [0, 0, 0]));
      sorted(flat.halfExtents).forEach((x, k) => {
        expect(Math.abs(x - sorted(half)[k]), JSON.stringify({ seed, round })).toBeLessThan(2e-15);
      });
      const line = orientedBox(moved(boxPoints(rng, [1, 0, 0], 9), rng.rotation(), 1, [0, 0, 0]));
      const [none, little, greatest] = sorted(line.halfExtents);
      expect(none + little + Math.abs(greatest - 1), JSON.stringify({ seed, round })).toBeLessThan(2e-15);
    });
    expect(orientedBox(Float64Array.of(1, 2, 3, 1, 2, 3))).toEqual({
      center: [1, 2, 3],
      rotation: identity,
      halfExtents: [0, 0, 0],
    });
  });

  it('scales with the cloud, and is exact for axis-aligned boxes', () => {
    const rng = new Rng(seed + 4);
    for (let round = 0; round < 30; round++) {
      const points = makeCloud(rng, 'normal', 5 + rng.index(20));
      const size = 10 ** rng.uniform(-6, 6);
      const grown = orientedBox(moved(points, identity, size, [0, 0, 0]));
      expect(volume(grown) / volume(orientedBox(points)) / size ** 3).toBeCloseTo(1, 10);
    }
    const box = orientedBox(boxPoints(rng, [1, 2, 3], 100));
    expect(box).toEqual({ center: [0, 0, 0], rotation: identity, halfExtents: [1, 2, 3] });
  });

  it('neither over- nor underflows, and takes many points and planes', () => {
    expect(orientedBox(Float64Array.of(1e307, 0, 0, -1e307, 0, 0)).halfExtents).toEqual([1e307, 0, 0]);
    expect(orientedBox(Float64Array.of(3e-310, 0, 0, -3e-310, 0, 0)).halfExtents).toEqual([3e-310, 0, 0]);
    const sphere = makeCloud(new Rng(seed), 'sphere', 5_000);
    const planes = Float64Array.from(triples(sphere).flatMap((point) => [...point, 1]));
    expect(volume(orientedBox(sphere, planes))).toBeLessThan(8);
  });

  it('refuses invalid clouds and planes', () => {
    const cube = boxPoints(new Rng(1), [1, 1, 1], 0);
    expect(() => orientedBox(new Float64Array(0))).toThrow(TypeError);
    expect(() => orientedBox(cube, new Float64Array(3))).toThrow('orientedBox: planes is Float64Array [0, 0, 0]');
    expect(() => orientedBox(cube, new Float64Array(4))).toThrow(RangeError);
  });
});
