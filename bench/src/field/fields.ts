// Distance fields: time, memory and width of bounds, and collision queries with and without a field, whose answers must be equal.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { capsule, convex, type Shape, sphere } from 'proximal';
import { readObj } from 'proximal/io';
import { fromEuler, Rng } from 'proximal/math';
import {
  attachField,
  type Compound,
  compound,
  type DistanceField,
  distanceField,
  type HeightField,
  heightField,
  Scene,
  type TriangleMesh,
  triangleMesh,
} from 'proximal/scene';
import { defineBenchmark, whole } from '../harness/benchmark.ts';

const scan = fileURLToPath(new URL('../../../../shared/data/ycb_raw/025_mug.obj', import.meta.url));
/** Repetitions of a measurement; exact and filtered queries alternate. */
const repetitions = 5;
/** Positions are in the body's box, enlarged by this much on every side, in meters, and by at most 4 cells of the field. */
const poseRange = 0.04;

type FieldBody = TriangleMesh | Compound | HeightField;

interface Row {
  readonly name: string;
  readonly queryShape: string;
  /** In meters. */
  readonly resolution: number;
  /** Processor time of the construction. */
  readonly seconds: number;
  readonly bytes: number;
  /** The mean width of the bounds, in cells, at points where both bounds are within a cell of zero. */
  readonly width: number;
  /** The share of the poses at which the bodies collide. */
  readonly hits: number;
  /** Processor time of a query without and with the field, in microseconds: medians over the repetitions. */
  readonly exact: number;
  readonly filtered: number;
  readonly isEqual: boolean;
}

export const fieldsBenchmark = defineBenchmark({
  name: 'fields',
  title: 'distance fields: time, memory, width of bounds, and collision queries with and without them',
  // `coarseness` multiplies the resolutions of `fieldBodies`.
  options: { poses: whole(1, 100_000), coarseness: whole(1, 16) },
  full: { poses: 500, coarseness: 1 },
  quick: { poses: 5, coarseness: 16 },
  seconds: { quick: 0.9, full: 6.5 },
  measure({ poses, coarseness }) {
    if (!existsSync(scan)) console.log(`The scan is skipped: ${scan} does not exist.`);
    return {
      rows: fieldBodies().flatMap(([name, body, resolution]) =>
        measureBody(name, body, coarseness * resolution, poses),
      ),
    };
  },
  targets: ({ rows }) =>
    rows.map(({ name, queryShape, isEqual }) => ({
      what: `${name}, ${queryShape}`,
      wanted: 'equal answers',
      found: isEqual ? 'equal answers' : 'different answers',
      isMet: isEqual,
    })),
  page: ({ rows }) => ({
    title: 'Distance fields',
    intro: '',
    sections: [
      {
        title: 'Collision queries with and without a field',
        note: 'Random poses, with positions in the box of the body, enlarged by 4 cm and at most 4 cells. Processor time, medians; `scene.collides`, including the update of the scene.',
        head: [
          'body',
          'query shape',
          'cell, mm',
          'build, s',
          'MB',
          'width of bounds, cells',
          'collisions',
          'exact, µs',
          'with field, µs',
          'ratio',
        ],
        rows: rows.map(({ name, queryShape, resolution, seconds, bytes, width, hits, exact, filtered }) => [
          name,
          queryShape,
          String(1000 * resolution),
          seconds.toFixed(2),
          (bytes / 1e6).toFixed(1),
          width.toFixed(2),
          `${(100 * hits).toFixed(0)} %`,
          exact.toFixed(1),
          filtered.toFixed(1),
          (exact / filtered).toFixed(2),
        ]),
      },
    ],
  }),
});

