// Messages between the page and the simulation worker, as plain data.
import type { ShapeJSON } from 'proximal';
import type { SceneControl } from './scene-control.ts';

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
  /** Whether the meshes of a robot are read; otherwise only its primitive shapes collide. */
  readonly hasMeshes: boolean;
  /** A contact solver by name; '' for the scene's own. */
  readonly solver: string;
  /** Whether the scene is simulated under every model of contact, side by side. */
  readonly isSideBySide: boolean;
  /** The solvers of the contact models that run side by side; empty for all. */
  readonly models: readonly string[];
  /** The height of the bumps of a walking scene, in meters; 0 for flat ground. */
  readonly roughness: number;
  /** The commanded velocity of a walking scene: forward and to the left in m/s, and the yaw rate in rad/s. Or the targets of a robot's joints. */
  readonly command: readonly number[];
}

/** A body that is pulled toward a point, like by a damped spring. */
export interface Grab {
  /** The index among the body views. */
  readonly body: number;
  /** The point that is held, in body coordinates. */
  readonly point: readonly number[];
  /** Where it is pulled, in world coordinates. */
  readonly target: readonly number[];
}

/** A new body. */
export interface AddedBody {
  readonly shape: ShapeJSON;
  /** Meters, and m/s. */
  readonly position: readonly number[];
  readonly velocity: readonly number[];
}

/** What the user changes while a simulation runs. What is absent stays. */
export interface Change {
  /** A contact solver by name; '' for the scene's own. */
  readonly solver?: string;
  /** Downward, in m/s². */
  readonly gravity?: number;
  readonly friction?: number;
  readonly restitution?: number;
  /** Seconds. */
  readonly timeStep?: number;
  readonly added?: AddedBody;
  /** The index of a body view. */
  readonly removed?: number;
}

/** A force on a body. */
export interface Push {
  /** The index among the body views. */
  readonly body: number;
  /** The point at which it acts, in body coordinates unless stated otherwise. */
  readonly point: readonly number[];
  /** In N, in world coordinates. */
  readonly force: readonly number[];
}

export type Command =
  | { readonly kind: 'open'; readonly source: Source }
  /** `pace`: simulated seconds per second, at most. */
  | { readonly kind: 'play'; readonly pace: number }
  | { readonly kind: 'pause' }
  /** One time step. */
  | { readonly kind: 'step' }
  /** Continues with a change: from recorded frame `frame`, dropping the later ones, or if `frame` is null, from the newest state. */
  | { readonly kind: 'change'; readonly change: Change; readonly frame: number | null; readonly generation: number }
  /** Asks for the simulation file. */
  | { readonly kind: 'export' }
  | { readonly kind: 'command'; readonly command: readonly number[] }
  /** Acts for some simulated seconds. */
  | { readonly kind: 'push'; readonly push: Push; readonly seconds: number }
  /** Acts until the next grab; null ends it. */
  | { readonly kind: 'grab'; readonly grab: Grab | null };

/** A body as it is drawn. */
export interface BodyView {
  readonly name: string;
  readonly isStatic: boolean;
  /** Whether it belongs to a robot. */
  readonly isRobot: boolean;
  /** The index of its simulator. */
  readonly simulator: number;
  readonly shape: ShapeJSON;
  /** The mass of the body or robot that it belongs to, in kg; 0 if it cannot be pushed. */
  readonly mass: number;
  /** A color that the scene gives. */
  readonly color?: string;
}

/** How one of the simulators side by side is drawn. */
export interface SimulatorView {
  readonly title: string;
  /** The offset along x and y at which it is drawn, in meters. */
  readonly offset: readonly [x: number, y: number];
}

/** A joint that PD control holds at a target. */
export interface JointTarget {
  readonly name: string;
  readonly lower: number;
  readonly upper: number;
  readonly unit: 'rad' | 'm';
  /** The first target. */
  readonly value: number;
}

/** A notice: parts of files that are not read, links that do not collide, joints beyond their limits. */
export interface Notice {
  readonly isWarning: boolean;
  readonly message: string;
}

/** What the page shows of a scene with a controller. */
export type ControlView = Pick<SceneControl, 'measures' | 'searches' | 'followed' | 'camera' | 'pace'>;

/** The options of the simulation that the user can change. */
export type Physics = Required<Pick<Change, 'gravity' | 'friction' | 'restitution' | 'timeStep'>>;

export interface Opened {
  readonly kind: 'opened';
  readonly title: string;
  readonly simulators: readonly SimulatorView[];
  readonly bodyViews: readonly BodyView[];
  readonly physics: Physics;
  readonly notices: readonly Notice[];
  /** Null without a controller. */
  readonly control: ControlView | null;
  /** The joints that are held at targets; none if no joint is. */
  readonly targets: readonly JointTarget[];
  readonly first: Frame;
}

/** The state of all bodies at one time. */
export interface Frame {
  /** Seconds since the start. */
  readonly time: number;
  /** Seven numbers for each body that there was until then; NaN for a body that was removed. */
  readonly poses: Float32Array;
  /** Six numbers for each contact: its point in meters, and the force on B (on A if B is static) in newtons. */
  readonly forces: Float32Array;
  /** The pull of the user: the point where it acts, and the vector of the drag, in world coordinates and meters. */
  readonly pull: { readonly point: readonly number[]; readonly drag: readonly number[] } | null;
  readonly simulators: readonly SimulatorReport[];
  /** The milliseconds that the frame took to compute. */
  readonly spent: number;
  /** The simulated seconds between the previous frame and this one. */
  readonly passed: number;
}

/** What the page shows of a simulator at a frame. */
export interface SimulatorReport {
  /** Joules. */
  readonly kinetic: number;
  readonly potential: number;
  /** The residual of the NCP: the largest of the primal, dual and complementarity residuals, regardless of their units. */
  readonly residual: number;
  /** ε_c, the largest |⟨λ, σ + Γ(σ)⟩| over the contacts, with their impulses λ, velocities σ and de Saxcé's correction Γ; in joules. */
  readonly complementarity: number;
  /** What the controller measures; empty without one. */
  readonly measured: readonly number[];
  /** Why the controller has failed, as a sentence; or ''. */
  readonly failure: string;
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
  /** The work that is in progress before the scene is open. */
  | { readonly kind: 'progress'; readonly text: string }
  /** `generation`: the number of the last change that the worker has received. */
  | { readonly kind: 'frame'; readonly frame: Frame; readonly generation: number }
  /** The change is in effect. */
  | {
      readonly kind: 'changed';
      readonly generation: number;
      readonly bodyViews: readonly BodyView[];
      readonly physics: Physics;
    }
  | { readonly kind: 'exported'; readonly text: string }
  | { readonly kind: 'failed'; readonly message: string };
