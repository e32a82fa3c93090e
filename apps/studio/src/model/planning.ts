// What the planning view shows, as plain data: the robot, the obstacles, and the two ends of the motion.
import { type Body, shapeOf, space } from './body.ts';

/** An obstacle that can be moved. */
export interface Obstacle extends Body {
  readonly name: string;
}

export type End = 'start' | 'goal';

/** The generated robots and their titles. */
export const robotTitles = {
  arm: 'Arm with seven joints',
  rail: 'Arm on a rail',
  quadruped: 'Quadruped',
  hand: 'Hand with four fingers',
  humanoid: 'Humanoid',
} as const;
export type RobotName = keyof typeof robotTitles;
/** Those that the planning view moves among furniture. */
export const planningRobots: readonly RobotName[] = ['arm', 'rail'];

export interface PlanningContent {
  /** The name of a built-in robot. */
  readonly robot: string;
  /** The frame that is dragged; '' for the robot's own gripper. */
  readonly frame: string;
  /** The name of a built-in scene. */
  readonly scene: string;
  /** Null for the obstacles of the scene. */
  readonly obstacles: readonly Obstacle[] | null;
  /** Configurations; empty for the configurations that suit the scene. */
  readonly start: readonly number[];
  readonly goal: readonly number[];
}

export const firstPlanning: PlanningContent = {
  robot: 'arm',
  frame: '',
  scene: 'table',
  obstacles: null,
  start: [],
  goal: [],
};

/** The largest number of obstacles in a link. */
const maxObstacles = 200;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 80;
const isNumbers = (value: unknown, maxLength: number): value is readonly number[] =>
  Array.isArray(value) &&
  value.length <= maxLength &&
  value.every((each) => Number.isFinite(each) && Math.abs(each as number) <= 1e6);

/** Reads untrusted data; invalid values are replaced by the initial ones, and invalid obstacles are left out. */
export function readPlanning(given: unknown): PlanningContent {
  if (typeof given !== 'object' || given === null) return firstPlanning;
  const { robot, frame, scene, obstacles, start, goal } = given as Readonly<Record<string, unknown>>;
  const list = Array.isArray(obstacles) && obstacles.length <= maxObstacles ? obstacles.map(readObstacle) : null;
  return {
    robot: isText(robot) ? robot : firstPlanning.robot,
    frame: isText(frame) ? frame : firstPlanning.frame,
    scene: isText(scene) ? scene : firstPlanning.scene,
    obstacles: list?.filter((each) => each !== null) ?? null,
    start: isNumbers(start, 200) ? start : [],
    goal: isNumbers(goal, 200) ? goal : [],
  };
}

function readObstacle(given: unknown): Obstacle | null {
  if (typeof given !== 'object' || given === null) return null;
  const { name, shape, position, angles } = given as Readonly<Record<string, unknown>>;
  if (!isText(name) || !isNumbers(position, 3) || !isNumbers(angles, 3)) return null;
  if (position.length !== 3 || angles.length !== 3) return null;
  const obstacle = { name, shape: shape as Obstacle['shape'], position, angles };
  try {
    shapeOf(space, obstacle);
    return obstacle;
  } catch {
    return null;
  }
}
