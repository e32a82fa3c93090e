// A distance field as a filter: queries and steps have the same bits with and without it.
import { afterAll, describe, expect, it } from 'vitest';
import { box, capsule, convex, custom, halfspace, type Shape, sphere } from '../../src/index.ts';
import { readObj } from '../../src/io/index.ts';
import { fromEuler, Rng, type Vec3 } from '../../src/math/index.ts';
import {
  attachField,
  type Compound,
  compound,
  DistanceField,
  distanceField,
  type Geometry,
  type HeightField,
  heightField,
  Scene,
  type TriangleMesh,
  triangleMesh,
} from '../../src/scene/index.ts';
import { volumeOf } from '../../src/scene/volume.ts';
import { World } from '../../src/sim/index.ts';
import { cup } from '../fixtures/scans.ts';
import { sameBits } from '../same-bits.ts';

const [scan] = readObj(cup(7));
const mesh = triangleMesh(scan.vertices, scan.triangles);
const parts = compound([
  { shape: box(0.05, 0.03, 0.02) },
  { shape: sphere(0.04), pose: { position: [0.04, 0.03, 0.02] } },
]);
const heights = Array.from({ length: 36 }, (_, k) => 0.03 * Math.sin(2 * k));
const ground = heightField(heights, { columns: 6, rows: 6, spacing: 0.03 });
const fieldBodies: readonly { readonly name: string; readonly body: TriangleMesh | Compound | HeightField }[] = [
  { name: 'a mesh', body: mesh },
  { name: 'a compound', body: parts },
  { name: 'a height field', body: ground },
];
const hull = convex([0, 0, 0, 0.03, 0, 0, 0, 0.02, 0, 0, 0, 0.04]);
const otherGeometries: readonly Geometry[] = [
  sphere(0.01),
  capsule(0.006, 0.03),
  box(0.02, 0.01, 0.005),
  hull,
  halfspace(),
  compound([{ shape: hull }, { shape: sphere(0.01), pose: { position: [0.03, 0, 0] } }]),
  triangleMesh([0, 0, 0, 0.03, 0, 0, 0, 0.02, 0.01], [0, 1, 2]),
];

afterAll(() => {
  for (const { body } of fieldBodies) attachField(body, null);
});

/** The results of the same queries of a scene while its bodies move. */
function resultsOf(body: Geometry): unknown[] {
  const rng = new Rng(31);
  const scene = new Scene({ margin: 0.01 });
  const angle = (): number => rng.uniform(-3, 3);
  scene.add(body, fromEuler(0.3, 0.2, 0.1, 'ZYX', [1, 2, -3]), { static: true });
  const others = otherGeometries.map((other) => scene.add(other, {}));
  const found: unknown[] = [];
  for (let step = 0; step < 12; step++) {
    for (const other of others) {
      const position = [1, 2, -3].map((x) => x + rng.uniform(-0.12, 0.12)) as Vec3;
      other.setPose(fromEuler(angle(), angle(), angle(), 'ZYX', position));
    }
    for (const other of others) {
      found.push(scene.collides(other), scene.collides(other, { margin: 0.02 }));
      const nearest = scene.nearest(other, { upTo: 0.03 });
      found.push(nearest && [nearest.a.id, nearest.b.id, nearest.partA, nearest.partB, nearest.distance]);
    }
    found.push(scene.collisions().map(({ a, b }) => [a.id, b.id]));
    found.push(scene.distances({ upTo: 0.05 }).map(({ a, b, distance }) => [a.id, b.id, distance]));
    found.push(
      scene.contacts().map(({ a, b, partA, partB, normal, points }) => [a.id, b.id, partA, partB, normal, points]),
    );
  }
  return found;
}

/** The states of a world in which bodies fall on a static one. */
function fallOn(body: Geometry): unknown[] {
  const world = new World({ margin: 0.004 });
  world.add(body, { type: 'static' });
  const shapes: Shape[] = [sphere(0.01), capsule(0.006, 0.015), box(0.012, 0.01, 0.008), hull];
  const handles = shapes.map((shape, k) =>
    world.add(shape, { mass: 0.1, pose: { position: [0.01 * k - 0.02, 0.015 * (k % 2), 0.12 + 0.04 * k] } }),
  );
  const states: unknown[] = [];
  for (let step = 0; step < 120; step++) {
    world.step();
    if (step % 20 === 19) states.push(handles.map((handle) => [...handle.pose, ...handle.velocity.linear]));
  }
  return states;
}

describe.each(fieldBodies)('the field of $name', ({ body }) => {
  const field = DistanceField.restore(distanceField(body, { resolution: 0.004 }).snapshot());

  it('does not change the results of scenes', () => {
    attachField(body, null);
    const plain = resultsOf(body);
    attachField(body, field);
    expect(sameBits(resultsOf(body), plain)).toBe(true);
    expect(plain.filter((answer) => answer === true).length).toBeGreaterThan(5);
  });

  it('does not change the steps of simulations', () => {
    attachField(body, null);
    const plain = fallOn(body);
    attachField(body, field);
    expect(sameBits(fallOn(body), plain)).toBe(true);
  });

  it('decides queries that are not close', () => {
    attachField(body, field);
    const { filter } = volumeOf(body);
    const other = { volume: volumeOf(sphere(0.01)), current: Float64Array.of(0.3, 0, 0, 0, 0, 0, 1) };
    const pose = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
    expect(filter?.compare(pose, other, 0)).toBe(1);
    expect(filter?.compare(pose, other, 0.4)).toBe(-1);
    attachField(body, null);
    expect(volumeOf(body).filter).toBe(null);
  });
});

describe('attachField', () => {
  it('checks its arguments', () => {
    const field = distanceField(mesh, { resolution: 0.01 });
    const wrong = (value: unknown): never => value as never;
    expect(() => attachField(parts, field)).toThrow(
      'attachField: field is a DistanceField; give distanceField(geometry): this is the field of another geometry',
    );
    expect(() => attachField(wrong(sphere(1)), field)).toThrow('exact queries of shapes are faster');
    expect(() => attachField(mesh, wrong(3))).toThrow('attachField: field is 3');
    const strange = compound([{ shape: custom({ support: (x, _y, _z, out) => void out.fill(Math.sign(x)) }) }]);
    expect(() => attachField(strange, field)).toThrow('give a geometry without custom shapes: they are programs');
  });
});
