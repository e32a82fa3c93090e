// What the page and the worker that simulates tell each other: plain data.
import type { ShapeJSON } from 'proximal';

/** A file that a robot's description names. */
export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What is to be simulated. */
export interface Source {
  /** A built-in scene, unless there is a file. */
  readonly scene: string;
  /** A simulation, URDF or MJCF file, with what belongs to it. */
  readonly files: readonly GivenFile[];
  /** How the root of a URDF moves. */
  readonly root: 'fixed' | 'free-flyer';
  /** A contact solver by name; '' for the scene's own. */
  readonly solver: string;
  /** The same scene under every model of contact. */
  readonly isSideBySide: boolean;
}

export type Order =
  | { readonly kind: 'open'; readonly source: Source }
  | { readonly kind: 'play' }
  | { readonly kind: 'pause' }
  /** One time step. */
  | { readonly kind: 'step' }
  /** Goes on from a frame that was recorded, by another solver; what came after it is forgotten. */
  | { readonly kind: 'solver'; readonly solver: string; readonly frame: number; readonly generation: number };

/** A body as it is drawn. */
export interface Prop {
  readonly name: string;
  readonly isStatic: boolean;
  readonly lane: number;
  readonly shape: ShapeJSON;
}

/** One simulator of those that run side by side. */
export interface Lane {
  readonly title: string;
  /** How far along x it is drawn from where it is, in meters. */
  readonly offset: number;
}

/** What is not as the files say, or not as one might think: parts that are not read, links that do not collide, joints beyond their limits. */
export interface Notice {
  readonly isWarning: boolean;
  readonly message: string;
}

export interface Opened {
  readonly kind: 'opened';
  readonly title: string;
  readonly lanes: readonly Lane[];
  readonly props: readonly Prop[];
  /** Seconds. */
  readonly timeStep: number;
  readonly notices: readonly Notice[];
  readonly first: Frame;
}

/** Everything at one time. */
export interface Frame {
  /** Seconds since the start. */
  readonly time: number;
  /** Seven numbers for each prop. */
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
  /** How far the impulses are from the law of contact. */
  readonly residual: number;
  readonly iterations: number;
  readonly contacts: number;
  /** Meters. */
  readonly penetration: number;
  readonly status: string;
  /** Pairs and contacts that the limits of a step have left out. */
  readonly leftOut: { readonly pairs: number; readonly contacts: number };
}

export type Report =
  | Opened
  /** `generation`: of the last change of solver that the worker knew of. */
  | { readonly kind: 'frame'; readonly frame: Frame; readonly generation: number }
  /** The other solver is in use. */
  | { readonly kind: 'changed'; readonly generation: number }
  | { readonly kind: 'failed'; readonly message: string };