/** Bodies of 10 to 20 cm, and the resolutions of their fields in meters. */
function fieldBodies(): (readonly [name: string, body: FieldBody, resolution: number])[] {
  const heights = Array.from({ length: 2500 }, (_, k) => 0.01 * Math.sin(1.7 * k));
  const ring = Array.from({ length: 24 }, (_, k) => {
    const angle = (k * Math.PI) / 12;
    return { shape: capsule(0.006, 0.04), pose: { position: [0.05 * Math.cos(angle), 0.05 * Math.sin(angle), 0] } };
  });
  const found: (readonly [string, FieldBody, number])[] = [
    ['height field, 50 × 50', heightField(heights, { columns: 50, rows: 50, spacing: 0.004 }), 0.002],
    ['compound, 24 capsules', compound(ring), 0.002],
  ];
  if (!existsSync(scan)) return found;
  const [{ vertices, triangles }] = readObj(readFileSync(scan));
  return [['mug, 16,384 triangles', triangleMesh(vertices, triangles), 0.001], ...found];
}

function queryShapes(): readonly (readonly [name: string, shape: Shape])[] {
  const rng = new Rng(5);
  const points = Array.from({ length: 40 }, () => [
    rng.uniform(-0.02, 0.02),
    rng.uniform(-0.01, 0.01),
    rng.uniform(-0.03, 0.03),
  ]);
  return [
    ['sphere', sphere(0.01)],
    ['capsule', capsule(0.008, 0.03)],
    ['hull', convex(points.flat())],
  ];
}

function measureBody(name: string, body: FieldBody, resolution: number, count: number): Row[] {
  const before = process.cpuUsage();
  const field = distanceField(body, { resolution });
  const { user, system } = process.cpuUsage(before);
  const known = { name, resolution, seconds: (user + system) / 1e6, bytes: field.bytes, width: widthOf(field) };
  return queryShapes().map(([queryShape, shape]) => ({
    ...known,
    queryShape,
    ...measureShape(body, field, shape, count),
  }));
}

function widthOf(field: DistanceField): number {
  const rng = new Rng(7);
  const { min, max } = field.box;
  let [sum, count] = [0, 0];
  for (let k = 0; k < 10_000; k++) {
    const { lower, upper } = field.bounds(min.map((x, axis) => rng.uniform(x, max[axis])));
    if (Math.max(Math.abs(lower), Math.abs(upper)) > field.resolution) continue;
    sum += (upper - lower) / field.resolution;
    count++;
  }
  return sum / count;
}

function measureShape(
  body: FieldBody,
  field: DistanceField,
  shape: Shape,
  count: number,
): Pick<Row, 'hits' | 'exact' | 'filtered' | 'isEqual'> {
  const rng = new Rng(9);
  const { min, max } = field.box;
  // The box of the grid extends beyond the body's box by 16 cells, the default padding, and at most 4 more.
  const inner = 16 * field.resolution - poseRange;
  const turn = (): number => rng.uniform(-3, 3);
  const poses = Array.from({ length: count }, () =>
    fromEuler(
      turn(),
      turn(),
      turn(),
      'ZYX',
      min.map((x, axis) => rng.uniform(x + inner, max[axis] - inner)),
    ),
  );
  const scene = new Scene({ margin: poseRange });
  scene.add(body, {}, { static: true });
  const moving = scene.add(shape, {});
  const times: [number[], number[]] = [[], []];
  const answers: [boolean[], boolean[]] = [[], []];
  for (let k = 0; k < 2 * repetitions; k++) {
    const which = k % 2;
    attachField(body, which === 1 ? field : null);
    const before = process.cpuUsage();
    answers[which] = poses.map((pose) => {
      moving.setPose(pose);
      return scene.collides(moving);
    });
    const { user, system } = process.cpuUsage(before);
    times[which].push((user + system) / count);
  }
  attachField(body, null);
  const [exact, filtered] = times.map((list) => list.sort((p, q) => p - q)[repetitions >> 1]);
  const isEqual = answers[0].every((answer, k) => answer === answers[1][k]);
  return { hits: answers[0].filter(Boolean).length / count, exact, filtered, isEqual };
}
