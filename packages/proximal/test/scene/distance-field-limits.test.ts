// Distance fields of unusual bodies and options: scales, degenerate meshes, memory, cancellation, damaged bytes; and proofs for shapes.
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  convex,
  custom,
  distance,
  halfspace,
  point,
  setTarget,
  sphere,
  target,
} from '../../src/index.ts';
import { fromEuler, type Vec3 } from '../../src/math/index.ts';
import { compound, DistanceField, distanceField, heightField, triangleMesh } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';
import { toTriangles, trianglesOf } from './exact-distance.ts';

const cubeFaces = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];

/** A cube as a closed mesh. */
function boxMesh(half: number, [x, y, z]: Vec3 = [0, 0, 0]): ReturnType<typeof triangleMesh> {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [
    x + half * (2 * (k & 1) - 1),
    y + half * ((k & 2) - 1),
    z + half * ((k >> 2) * 2 - 1),
  ]);
  return triangleMesh(corners.flat(), cubeFaces);
}

describe('distance fields of bodies at any scale', () => {
  it.each([1e-50, 1e-9, 1, 1e9, 1e50])('have the exact distance between their bounds, for a size of %s m', (size) => {
    const mesh = boxMesh(size);
    const field = distanceField(mesh, { resolution: size / 4 });
    forAll({ seed: 21, cases: 100, tries: 20 }, (rng) => {
      const p = [0, 1, 2].map(() => rng.uniform(-4 * size, 4 * size)) as Vec3;
      const [a, b, c] = p.map((x) => Math.abs(x) - size);
      const outside = Math.hypot(Math.max(a, 0), Math.max(b, 0), Math.max(c, 0));
      const exact = outside > 0 ? outside : Math.max(a, b, c);
      const { lower, upper } = field.bounds(p);
      expect(lower).toBeLessThanOrEqual(exact);
      expect(upper).toBeGreaterThanOrEqual(exact);
      expect(upper - lower).toBeLessThan(6 * size);
    });
  });

  it('hold for a body far from the origin', () => {
    const place: Vec3 = [1e6, -3e6, 2e6];
    const field = distanceField(boxMesh(1, place), { resolution: 0.25 });
    forAll({ seed: 22, cases: 100, tries: 20 }, (rng) => {
      const p = place.map((x) => x + rng.uniform(-3, 3)) as Vec3;
      const [a, b, c] = p.map((x, axis) => Math.abs(x - place[axis]) - 1);
      const outside = Math.hypot(Math.max(a, 0), Math.max(b, 0), Math.max(c, 0));
      const exact = outside > 0 ? outside : Math.max(a, b, c);
      expect(field.bounds(p).lower).toBeLessThanOrEqual(exact);
      expect(field.bounds(p).upper).toBeGreaterThanOrEqual(exact);
    });
  });

  it('hold far outside of the grid', () => {
    const field = distanceField(sphere(1), { resolution: 0.2 });
    const { lower, upper } = field.bounds([3e7, 4e7, 0]);
    expect(lower).toBeLessThanOrEqual(5e7 - 1);
    expect(upper).toBeGreaterThanOrEqual(5e7 - 1);
    expect(upper - lower).toBeLessThan(20);
  });
});

