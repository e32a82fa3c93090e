// Properties of every registered kind of shape.
import { afterAll, describe, expect, it } from 'vitest';
import * as layout from '../../src/engine/layout.ts';
import {
  certify,
  distance,
  fromJSON,
  point,
  type Shape,
  setTarget,
  shapeDefinitions,
  supportBatch,
  target,
} from '../../src/index.ts';
import { Rng, transformPoint, type Vec3 } from '../../src/math/index.ts';
import { samples } from './samples.ts';

const initialTarget = target();
afterAll(() => setTarget(initialTarget));

const rng = new Rng(11);
const directions = Array.from({ length: 400 }, () => rng.direction());
const flat = Float64Array.from(directions.flat());
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const finiteSize = (shape: Shape): number => shape.boundingRadius || 1;
const usesCustom = (name: string): boolean => name.includes('custom');

it('has every kind of the kernel in the registry, except those that the kernel makes itself', () => {
  const kinds = Object.entries(layout).flatMap(([name, code]) => (name.startsWith('KIND_') ? [code] : []));
  const ofKernel = [layout.KIND_INNER_ELLIPSOID, layout.KIND_SKELETON];
  const codes = shapeDefinitions().flatMap(({ codes }) => codes);
  expect(new Set([...codes, ...ofKernel])).toEqual(new Set(kinds));
});

it('has a sample of every registered kind that has bounds', () => {
  const kinds = new Set(Object.values(samples).map((shape) => shape.kind));
  expect([...kinds, 'halfspace'].sort()).toEqual(
    shapeDefinitions()
      .map(({ kind }) => kind)
      .sort(),
  );
});

describe.each(Object.entries(samples))('%s', (name, shape) => {
  const size = finiteSize(shape);
  const points = supportBatch(shape, flat);

  it('has support points that are farthest and do not depend on the length of the direction', () => {
    let excess = 0;
    for (let k = 0; k < flat.length; k += 3) {
      const d = flat.subarray(k, k + 3);
      const reach = dot(d, points.subarray(k, k + 3));
      for (let j = 0; j < flat.length; j += 3) excess = Math.max(excess, dot(d, points.subarray(j, j + 3)) - reach);
    }
    expect(excess / size).toBeLessThan(1e-13);
    for (const factor of [1e-290, 1e-170, 1e-3, 1e3, 1e170, 1e290]) {
      const scaled = supportBatch(
        shape,
        flat.map((x) => factor * x),
      );
      for (let k = 0; k < flat.length; k += 3) {
        const difference =
          dot(flat.subarray(k, k + 3), scaled.subarray(k, k + 3)) -
          dot(flat.subarray(k, k + 3), points.subarray(k, k + 3));
        excess = Math.max(excess, Math.abs(difference));
      }
    }
    expect(excess / size).toBeLessThan(1e-13);
  });

  it('is bitwise identical on both targets', () => {
    const [js, wasm] = (['js', 'wasm'] as const).map((name) => {
      setTarget(name);
      return new BigUint64Array(supportBatch(shape, flat).buffer);
    });
    expect(js).toEqual(wasm);
  });

  it('has valid bounds: box, oriented box, sphere and inner ball', () => {
    const { min, max } = shape.boundingBox();
    const ball = shape.boundingSphere();
    const oriented = shape.orientedBoundingBox();
    const axes = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ].map((axis) => transformPoint({ rotation: oriented.rotation }, axis));
    let excess = 0;
    for (let k = 0; k < flat.length; k += 3) {
      const [d, p] = [flat.subarray(k, k + 3), points.subarray(k, k + 3)];
      for (let n = 0; n < 3; n++) excess = Math.max(excess, min[n] - p[n], p[n] - max[n]);
      excess = Math.max(excess, Math.hypot(...p.map((x, n) => x - ball.center[n])) - ball.radius);
      const arm = p.map((x, n) => x - oriented.center[n]);
      axes.forEach((axis, n) => {
        excess = Math.max(excess, Math.abs(dot(axis, arm)) - oriented.halfExtents[n]);
      });
      // The support value of the inner ball does not exceed the shape's, and the ball of `boundingRadius` about the center contains the shape.
      excess = Math.max(excess, dot(d, shape.center) + shape.inradius - dot(d, p));
      excess = Math.max(excess, Math.hypot(...p.map((x, n) => x - shape.center[n])) - shape.boundingRadius);
    }
    expect(excess / size).toBeLessThan(1e-13);
    // The oriented box is at least as good as the axis-aligned one.
    const volume = (sides: readonly number[]): number => sides.reduce((product, side) => product * side, 1);
    expect(volume(oriented.halfExtents.map((h) => 2 * h))).toBeLessThanOrEqual(
      volume(max.map((x, n) => x - min[n])) * (1 + 1e-9),
    );
    // Tight: the shape touches the sides of the box at `max`.
    for (let n = 0; n < 3; n++)
      expect(shape.support([0, 1, 2].map((k) => (k === n ? 1 : 0)))[n]).toBeCloseTo(max[n], 12);
  });

  it('has faces whose corners are all farthest', () => {
    const normals: Vec3[] = [[0, 0, 1], [0, 0, -1], [1, 0, 0], [0, -1, 0], ...directions.slice(0, 20)];
    for (const d of normals) {
      const reach = dot(d, shape.support(d));
      const face = shape.supportFace(d);
      expect(face.length).toBeGreaterThan(0);
      for (const corner of face) expect(Math.abs(dot(d, corner) - reach) / size).toBeLessThan(3e-6);
      // No duplicate corner, and only left turns seen from outside.
      for (let k = 0; face.length > 2 && k < face.length; k++) {
        const [p, q, r] = [face[k], face[(k + 1) % face.length], face[(k + 2) % face.length]];
        const [u, v] = [q.map((x, n) => x - p[n]), r.map((x, n) => x - q[n])];
        const turn =
          d[0] * (u[1] * v[2] - u[2] * v[1]) + d[1] * (u[2] * v[0] - u[0] * v[2]) + d[2] * (u[0] * v[1] - u[1] * v[0]);
        expect(turn).toBeGreaterThan(0);
      }
    }
  });

  it('has a Hessian that agrees with differences of its support points, where it exists', () => {
    let seen = 0;
    for (const d of directions.slice(0, 60)) {
      const { exists, hessian } = shape.supportHessian(d);
      if (!exists) continue;
      seen++;
      const step = 1e-6;
      for (let column = 0; column < 3; column++) {
        const moved = (sign: number): Vec3 => shape.support(d.map((x, k) => x + (k === column ? sign * step : 0)));
        const [ahead, behind] = [moved(1), moved(-1)];
        for (let row = 0; row < 3; row++) {
          const difference = (ahead[row] - behind[row]) / (2 * step);
          // A kink within the difference step, which is rare, makes the difference wrong.
          if (Math.abs(difference) < 1e3 * size)
            expect(Math.abs(difference - hessian[3 * row + column]) / size).toBeLessThan(2e-4);
        }
      }
    }
    if (!/superellipsoid, boxy|disc|without|needle|sheet/.test(name)) expect(seen).toBeGreaterThan(0);
  });

  it('is equal after a round trip through its JSON form', () => {
    if (usesCustom(name)) {
      expect(() => JSON.stringify(shape)).toThrow('a custom shape is a program and has no JSON form');
      return;
    }
    const text = JSON.stringify(shape);
    const again = fromJSON(text);
    expect(JSON.stringify(again)).toBe(text);
    expect(again.kind).toBe(shape.kind);
    expect(supportBatch(again, flat)).toEqual(points);
  });

  it('answers a distance query with a valid certificate', () => {
    for (const d of directions.slice(0, 10)) {
      const pose = { position: d.map((x) => 1.5 * x * size) };
      expect(certify(shape, {}, point(), pose, distance(shape, {}, point(), pose)).valid).toBe(true);
    }
  });
});

