// Random robots among random obstacles.
import {
  forwardKinematics,
  geometryPoses,
  type JointKind,
  type Model,
  ModelBuilder,
  mayCollide,
  randomConfiguration,
} from '../../src/dynamics/index.ts';
import { box, capsule, cylinder, distance, ellipsoid, halfspace, type Shape, sphere } from '../../src/index.ts';
import type { Rng } from '../../src/math/index.ts';
import { RobotCell } from '../../src/planning/index.ts';
import { compound, heightField, Scene, triangleMesh } from '../../src/scene/index.ts';

/** The unit of length, in meters, and the place of the robot. */
export interface Place {
  readonly unit: number;
  readonly origin: readonly [number, number, number];
}

const here: Place = { unit: 1, origin: [0, 0, 0] };

/** A point given in units from the origin. */
function pointAt({ unit, origin }: Place, x: number, y: number, z: number): [number, number, number] {
  return [origin[0] + unit * x, origin[1] + unit * y, origin[2] + unit * z];
}

const kinds: readonly JointKind[] = [
  'revolute',
  'continuous',
  'prismatic',
  'helical',
  'spherical',
  'planar',
  'free-flyer',
];

/** A tree of links with random joints; `simple` has only joints with one coordinate. */
export function randomRobot(rng: Rng, links: number, simple: boolean, place = here): Model {
  const { unit } = place;
  const inside: Place = { unit, origin: here.origin };
  const builder = new ModelBuilder();
  for (let k = 0; k < links; k++) {
    const kind = kinds[rng.index(simple ? 4 : kinds.length)];
    // Branches start at the last or second to last link.
    const parent = k === 0 ? 'world' : `link${Math.max(0, k - 1 - (rng.uniform() < 0.2 ? 1 : 0))}`;
    const greatest = kind === 'prismatic' || kind === 'planar' ? 1.5 * unit : 1.5;
    const isFree = kind === 'free-flyer' || kind === 'spherical';
    builder.link(`link${k}`, { mass: 1, inertia: [1, 1, 1] });
    builder.joint(`joint${k}`, {
      kind,
      parent,
      child: `link${k}`,
      placement: {
        position: pointAt(k === 0 ? place : inside, rng.uniform(-0.1, 0.1), rng.uniform(-0.1, 0.1), k === 0 ? 0 : 0.5),
        rotation: rng.rotation(),
      },
      ...(isFree ? {} : { axis: rng.direction(), lower: -greatest, upper: greatest }),
      ...(kind === 'helical' ? { pitch: unit * rng.uniform(-0.2, 0.2) } : {}),
    });
    builder.geometry(`link${k}`, {
      shape: linkShape(rng, unit),
      pose: { position: [0, 0, 0.25 * unit], rotation: rng.rotation() },
    });
  }
  return builder.build();
}

/** Long and thin, or round. */
function linkShape(rng: Rng, unit: number): Shape {
  const length = (min: number, max: number): number => unit * rng.uniform(min, max);
  const shapes = [
    () => capsule(0.02 * unit, length(0.05, 0.5)),
    () => box(0.01 * unit, 0.02 * unit, length(0.05, 0.5)),
    () => cylinder(length(0.02, 0.1), length(0.02, 0.3)),
    () => sphere(length(0.02, 0.15)),
    () => ellipsoid(0.05 * unit, 0.1 * unit, length(0.05, 0.3)),
  ];
  return shapes[rng.index(shapes.length)]();
}

/** Obstacles around the robot, some of them thin, and sometimes a floor, a mesh, a compound or a height field. */
export function randomScene(rng: Rng, count: number, place = here): Scene {
  const { unit } = place;
  const scene = new Scene();
  const far = (): [number, number, number] => {
    const [x, y, z] = rng.direction();
    const r = rng.uniform(0.3, 1.6);
    return pointAt(place, r * x, r * y, r * z);
  };
  for (let k = 0; k < count; k++) {
    const pose = { position: far(), rotation: rng.rotation() };
    const which = rng.index(8);
    if (which < 5) scene.add(linkShape(rng, unit), pose, { name: `obstacle${k}` });
    else if (which === 5) scene.add(halfspace(), { position: pointAt(place, 0, 0, -2.5) }, { name: `floor${k}` });
    else if (which === 6) scene.add(tetrahedron(unit * rng.uniform(0.1, 0.5)), pose, { name: `mesh${k}` });
    else
      scene.add(
        compound([
          { shape: sphere(0.1 * unit) },
          { shape: box(0.3 * unit, 0.01 * unit, 0.1 * unit), pose: { position: [0.2 * unit, 0, 0] } },
        ]),
        pose,
        {
          name: `compound${k}`,
        },
      );
  }
  if (rng.uniform() < 0.3) {
    const heights = Float64Array.from({ length: 25 }, () => unit * rng.uniform(0, 0.3));
    scene.add(
      heightField(heights, { rows: 5, columns: 5, spacing: 0.5 * unit }),
      { position: pointAt(place, -1, -1, -2) },
      { name: 'ground' },
    );
  }
  return scene;
}

function tetrahedron(s: number): ReturnType<typeof triangleMesh> {
  return triangleMesh([0, 0, 0, s, 0, 0, 0, s, 0, 0, 0, s], [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]);
}

/**
 * The least distance of the pairs of links that the cell checks, by the free function `distance`, and of moving links from the bodies of the scene,
 * by `Scene.nearest`; 0 for overlaps.
 */
export function leastDistance(cell: RobotCell, q: Float64Array): number {
  const { model, scene } = cell;
  const data = model.createData();
  forwardKinematics(model, data, q);
  const poses = geometryPoses(model, data);
  const poseOf = (k: number): Float64Array => poses.subarray(7 * k, 7 * k + 7);
  const { geometries } = model;
  const checkedPairs = new Set(cell.pairs.map(({ a, b }) => [a, b].sort().join(' ')));
  let least = Infinity;
  for (let i = 0; i < geometries.length; i++) {
    const robotScene = new Scene();
    const body = robotScene.add(geometries[i].shape, poseOf(i));
    for (let j = 0; j < i; j++) {
      if (!mayCollide(model, i, j) || !checkedPairs.has([geometries[i].link, geometries[j].link].sort().join(' ')))
        continue;
      least = Math.min(
        least,
        distance(geometries[i].shape as Shape, poseOf(i), geometries[j].shape as Shape, poseOf(j)).distance,
      );
    }
    if (geometries[i].joint < 0) continue;
    for (const { shape, pose } of scene?.bodies ?? []) {
      const other = robotScene.add(shape, pose);
      const found = robotScene.nearest(body, { upTo: Math.max(0, least) });
      if (found) least = Math.min(least, found.distance);
      other.remove();
    }
  }
  return Math.max(0, least);
}

export function randomCell(rng: Rng, simple = false, place = here): RobotCell {
  const model = randomRobot(rng, 1 + rng.index(4), simple, place);
  const scene = randomScene(rng, rng.index(12), place);
  return new RobotCell({ model, scene, padding: rng.uniform() < 0.3 ? 0.02 * place.unit : 0 });
}

export function randomEnds(rng: Rng, { model }: RobotCell): [Float64Array, Float64Array] {
  const from = randomConfiguration(model, rng);
  const to = randomConfiguration(model, rng);
  return [from, to];
}
