// Messages between the page and the simulation worker, as plain data.
import type { ShapeJSON } from 'proximal';

/** A file given by the user. */
export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The simulation to run. */
export interface Source {
  /** A built-in scene, unless there is a file. */
  readonly scene: string;
  /** A simulation, URDF or MJCF file, with the robots and meshes that it names. */
  readonly files: readonly GivenFile[];
  /** How the root of a URDF moves. */
  readonly root: 'fixed' | 'free-flyer';
  /** Whether links of a robot collide with each other. */
  readonly hasSelfCollision: boolean;
  /** A contact solver by name; '' for the scene's own. */
  readonly solver: string;
  /** The same scene under every model of contact. */
  readonly isSideBySide: boolean;
}

export type Command =
  | { readonly kind: 'open'; readonly source: Source }
  | { readonly kind: 'play' }
  | { readonly kind: 'pause' }
  /** One time step. */
  | { readonly kind: 'step' }
  /** Continues from a recorded frame with another solver, and drops later frames. */
  | { readonly kind: 'solver'; readonly solver: string; readonly frame: number; readonly generation: number };

/** A body as it is drawn. */
export interface BodyView {
  readonly name: string;
  readonly isStatic: boolean;
  readonly lane: number;
  readonly shape: ShapeJSON;
}

/** One simulator of those that run side by side. */
export interface Lane {
  readonly title: string;
  /** The offset along x at which it is drawn, in meters. */
  readonly offset: number;
}

/** A notice: parts of files that are not read, links that do not collide, joints beyond their limits. */
export interface Notice {
  readonly isWarning: boolean;
  readonly message: string;
}

export interface Opened {
  readonly kind: 'opened';
  readonly title: string;
  readonly lanes: readonly Lane[];
  readonly bodyViews: readonly BodyView[];
  /** Seconds. */
  readonly timeStep: number;
  readonly notices: readonly Notice[];
  readonly first: Frame;
}

/** The state of all bodies at one time. */
export interface Frame {
  /** Seconds since the start. */
  readonly time: number;
  /** Seven numbers for each body. */
  readonly poses: Float32Array;
  /** Six numbers for each contact: where, and the force in newtons. */
  readonly forces: Float32Array;
  readonly lanes: readonly LaneState[];
  /** Milliseconds that the frame took to compute, and seconds that passed in it. */
  readonly spent: number;
  readonly passed: number;
}

export interface LaneState {
  /** Joules. */
  readonly kinetic: number;
  readonly potential: number;
  /** The residual of the contact law. */
  readonly residual: number;
  readonly iterations: number;
  readonly contacts: number;
  /** Meters. */
  readonly penetration: number;
  readonly status: string;
  /** Pairs and contacts left out by the limits of a step. */
  readonly leftOut: { readonly pairs: number; readonly contacts: number };
}

export type Report =
  | Opened
  /** `generation`: the number of the last change of solver that the worker has received. */
  | { readonly kind: 'frame'; readonly frame: Frame; readonly generation: number }
  /** The other solver is in use. */
  | { readonly kind: 'changed'; readonly generation: number }
  | { readonly kind: 'failed'; readonly message: string };