describe('distance fields of degenerate bodies', () => {
  it('bound the distance from a point, a segment and a flat mesh', () => {
    expect(() => distanceField(point())).toThrow('the body is a point');
    const dot = distanceField(point(), { resolution: 0.1 });
    expect(dot.bounds([0.3, 0.4, 0]).lower).toBeLessThanOrEqual(0.5);
    expect(dot.bounds([0.3, 0.4, 0]).upper).toBeGreaterThanOrEqual(0.5);
    const flat = triangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    const field = distanceField(flat);
    expect(field.isSigned).toBe(false);
    expect(field.notices[0]).toContain('open');
    expect(field.bounds([0.25, 0.25, -0.2]).upper).toBeGreaterThanOrEqual(0.2);
    expect(field.bounds([0.25, 0.25, 0]).lower).toBe(0);
  });

  it('bound the distance from triangles without area and slivers', () => {
    const mesh = triangleMesh([0, 0, 0, 1, 0, 0, 0.5, 1e-9, 0, 0.5, 0, 0, 1, 0, 0], [0, 1, 2, 0, 3, 4, 1, 1, 1]);
    const field = distanceField(mesh, { resolution: 0.05 });
    const triangles = trianglesOf(mesh);
    forAll({ seed: 23, cases: 200, tries: 20 }, (rng) => {
      const p: Vec3 = [rng.uniform(-0.5, 1.5), rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)];
      const exact = toTriangles(p, triangles, false);
      expect(field.bounds(p).lower).toBeLessThanOrEqual(exact);
      expect(field.bounds(p).upper).toBeGreaterThanOrEqual(exact);
    });
  });

  it('count the cavity of a mesh as outside', () => {
    const [outer, inner] = [boxMesh(1), boxMesh(0.5)];
    const corners = (mesh: typeof outer): number[] => trianglesOf(mesh).flat(2);
    const turned = trianglesOf(inner).flatMap(([p, q, r]) => [p, r, q].flat());
    const all = [...corners(outer), ...turned];
    const field = distanceField(
      triangleMesh(
        all,
        Uint32Array.from({ length: all.length / 3 }, (_, k) => k),
      ),
      {
        resolution: 0.1,
      },
    );
    expect(field.bounds([0, 0, 0]).lower).toBeGreaterThan(0.4);
    expect(field.bounds([0.75, 0, 0]).upper).toBeLessThan(0);
  });
});

describe('the options of distance fields', () => {
  it('limit the memory before it is allocated', () => {
    expect(() => distanceField(sphere(1), { resolution: 1e-5 })).toThrow(
      /options\.resolution is 0\.00001; the field would take \d+ bytes, more than maxBytes, 134217728; give about \d/,
    );
    expect(() => distanceField(sphere(1), { resolution: 1e-9 })).toThrow('or more maxBytes');
    expect(() => distanceField(sphere(1), { resolution: 0.01, maxBytes: 100_000 })).toThrow('smaller band or padding');
    const field = distanceField(sphere(1), { resolution: 0.1, band: 0 });
    expect(field.bytes).toBeLessThan(distanceField(sphere(1), { resolution: 0.1, band: 2 }).bytes);
    expect(distanceField(sphere(1), { resolution: 0.1, padding: 0 }).box.max[0]).toBeLessThan(1.8);
  });

  it('report the progress and cancel', () => {
    const fractions: number[] = [];
    distanceField(sphere(1), { onProgress: ({ fraction }) => fractions.push(fraction) });
    expect(fractions[0]).toBe(0);
    expect(fractions.at(-1)).toBe(1);
    expect(fractions.every((fraction, k) => k === 0 || fraction >= fractions[k - 1])).toBe(true);
    expect(() => distanceField(sphere(1), { signal: AbortSignal.abort(new Error('enough')) })).toThrow('enough');
    let calls = 0;
    const stop = (): void => {
      if (++calls > 5) throw new Error('stop here');
    };
    expect(() => distanceField(sphere(1), { onProgress: stop })).toThrow('stop here');
    expect(calls).toBe(6);
  });

  it('and bodies are checked', () => {
    const wrong = (value: unknown): never => value as never;
    expect(() => distanceField(halfspace())).toThrow('give a bounded body');
    expect(() => distanceField(wrong(3))).toThrow('distanceField: body is 3; give a shape');
    expect(() => distanceField(wrong({ vertices: [], triangles: [] }))).toThrow('triangleMesh');
    expect(() => distanceField(sphere(1), { resolution: Number.NaN })).toThrow('options.resolution is NaN');
    expect(() => distanceField(sphere(1), { resolution: 0 })).toThrow('options.resolution is 0');
    expect(() => distanceField(sphere(1), { band: -1 })).toThrow('options.band is -1');
    expect(() => distanceField(sphere(1), { padding: Infinity })).toThrow('options.padding is Infinity');
    expect(() => distanceField(sphere(1), { maxBytes: 1.5 })).toThrow('options.maxBytes is 1.5');
    expect(() => distanceField(sphere(1), wrong({ size: 1 }))).toThrow('there is no such option');
    expect(() => distanceField(sphere(1), { signal: wrong(1) })).toThrow('give an AbortSignal');
    expect(() => distanceField(sphere(1), { onProgress: wrong(1) })).toThrow('give a function');
    expect(() => distanceField(sphere(1e80))).toThrow('its largest coordinate is');
    const far = triangleMesh([1e9, 0, 0, 1e9 + 1, 0, 0, 1e9, 1, 0], [0, 1, 2]);
    expect(() => distanceField(far, { resolution: 0.01 })).toThrow('m: finer cells of this body are within rounding');
    const broken = custom({ support: (_x, _y, _z, out) => void out.fill(Number.NaN) });
    expect(() => distanceField(broken, { resolution: 0.1 })).toThrow('its largest coordinate is Infinity');
    const field = distanceField(sphere(1), { resolution: 0.2 });
    expect(() => field.bounds([0, Number.NaN, 0])).toThrow('DistanceField.bounds: point[1] is NaN');
    expect(() => field.at(wrong('x'))).toThrow('DistanceField.at: point is "x"');
    expect(() => field.cellAt([1, 2] as never)).toThrow('DistanceField.cellAt');
    expect(() => field.boundsBatch(new Float64Array(4))).toThrow('three finite numbers for each point');
    expect(() => field.atBatch(Float64Array.of(0, 0, Infinity))).toThrow('points[2] is Infinity');
    expect(() => field.atBatch(new Float64Array(3), new Float64Array(3))).toThrow('length 4');
    expect(() => field.status(wrong(1), {})).toThrow('DistanceField.status: shape is 1');
    expect(() => field.status(sphere(1), {}, { margin: -1 })).toThrow('options.margin is -1');
    expect(field.cellAt([50, 0, 0])).toBe(null);
  });
});

