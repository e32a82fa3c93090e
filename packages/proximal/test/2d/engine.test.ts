// The target of the plane, nested 2D and 3D queries (each in a query frame of its own), errors of custom shapes, and many large polygons.
import { expect, it } from 'vitest';
import * as plane from '../../src/2d/index.ts';
import * as space from '../../src/index.ts';

it('the plane uses the target chosen with setTarget', () => {
  expect(plane.target()).toBe(space.target());
  expect(plane.targetReason()).toBe(space.targetReason());
});

it('answers 2D queries inside a 3D support function, and 3D queries inside a 2D one', () => {
  const square = plane.box(1, 1);
  const pose = { position: [3, 0] } as const;
  // A prism whose support function runs a 2D query, which must not disturb the outer query.
  const prism = space.custom({
    support(dx, dy, dz, out) {
      expect(plane.distance(square, {}, plane.circle(1), pose).distance).toBeCloseTo(1, 12);
      const [x, y] = square.support([dx, dy]);
      out[0] = x;
      out[1] = y;
      out[2] = Math.sign(dz);
    },
  });
  expect(space.distance(prism, {}, space.sphere(1), { position: [4, 0, 0] }).distance).toBeCloseTo(2, 9);
  const shadow = plane.custom({
    support(dx, dy, out) {
      const [x, y] = space.distance(space.box(1, 1, 1), {}, space.point(), { position: [3, 0, 0] }).normal;
      expect([x, y]).toEqual([1, 0]);
      out[0] = dx > 0 ? 1 : -1;
      out[1] = dy > 0 ? 1 : -1;
    },
  });
  expect(plane.distance(shadow, {}, plane.circle(1), { position: [4, 0] }).distance).toBeCloseTo(2, 9);
});

it('passes an error of a custom shape on, and stays usable', () => {
  const failing = plane.custom({
    support() {
      throw new Error('of my own');
    },
    center: [0, 0],
    inradius: 0,
    boundingBox: { min: [-1, -1], max: [1, 1] },
  });
  expect(() => plane.distance(failing, {}, plane.box(1, 1), {})).toThrow('of my own');
  expect(plane.distance(plane.box(1, 1), {}, plane.box(1, 1), { position: [4, 0] }).distance).toBe(2);
});

it('accepts many large polygons, each queried once', () => {
  const far = { position: [10, 0] } as const;
  for (let seed = 1; seed <= 200; seed++) {
    const ring = Array.from({ length: 1000 }, (_, k) => [Math.cos(k * seed), Math.sin(k * seed)]);
    expect(plane.distance(plane.polygon(ring), {}, plane.point(), far).distance).toBeCloseTo(9, 2);
  }
});
