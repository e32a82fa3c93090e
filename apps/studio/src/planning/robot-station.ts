// A robot among obstacles in the worker: configurations, inverse kinematics, plans.
import { fromJSON } from 'proximal';
import {
  type Data,
  difference,
  forwardKinematics,
  framePose,
  geometryPoses,
  type Model,
  neutral,
} from 'proximal/dynamics';
import { InverseKinematics, type Plan, planMotion, RobotCell } from 'proximal/planning';
import { type Geometry, Scene } from 'proximal/scene';
import type { End } from '../model/planning.ts';
import { Clearances, linkPairs, linksOf } from './clearances.ts';
import { finishedMotion } from './finish.ts';
import type {
  CellSource,
  Coordinate,
  LinkPair,
  Nearest,
  Placed,
  PlannedMotion,
  PlanRequest,
  Progress,
  RobotView,
} from './protocol.ts';
import { TreeRecorder } from './tree-recorder.ts';

/** The largest error of a pose that is dragged, in meters and radians: less than a pixel. */
const dragTolerance = 1e-4;
/** Starts of inverse kinematics for suggested configurations. */
const suggestionStarts = 200;
/** Suggested configurations are the nearest of this many. */
const suggestionCount = 12;
/** Milliseconds between two reports of a search. */
const reportInterval = 50;
const gripperNames = /gripper|tool|tcp|grasp|hand|flange|end.?effector|^ee/i;

export class RobotStation {
  readonly data: Data;
  cell: RobotCell;
  frame: string;
  private readonly gripper: string;
  private readonly pairs: readonly LinkPair[];
  private clearances: Clearances | null;
  private ik: InverseKinematics;

  constructor(
    readonly model: Model,
    private readonly title: string,
    source: CellSource,
    private readonly posture: ReadonlyMap<string, number>,
  ) {
    this.data = model.createData();
    this.pairs = linkPairs(model);
    this.clearances = clearancesOf(model, source, this.pairs);
    this.gripper = gripperOf(model);
    this.cell = cellOf(model, source);
    this.frame = this.frameOf(source);
    this.ik = new InverseKinematics(this.cell, this.frame);
  }

  use(source: CellSource): void {
    this.cell = cellOf(this.model, source);
    this.clearances = clearancesOf(this.model, source, this.pairs);
    this.frame = this.frameOf(source);
    this.ik = new InverseKinematics(this.cell, this.frame);
  }

  describe(): RobotView {
    const { model, title, gripper, pairs, data } = this;
    const first = middleOf(model);
    for (const { name, q } of model.joints) first[q] = this.posture.get(name) ?? first[q];
    forwardKinematics(model, data, first);
    const poses = geometryPoses(model, data);
    return {
      kind: 'opened',
      title,
      shapes: model.geometries.map(({ link, shape }) => ({ link, shape: shape.toJSON() })),
      coordinates: coordinatesOf(model),
      names: model.joints
        .filter(({ mimic }) => !mimic)
        .flatMap(({ name, nq }) => (nq === 1 ? [name] : Array.from({ length: nq }, (_, k) => `${name}[${k}]`))),
      frames: movingFrames(model),
      gripper,
      links: linksOf(model),
      pairs,
      first: [...first],
      size: Math.max(
        ...model.geometries.map(({ shape }, k) => Math.hypot(...poses.subarray(7 * k, 7 * k + 3)) + radiusOf(shape)),
      ),
      notices: model.notices.map(({ message }) => message),
    };
  }

  place(end: End, q: readonly number[]): Placed {
    const { model, data, cell, frame } = this;
    const configuration = Float64Array.from(q);
    forwardKinematics(model, data, configuration);
    const poses = geometryPoses(model, data);
    return {
      kind: 'placed',
      end,
      q,
      poses: Float32Array.from(poses),
      gripper: [...framePose(model, data, frame)],
      nearest: nearestAt(cell, configuration),
      clearances: this.clearances?.at(poses) ?? [],
    };
  }

  /** Moves the gripper to a pose, or as near to it as the inverse kinematics finds. */
  reach(end: End, q: readonly number[], pose: readonly number[]): Placed {
    const found = this.ik.solve(Float64Array.from(pose), { start: q, starts: 1, tolerance: dragTolerance });
    return this.place(end, [...found.q]);
  }

  /** Free configurations for two gripper poses, near each other. If none is found for a pose, the best result of the inverse kinematics for it. */
  suggest(start: readonly number[], goal: readonly number[]): Readonly<Record<End, readonly number[]>> {
    const first = this.nearestFree(start, middleOf(this.model));
    return { start: [...first], goal: [...this.nearestFree(goal, first)] };
  }

