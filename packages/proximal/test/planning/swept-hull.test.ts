// The gradient of the least distance along a motion, beside a widely used approximation: the distance of the hull of the link's first and last poses
// (Schulman et al. 2014). The hull does not contain the arcs of the link's points, and its gradient weights the two poses by the nearest point.
import { expect, it } from 'vitest';
import { forwardKinematics, geometryPoses, type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { box, convex, distance, sphere } from '../../src/index.ts';
import { type Rng, transformPoint, type Vec3 } from '../../src/math/index.ts';
import { RobotCell } from '../../src/planning/index.ts';
import { Scene } from '../../src/scene/index.ts';
import { forAll } from '../for-all.ts';

const half: Vec3 = [0.25, 0.04, 0.03];
const corners = [-1, 1].flatMap((x) =>
  [-1, 1].flatMap((y) => [-1, 1].map((z): Vec3 => [x * half[0], y * half[1], z * half[2]])),
);
const radius = 0.05;

/** Three hinges with random axes; the last link is a box. */
function randomArm(rng: Rng): Model {
  const builder = new ModelBuilder();
  for (let k = 0; k < 3; k++)
    builder.link(`link${k}`, { mass: 1, inertia: [1, 1, 1] }).joint(`joint${k}`, {
      kind: 'revolute',
      parent: k === 0 ? 'world' : `link${k - 1}`,
      child: `link${k}`,
      placement: { position: [k === 0 ? 0 : 0.4, 0, 0] },
      axis: rng.direction(),
    });
  return builder.geometry('link2', { shape: box(...half), pose: { position: [half[0], 0, 0] } }).build();
}

/** The corners of the box at a configuration. */
function cornersAt(model: Model, q: Float64Array): Vec3[] {
  const data = model.createData();
  forwardKinematics(model, data, q);
  const pose = geometryPoses(model, data);
  return corners.map((corner) => transformPoint(pose, corner));
}

const moved = (q: Float64Array, k: number, by: number): Float64Array => q.map((x, i) => (i === k ? x + by : x));
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const apart = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** The gradient of the distance of the swept hull with respect to the last configuration. */
function sweptHullGradient(model: Model, from: Float64Array, to: Float64Array, center: Vec3): Float64Array {
  const [first, last] = [cornersAt(model, from), cornersAt(model, to)];
  const { normal, pointA } = distance(convex([...first, ...last]), {}, sphere(radius), { position: center });
  const farthest = (points: Vec3[]): number =>
    points.reduce((best, point, k) => (dot(point, normal) > dot(points[best], normal) ? k : best), 0);
  const k1 = farthest(last);
  const [d0, d1] = [apart(first[farthest(first)], pointA), apart(last[k1], pointA)];
  const weight = d0 / (d0 + d1);
  const h = 1e-6;
  return to.map((_, k) => {
    const along = (by: number): number => dot(cornersAt(model, moved(to, k, by))[k1], normal);
    return (-weight * (along(h) - along(-h))) / (2 * h);
  });
}

/** A point beside the middle of the motion of the box, so that the least distance is attained on the way. */
function besidePath(model: Model, rng: Rng, from: Float64Array, to: Float64Array): Vec3 {
  const middleAt = (time: number): Vec3 => {
    const points = cornersAt(
      model,
      from.map((x, k) => x + time * (to[k] - x)),
    );
    return [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k] / 8, 0)) as [number, number, number];
  };
  const [before, middle, after] = [0.49, 0.5, 0.51].map(middleAt);
  const velocity = middle.map((_, k) => after[k] - before[k]) as [number, number, number];
  const direction = rng.direction();
  const share = dot(direction, velocity) / dot(velocity, velocity);
  const across = direction.map((x, k) => x - share * velocity[k]);
  const away = rng.uniform(0.3, 0.6) / Math.hypot(...across);
  return middle.map((x, k) => x + away * across[k]) as [number, number, number];
}

it('agrees with differences, and the gradient of the swept hull does not', () => {
  const h = 1e-5;
  const [own, ofHull]: [number[], number[]] = [[], []];
  forAll({ seed: 21, cases: 60, tries: 80 }, (rng) => {
    const model = randomArm(rng);
    const from = Float64Array.from({ length: 3 }, () => rng.uniform(-0.5, 0.5));
    const to = from.map((x) => x + rng.uniform(-0.5, 0.5));
    const center = besidePath(model, rng, from, to);
    const scene = new Scene();
    scene.add(sphere(radius), { position: center });
    const cell = new RobotCell({ model, scene });
    const { distance: least, time, gradientTo } = cell.sweepClearance(from, to);
    // If the distance is least near an end of the motion, the two gradients hardly differ.
    if (least < 0.01 || time < 0.1 || time > 0.9) return;
    const differences = to.map((_, k) => {
      const along = (by: number): number => cell.sweepClearance(from, moved(to, k, by)).distance;
      return (along(h) - along(-h)) / (2 * h);
    });
    const size = Math.hypot(...differences);
    const errorOf = (gradient: Float64Array): number => Math.hypot(...gradient.map((g, k) => g - differences[k]));
    own.push(errorOf(gradientTo));
    ofHull.push(errorOf(sweptHullGradient(model, from, to, center)) / size);
  });
  expect(own.length).toBeGreaterThan(30);
  expect(Math.max(...own)).toBeLessThan(1e-5);
  ofHull.sort((a, b) => a - b);
  expect(ofHull[0]).toBeGreaterThan(1e-3);
  expect(ofHull[ofHull.length >> 1]).toBeGreaterThan(0.1);
});
