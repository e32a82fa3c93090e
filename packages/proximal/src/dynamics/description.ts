// The description of a model, as given by a program or a file.
import type { PoseLike } from '../math/pose.ts';
import type { VectorLike } from '../math/vec3.ts';
import type { Shape } from '../shapes/shape.ts';
import type { JointKind } from './joints/joint.ts';

/**
 * The inertia of a link. Left out, the link has no mass, which is legal for a link that is fixed to one with mass.
 * @example
 * ```ts
 * const rod: LinkDescription = { mass: 2, centerOfMass: [0, 0, 0.5], inertia: [0.17, 0.17, 0.001] };
 * ```
 */
export interface LinkDescription {
  /** In kg; 0 unless given. */
  readonly mass?: number;
  /** In the link's frame, in meters; its origin unless given. */
  readonly centerOfMass?: VectorLike;
  /** About the center of mass, along the link's axes, in kg m²: three numbers for a diagonal, or nine by rows. */
  readonly inertia?: ArrayLike<number>;
  /** The fraction of its weight that is compensated, as MuJoCo's `gravcomp`: 0 unless given, 1 for a weightless link. */
  readonly gravityCompensation?: number;
}

/**
 * Follows another joint of the same robot: coordinate = ratio · (coordinate of the leader) + offset.
 * @example
 * ```ts
 * const mimic: MimicDescription = { joint: 'finger_left', ratio: -1 };
 * ```
 */
export interface MimicDescription {
  /** The joint that leads. It has one coordinate. */
  readonly joint: string;
  /** 1 unless given. */
  readonly ratio?: number;
  /** In radians or meters; 0 unless given. */
  readonly offset?: number;
}

/**
 * A joint between two links.
 * @example
 * ```ts
 * const hip: JointDescription = { kind: 'revolute', parent: 'trunk', child: 'thigh', axis: [0, 1, 0] };
 * ```
 */
export interface JointDescription {
  readonly kind: JointKind;
  /** The link that the joint is attached to, or 'world'. */
  readonly parent: string;
  /** The link that the joint moves. Its frame is the joint's. */
  readonly child: string;
  /** Where the child is in the parent's frame at the neutral configuration; the same place unless given. */
  readonly placement?: PoseLike;
  /** In the child's frame, of any length; z unless given. The normal of the plane for a planar joint. */
  readonly axis?: VectorLike;
  /** Meters per radian, for a helical joint. */
  readonly pitch?: number;
  /** The least value of each coordinate of the configuration, in radians or meters. One number serves all of them. */
  readonly lower?: number | ArrayLike<number>;
  /** The largest value of each coordinate of the configuration. */
  readonly upper?: number | ArrayLike<number>;
  /** The largest speed, in rad/s or m/s. */
  readonly velocityLimit?: number;
  /** The largest torque or force, in N m or N. */
  readonly effortLimit?: number;
  /** Inertia of the motor seen from the joint, in kg m² or kg: it is added to the diagonal of the mass matrix. */
  readonly armature?: number;
  /** Dry friction, in N m or N: for simulators; not used by the algorithms here. */
  readonly friction?: number;
  /** Viscous damping, in N m s/rad or N s/m: for simulators; not used by the algorithms here. */
  readonly damping?: number;
  /**
   * Of a spring, in N m/rad or N/m, for joints with one coordinate: the torque −stiffness · (q − springReference) is part of
   * `passiveTorque` and of simulations.
   */
  readonly stiffness?: number;
  /** The coordinate at which the spring is at rest, in radians or meters; 0 unless given. */
  readonly springReference?: number;
  readonly mimic?: MimicDescription;
}

/**
 * A convex shape on a link.
 * @example
 * ```ts
 * const foot: GeometryDescription = { shape: sphere(0.02), pose: { position: [0, 0, -0.2] } };
 * ```
 */
