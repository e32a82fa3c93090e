// The built-in scenes of the planning view: obstacles, and the start and goal poses of the gripper.
import type { ShapeJSON } from 'proximal';
import type { Obstacle } from '../model/planning.ts';

type Triple = readonly [number, number, number];

export interface PlanningScene {
  readonly title: string;
  readonly obstacles: readonly Obstacle[];
  /** The pose of the gripper at the start: position and quaternion, seven numbers. */
  readonly start: readonly number[];
  /** The pose of the gripper at the goal, likewise. */
  readonly goal: readonly number[];
}

/** The JSON form of a box with the given half extents, in meters. */
export function boxShape([hx, hy, hz]: Triple): ShapeJSON {
  return { version: 1, kind: 'box', hx, hy, hz };
}

function obstacle(name: string, halfExtents: Triple, position: Triple): Obstacle {
  return { name, shape: boxShape(halfExtents), position: [...position], angles: [0, 0, 0] };
}

/** Quaternions that rotate the gripper's z axis, along which it reaches, to −z of the world (`down`) and to +x (`ahead`). */
const down = [1, 0, 0, 0];
const ahead = [0, Math.SQRT1_2, 0, Math.SQRT1_2];

const floor = obstacle('floor', [1.2, 1.2, 0.01], [0, 0, -0.01]);

function table(): PlanningScene {
  const legs = [0.32, 0.88].flatMap((x, i) =>
    [-0.5, 0.5].map((y, j) => obstacle(`leg ${2 * i + j + 1}`, [0.02, 0.02, 0.09], [x, y, 0.09])),
  );
  return {
    title: 'Table with boxes',
    obstacles: [
      floor,
      obstacle('table', [0.32, 0.55, 0.015], [0.6, 0, 0.195]),
      ...legs,
      obstacle('tall box', [0.12, 0.04, 0.32], [0.5, 0, 0.53]),
      obstacle('low box', [0.1, 0.08, 0.06], [0.68, 0.28, 0.27]),
      obstacle('cube', [0.05, 0.05, 0.05], [0.66, -0.36, 0.26]),
    ],
    start: [0.48, -0.26, 0.27, ...down],
    goal: [0.45, 0.26, 0.27, ...down],
  };
}

function shelf(): PlanningScene {
  const boards = [0.12, 0.42, 0.72].map((z, k) => obstacle(`board ${k + 1}`, [0.15, 0.45, 0.012], [0.68, 0, z]));
  const sides = [-0.45, 0, 0.45].map((y, k) => obstacle(`side ${k + 1}`, [0.15, 0.012, 0.36], [0.68, y, 0.36]));
  return {
    title: 'Shelf',
    obstacles: [floor, ...boards, ...sides, obstacle('back', [0.008, 0.46, 0.36], [0.84, 0, 0.36])],
    start: [0.62, 0.22, 0.56, ...ahead],
    goal: [0.62, -0.22, 0.28, ...ahead],
  };
}

function cage(): PlanningScene {
  const [centerX, halfWidth, height, halfThickness] = [0.5, 0.22, 0.34, 0.012];
  const halfRailLength = halfWidth + halfThickness;
  const posts = [-1, 1].flatMap((sideX, i) =>
    [-1, 0, 1].map((sideY, j) =>
      obstacle(
        `post ${3 * i + j + 1}`,
        [halfThickness, halfThickness, height / 2],
        [centerX + sideX * halfWidth, sideY * halfWidth, height / 2],
      ),
    ),
  );
  const rails = [height / 2, height].flatMap((z, level) => [
    ...[-1, 1].map((sideY, k) =>
      obstacle(
        `rail ${4 * level + k + 1}`,
        [halfRailLength, halfThickness, halfThickness],
        [centerX, sideY * halfWidth, z],
      ),
    ),
    ...[-1, 1].map((sideX, k) =>
      obstacle(
        `rail ${4 * level + k + 3}`,
        [halfThickness, halfRailLength, halfThickness],
        [centerX + sideX * halfWidth, 0, z],
      ),
    ),
  ]);
  return {
    title: 'Cage',
    obstacles: [floor, ...posts, ...rails, obstacle('cube', [0.05, 0.05, 0.05], [0.6, 0.08, 0.05])],
    start: [0.15, -0.5, 0.2, ...down],
    goal: [0.48, 0, 0.14, ...down],
  };
}

export const planningScenes: Readonly<Record<string, PlanningScene>> = {
  table: table(),
  shelf: shelf(),
  cage: cage(),
  empty: { title: 'Empty', obstacles: [], start: [0.45, -0.3, 0.4, ...down], goal: [0.45, 0.3, 0.6, ...ahead] },
};

/** The built-in scene with a name; the table if there is no such scene. */
export function planningScene(name: string): PlanningScene {
  return Object.hasOwn(planningScenes, name) ? planningScenes[name] : planningScenes['table'];
}