describe('snapshots of distance fields', () => {
  it('are equal on both targets', () => {
    const initialTarget = target();
    const bodies = [
      box(1, 0.5, 0.2),
      compound([{ shape: capsule(0.2, 0.5) }, { shape: box(0.3, 0.3, 0.1), pose: { position: [0, 0.2, 0.4] } }]),
      boxMesh(1),
      heightField([0, 0.3, 0.1, 0.5], { columns: 2, rows: 2, spacing: 1 }),
    ];
    const [first, second] = (['js', 'wasm'] as const).map((name) => {
      setTarget(name);
      return bodies.map((body) => distanceField(body, { resolution: 0.2 }).snapshot());
    });
    setTarget(initialTarget);
    first.forEach((bytes, k) => {
      expect(Buffer.compare(bytes, second[k])).toBe(0);
    });
  });

  it('are refused if they are damaged', () => {
    const bytes = distanceField(sphere(1), { resolution: 0.5, band: 0 }).snapshot();
    expect(() => DistanceField.restore(bytes.subarray(0, 100))).toThrow('DistanceField.restore: bytes are not a valid');
    expect(() => DistanceField.restore([] as never)).toThrow('give what field.snapshot() returned');
    forAll({ seed: 24, cases: 100, tries: 20 }, (rng) => {
      const changed = bytes.slice();
      changed[rng.index(bytes.length)] ^= 1 + rng.index(255);
      expect(() => DistanceField.restore(changed)).toThrow(RangeError);
    });
  });
});

describe('DistanceField.status', () => {
  const mesh = boxMesh(0.5);
  const solid = box(0.5, 0.5, 0.5);
  const field = distanceField(mesh, { resolution: 0.05 });
  const shapes = [sphere(0.2), capsule(0.05, 0.4), box(0.3, 0.05, 0.1), convex([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])];

  it('proves separations and overlaps, and decides most of them', () => {
    let known = 0;
    forAll({ seed: 25, cases: 600, tries: 50 }, (rng, index) => {
      const shape = shapes[index % shapes.length];
      const pose = fromEuler(
        rng.uniform(-3, 3),
        rng.uniform(-3, 3),
        rng.uniform(-3, 3),
        'XYZ',
        [0, 1, 2].map(() => rng.uniform(-1.5, 1.5)) as Vec3,
      );
      const margin = index % 3 === 0 ? 0.1 : 0;
      const status = field.status(shape, pose, { margin });
      const exact = distance(solid, {}, shape, pose).distance;
      if (status === 'separated') expect(exact).toBeGreaterThan(margin);
      if (status === 'overlapping') expect(exact).toBeLessThanOrEqual(margin);
      if (status !== 'unknown') known++;
    });
    expect(known).toBeGreaterThan(400);
  });

  it('does not decide about unbounded shapes', () => {
    expect(field.status(halfspace(), {})).toBe('unknown');
  });
});
