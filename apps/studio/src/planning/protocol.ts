// Messages between the page and the workers of the planning view, as plain data.
import type { ShapeJSON } from 'proximal';
import type { PlannerName } from 'proximal/planning';
import type { CollisionNotice } from 'proximal/sim';
import type { End } from '../model/planning.ts';
import type { GivenFile } from '../simulation/protocol.ts';

/** An obstacle: a shape in JSON form and its pose. */
export interface PlacedShape {
  readonly name: string;
  readonly shape: ShapeJSON;
  /** Seven numbers. */
  readonly pose: Float64Array;
}

export interface RobotSource {
  /** The name of a built-in robot, unless there are files. */
  readonly robot: string;
  readonly files: readonly GivenFile[];
}

export interface CellSource {
  readonly obstacles: readonly PlacedShape[];
  /** Meters. */
  readonly padding: number;
  /** The frame that is dragged; '' for the robot's own gripper. */
  readonly frame: string;
  /** Pairs up to this distance are listed with the robot, in meters; absent for the nearest pair alone. */
  readonly clearances?: number;
}

export interface PlanRequest {
  readonly start: readonly number[];
  readonly goal: readonly number[];
  readonly planner: PlannerName;
  readonly seed: number;
  /** Seconds. */
  readonly timeLimit: number;
  /** rad/s² and m/s². */
  readonly acceleration: number;
}

export type PlanningCommand =
  | { readonly kind: 'open'; readonly source: RobotSource; readonly cell: CellSource }
  | { readonly kind: 'cell'; readonly cell: CellSource }
  /** Finds free configurations for two poses of the gripper. */
  | { readonly kind: 'suggest'; readonly start: readonly number[]; readonly goal: readonly number[] }
  | { readonly kind: 'place'; readonly end: End; readonly q: readonly number[] }
  /** Moves the gripper to a pose, from the configuration `q`. */
  | { readonly kind: 'reach'; readonly end: End; readonly q: readonly number[]; readonly pose: readonly number[] }
  | { readonly kind: 'plan'; readonly request: PlanRequest }
  /** Recomputes the proofs of the last plan. */
  | { readonly kind: 'certify' };

/** A coordinate with a slider. */
export interface Coordinate {
  readonly name: string;
  /** Its index in a configuration. */
  readonly index: number;
  readonly lower: number;
  readonly upper: number;
  readonly unit: 'rad' | 'm';
}

/** Two links, and why they cannot collide with each other, if they cannot. */
export interface LinkPair {
  /** Indices among the links, ascending. */
  readonly a: number;
  readonly b: number;
  readonly reason: 'collide' | 'rigid' | CollisionNotice['reason'];
  /** The depth of their overlap in the reference configuration, in meters. */
  readonly depth: number;
}

export interface RobotView {
  readonly kind: 'opened';
  readonly title: string;
  /** The shapes of the links, drawn at `poses`. */
  readonly shapes: readonly { readonly link: string; readonly shape: ShapeJSON }[];
  readonly coordinates: readonly Coordinate[];
  /** The name of each number of a configuration. */
  readonly names: readonly string[];
  /** The frames that can be dragged. */
  readonly frames: readonly string[];
  /** The frame that is dragged by default. */
  readonly gripper: string;
  /** The links with shapes, and all pairs of them. */
  readonly links: readonly string[];
  readonly pairs: readonly LinkPair[];
  /** The first configuration, and the distance of the farthest shape from the origin in it, in meters. */
  readonly first: readonly number[];
  readonly size: number;
  readonly notices: readonly string[];
}

/** The nearest pair at a configuration. */
export interface Nearest {
  readonly distance: number;
  readonly a: string;
  readonly b: string;
  readonly pointA: readonly number[];
  readonly pointB: readonly number[];
}

/** The robot at a configuration. */
export interface Placed {
  readonly kind: 'placed';
  readonly end: End;
  readonly q: readonly number[];
  /** Seven numbers for each shape. */
  readonly poses: Float32Array;
  /** The pose of the gripper. */
  readonly gripper: readonly number[];
  readonly nearest: Nearest;
  /** The nearest pairs, ascending, if they were asked for. */
  readonly clearances: readonly Nearest[];
}

/**
 * New nodes of the search. Each is drawn as a segment, six numbers: the position of the gripper at the parent of the node, and at the node. A node
 * without a parent, as in a roadmap, is a segment of length zero.
 */
export interface Growth {
  readonly kind: 'grown';
  readonly start: Float32Array;
  readonly goal: Float32Array;
  readonly roadmap: Float32Array;
}

export interface Progress {
  readonly kind: 'progress';
  readonly nodes: number;
  readonly seconds: number;
  /** Infinite until there is a path. */
  readonly length: number;
}

export interface Certificate {
  readonly kind: 'certified';
  readonly valid: boolean;
  /** A proven lower bound of the distances of all pairs, in meters. */
  readonly bound: number;
  /** Why the proof is not valid; empty if it is. */
  readonly reason: string;
  /** The number of separating planes, over all motions of the path. */
  readonly planes: number;
  readonly seconds: number;
}

/** A plan with its timing, sampled. */
export interface PlannedMotion {
  readonly kind: 'planned';
  /** Configurations, joined by straight motions or curves. */
  readonly path: readonly (readonly number[])[];
  /** The control point between consecutive configurations of the path; null for a straight motion. */
  readonly via: readonly (readonly number[] | null)[];
  readonly length: number;
  readonly nodes: number;
  readonly searchSeconds: number;
  /** The time that simplification, smoothing, timing, sampling and certification took. */
  readonly finishSeconds: number;
  /** The duration of the motion, in seconds. */
  readonly duration: number;
  /** The times of the samples, in seconds. */
  readonly times: Float64Array;
  /** A row for each time. */
  readonly configurations: Float64Array;
  /** Seven numbers for each shape and time. */
  readonly poses: Float32Array;
  /** Three numbers for each time. */
  readonly gripper: Float32Array;
  readonly nearest: readonly Nearest[];
  readonly certificate: Certificate;
  /** Why the motion ignores torque limits; empty if it keeps them. */
  readonly notice: string;
}

export type PlanningReport =
  | RobotView
  | Placed
  | { readonly kind: 'suggested'; readonly start: readonly number[]; readonly goal: readonly number[] }
  | Growth
  | Progress
  | PlannedMotion
  | Certificate
  /** No plan was found. */
  | { readonly kind: 'unsolved'; readonly reason: string }
  | { readonly kind: 'failed'; readonly command: PlanningCommand['kind']; readonly message: string };