export interface GeometryDescription {
  readonly shape: Shape;
  /** Where it is in the link's frame; at its origin unless given. */
  readonly pose?: PoseLike;
  /** The link's name and a number unless given. */
  readonly name?: string;
  /**
   * The groups that it belongs to, as bits of a 32-bit number, and those that it meets, as MuJoCo has them: two geometries meet if
   * the `contype` of one shares a bit with the `conaffinity` of the other. 1 and 1 unless given; bodies of a scene that no model owns
   * meet all but those with 0 and 0.
   */
  readonly contype?: number;
  readonly conaffinity?: number;
  /**
   * Coulomb's µ of contacts for which a simulator's options name none. Between two geometries that have one, the larger; the simulator's
   * own default where neither has.
   */
  readonly friction?: number;
  /** Of two geometries with a friction, the one with the higher priority decides; 0 unless given. */
  readonly priority?: number;
  /** Whether it slides freely on others of which this is true as well, or that have a lower priority: `condim="1"` of MJCF. */
  readonly frictionless?: boolean;
}

/**
 * Whether two links, or two geometries, collide with each other: an entry as in the `disable_collisions` of an SRDF, or the contrary.
 * Of several about the same pair the last one holds, before masks, before joints between the links, and before their overlap in the
 * reference configuration. What fixed joints hold together never collides.
 * @example
 * ```ts
 * const rule: CollisionRule = { links: ['upper_arm', 'gripper'], collide: false };
 * ```
 */
export type CollisionRule =
  | { readonly links: readonly [string, string]; readonly collide: boolean }
  | {
      readonly geometries: readonly [string, string];
      readonly collide: boolean;
      /** Coulomb's µ of the two, in place of their own. */
      readonly friction?: number;
    };

/**
 * A bilateral constraint between two places: `a` on one link and `b` on another, or on the world.
 * @example
 * ```ts
 * const loop: ConstraintDescription = { kind: 'point', a: 'rod', poseA: { position: [0, 0, 1] }, b: 'crank' };
 * ```
 */
export interface ConstraintDescription {
  /** `'point'`: the two origins meet, three equations. `'weld'`: the two frames meet, six equations. */
  readonly kind: 'point' | 'weld';
  /** A link. */
  readonly a: string;
  readonly poseA?: PoseLike;
  /** Another link closes a loop; `'world'`, which is the default, anchors the first. */
  readonly b?: string;
  readonly poseB?: PoseLike;
}

/**
 * A motor on a joint: carried for a controller or simulator, no algorithm here uses it. All motors of a joint together bring no more
 * than its `effortLimit`.
 * @example
 * ```ts
 * const motor: Actuator = { name: 'knee', kind: 'position', joint: 'knee', gear: 1, kp: 100, kv: 1, controlRange: [-1, 1], forceRange: null };
 * ```
 */
export interface Actuator {
  readonly name: string;
  /**
   * `'motor'`: the control is the force. `'position'`: force = kp (control − q) − kv q̇. `'velocity'`: force = kv (control − q̇).
   * `'affine'`: force = gain · control + bias[0] + bias[1] q + bias[2] q̇. q and q̇ are the joint's, times the gear.
   */
  readonly kind: 'motor' | 'position' | 'velocity' | 'affine';
  readonly joint: string;
  /** The joint's force per force of the actuator; 1 unless given. */
  readonly gear: number;
  /** 0 unless given. */
  readonly kp: number;
  /** 0 unless given. */
  readonly kv: number;
  /** Of an affine actuator. */
  readonly gain?: number;
  readonly bias?: readonly [number, number, number];
  /** Null, unless given, for none. */
  readonly controlRange: readonly [number, number] | null;
  /** Null, unless given, for none. */
  readonly forceRange: readonly [number, number] | null;
}

/**
 * Something that the user should know about a model: `'warning'` for what is likely wrong, `'notice'` for what was changed
 * or left out.
 * @example
 * ```ts
 * const notice: ModelNotice = { level: 'notice', name: 'knee', message: 'joint "knee": the axis had length 2 and was normalized' };
 * ```
 */
export interface ModelNotice {
  readonly level: 'warning' | 'notice';
  /** The link, joint or element. */
  readonly name: string;
  /** The line in the file, from 1, where there is one. */
  readonly line?: number;
  readonly message: string;
}