  private nearestFree(pose: readonly number[], from: Float64Array): Float64Array {
    const target = Float64Array.from(pose);
    const options = { start: from, collisionFree: true, starts: suggestionStarts, seed: 1 };
    const found = this.ik.solveMany(target, suggestionCount, options).map(({ q }) => q);
    if (found.length === 0) return this.ik.solve(target, { start: from }).q;
    const distance = (q: Float64Array): number => Math.hypot(...difference(this.model, from, q));
    return found.reduce((best, q) => (distance(q) < distance(best) ? q : best));
  }

  /** Searches for a motion, and reports the growing trees. */
  search(request: PlanRequest, report: (growth: ReturnType<TreeRecorder['take']>, progress: Progress) => void): Plan {
    const { start, goal, planner, seed, timeLimit } = request;
    const recorder = new TreeRecorder(this.model, this.frame);
    let last = performance.now();
    const plan = planMotion(this.cell, {
      start,
      goal,
      planner,
      seed,
      timeLimit,
      onNode: (node) => recorder.add(node),
      onProgress: ({ nodes, time, length }) => {
        const now = performance.now();
        if (now - last < reportInterval) return;
        last = now;
        report(recorder.take(), { kind: 'progress', nodes, seconds: time, length });
      },
    });
    const { nodes, time, length } = plan.statistics;
    report(recorder.take(), { kind: 'progress', nodes, seconds: time, length });
    return plan;
  }

  finish(plan: Plan, acceleration: number): { readonly motion: PlannedMotion; readonly plan: Plan } {
    return finishedMotion(this, plan, acceleration);
  }

  private frameOf({ frame }: CellSource): string {
    return this.model.frames.some(({ name }) => name === frame) ? frame : this.gripper;
  }
}

export function nearestAt(cell: RobotCell, q: Float64Array): Nearest {
  const { distance, a, b, pointA, pointB } = cell.clearance(q);
  return { distance, a, b, pointA: [...pointA], pointB: [...pointB] };
}

function clearancesOf(
  model: Model,
  { obstacles, clearances }: CellSource,
  pairs: readonly LinkPair[],
): Clearances | null {
  return clearances === undefined ? null : new Clearances(model, obstacles, clearances, pairs);
}

/** The radius of a ball about the origin of the shape that contains it. */
function radiusOf(shape: Geometry): number {
  const { min, max } = shape.boundingBox();
  return Math.hypot(...max.map((x, k) => Math.max(Math.abs(x), Math.abs(min[k]))));
}

function cellOf(model: Model, { obstacles, padding }: CellSource): RobotCell {
  const scene = new Scene();
  for (const { name, shape, pose } of obstacles) scene.add(fromJSON(shape), pose, { name });
  return new RobotCell({ model, scene, padding });
}

/** Frames on bodies that move, each name once. */
function movingFrames({ frames }: Model): string[] {
  return [...new Set(frames.filter(({ joint }) => joint >= 0).map(({ name }) => name))];
}

/**
 * The last moving frame with a usual name for a gripper, or else the last moving frame, or if no frame moves, the first frame. Frames added to links
 * come after links and joints.
 */
function gripperOf(model: Model): string {
  const frames = movingFrames(model);
  return frames.filter((name) => gripperNames.test(name)).at(-1) ?? frames.at(-1) ?? model.frames[0].name;
}

/** The joints with one coordinate. The slider of a joint without limits has one revolution, or 2 m. No slider goes beyond ±4π rad or ±4π m. */
function coordinatesOf({ joints, limits }: Model): Coordinate[] {
  return joints
    .filter(({ mimic, nq, nv }) => !mimic && nq === 1 && nv === 1)
    .map(({ name, kind, q }) => {
      const unit = kind === 'prismatic' ? 'm' : 'rad';
      const range = unit === 'm' ? 1 : Math.PI;
      return {
        name,
        index: q,
        lower: Math.max(-4 * Math.PI, Number.isFinite(limits.lower[q]) ? limits.lower[q] : -range),
        upper: Math.min(4 * Math.PI, Number.isFinite(limits.upper[q]) ? limits.upper[q] : range),
        unit,
      };
    });
}

/** The neutral configuration, with each coordinate that is beyond its limits moved to their middle. */
function middleOf(model: Model): Float64Array {
  const q = neutral(model);
  for (const { index } of coordinatesOf(model)) {
    const [lower, upper] = [model.limits.lower[index], model.limits.upper[index]];
    if (q[index] < lower || q[index] > upper) q[index] = (lower + upper) / 2;
  }
  return q;
}