/** Masses are not computed by the kernel, so one target is enough for the random points. */
const withMass =
  target() === 'js' ? [] : Object.entries(samples).filter(([name]) => !/rounded custom|sum with custom/.test(name));

describe.each(withMass)('mass of %s', (_name, shape) => {
  it('agrees with Monte Carlo', () => {
    const mass = shape.massProperties();
    const { center, rotation, halfExtents } = shape.orientedBoundingBox();
    const boxVolume = 8 * halfExtents[0] * halfExtents[1] * halfExtents[2];
    if (boxVolume < 1e-12 * finiteSize(shape) ** 3) {
      expect(mass.volume).toBe(0);
      return;
    }
    const random = new Rng(99);
    const count = 20_000;
    const probe = point();
    const moments = new Float64Array(10);
    for (let k = 0; k < count; k++) {
      const p = transformPoint(
        { position: center, rotation },
        halfExtents.map((h) => random.uniform(-h, h)),
      );
      if (distance(shape, {}, probe, { position: p }).status === 'separated') continue;
      const arm = p.map((x, n) => x - mass.centerOfMass[n]);
      const terms = [
        1,
        ...arm,
        arm[0] ** 2,
        arm[1] ** 2,
        arm[2] ** 2,
        arm[0] * arm[1],
        arm[1] * arm[2],
        arm[2] * arm[0],
      ];
      for (let n = 0; n < 10; n++) moments[n] += (terms[n] * boxVolume) / count;
    }
    const fraction = mass.volume / boxVolume;
    const deviation = Math.sqrt((fraction * Math.max(1e-3, 1 - fraction)) / count) / fraction;
    expect(Math.abs(moments[0] / mass.volume - 1)).toBeLessThan(5 * deviation + 1e-9);
    const reach = Math.max(...halfExtents);
    for (let n = 1; n < 4; n++) expect(Math.abs(moments[n]) / mass.volume / reach).toBeLessThan(0.05);
    const [, , , , xx, yy, zz, xy, yz, zx] = moments;
    const inertia = [yy + zz, -xy, -zx, -xy, xx + zz, -yz, -zx, -yz, xx + yy];
    const scale = Math.max(...mass.inertia.map(Math.abs));
    inertia.forEach((value, k) => {
      expect(Math.abs(value - mass.inertia[k]) / scale).toBeLessThan(0.06);
    });
    expect(mass.error).toBeLessThanOrEqual(1e-6);
  });
});
