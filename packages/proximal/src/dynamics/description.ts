// The description of a model, as given by a program or a file.
import type { PoseLike } from '../math/pose.ts';
import type { VectorLike } from '../math/vec3.ts';
import type { Assembly } from '../shapes/assembly.ts';
import type { Shape } from '../shapes/shape.ts';
import type { JointKind } from './joints/joint.ts';

/**
 * The inertia of a link. Without it the link has no mass, which is valid if every joint still moves some inertia.
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
  /**
   * About the center of mass, along the link's axes, in kg m²: three numbers for a diagonal, or nine by rows. A link with mass needs a
   * positive definite inertia.
   */
  readonly inertia?: ArrayLike<number>;
  /** The fraction of the link's weight that is compensated, like MuJoCo's `gravcomp`: 0 unless given, 1 for a weightless link. */
  readonly gravityCompensation?: number;
}

/**
 * The joint follows another joint of the model: coordinate = ratio · (coordinate of the leader) + offset.
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
  /** The link that the joint moves. Its frame is the joint's frame. */
  readonly child: string;
  /** The pose of the child in the parent's frame at the neutral configuration; the identity unless given. */
  readonly placement?: PoseLike;
  /** In the child's frame, of any length but zero; z unless given. The normal of the plane for a planar joint. */
  readonly axis?: VectorLike;
  /** Meters per radian, for a helical joint; 0 unless given. */
  readonly pitch?: number;
  /** The least value of each coordinate of the configuration, in radians or meters. One number applies to all coordinates. */
  readonly lower?: number | ArrayLike<number>;
  /** The largest value of each coordinate of the configuration. */
  readonly upper?: number | ArrayLike<number>;
  /** The largest speed, in rad/s or m/s. */
  readonly velocityLimit?: number;
  /** The largest torque or force, in N m or N. */
  readonly effortLimit?: number;
  /** Inertia of the motor, reflected to the joint, in kg m² or kg: it is added to the diagonal of the mass matrix. */
  readonly armature?: number;
  /** Dry friction, in N m or N: used by simulators, not by the algorithms of `proximal/dynamics`. */
  readonly friction?: number;
  /** Viscous damping, in N m s/rad or N s/m: the torque −damping · velocity is part of `passiveTorque` and of simulations. */
  readonly damping?: number;
  /**
   * The stiffness of a spring, in N m/rad or N/m, for joints with one coordinate: the torque −stiffness · (q − springReference)
   * is part of `passiveTorque` and of simulations.
   */
  readonly stiffness?: number;
  /** The coordinate at which the spring is at rest, in radians or meters; 0 unless given. */
  readonly springReference?: number;
  /** For joints with one coordinate. The position, velocity and effort limits of a joint that mimics another are not used. */
  readonly mimic?: MimicDescription;
}

/**
 * A shape on a link.
 * @example
 * ```ts
 * const foot: GeometryDescription = { shape: sphere(0.02), pose: { position: [0, 0, -0.2] } };
 * ```
 */
export interface GeometryDescription {
  /** A convex shape, or a compound, triangle mesh or height field of `proximal/scene`. */
  readonly shape: Shape | Assembly;
  /** The pose in the link's frame; the identity unless given. */
  readonly pose?: PoseLike;
  /** The link's name and a number unless given. */
  readonly name?: string;
  /**
   * Collision masks as in MuJoCo, 32 bits each: two geometries may collide if the `contype` of one shares a bit with the
   * `conaffinity` of the other. 1 and 1 unless given. Bodies of a scene that no model owns collide with all geometries except geometries with 0
   * and 0.
   */
  readonly contype?: number;
  readonly conaffinity?: number;
  /**
   * Coulomb's µ of contacts, used if the options of the simulator do not give µ. If both geometries have a µ, `priority` decides, and for equal
   * priorities the larger is used; if neither has, the default of the simulator is used.
   */
  readonly friction?: number;
  /** Of two geometries with a friction, the one with the higher priority decides; 0 unless given. */
  readonly priority?: number;
  /**
   * Whether its contacts have no friction if the other geometry is frictionless, too, or has a lower priority, or if no µ is given:
   * `condim="1"` of MJCF.
   */
  readonly frictionless?: boolean;
  /** Torsional and rolling friction of contacts, in meters: `condim` 4 and 6 of MJCF. They combine like `friction`. 0 unless given. */
  readonly torsionalFriction?: number;
  readonly rollingFriction?: number;
}

/**
 * Whether two links, or two geometries, collide with each other: like an entry of `disable_collisions` in an SRDF, or its
 * opposite. The last rule for a pair applies, and overrides masks, joints between the links, and their overlap in the reference
 * configuration. Links fixed to each other never collide.
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
      /** Coulomb's µ of the pair, instead of the µ of the geometries. */
      readonly friction?: number;
      /** Torsional and rolling friction of the pair, in meters, instead of the values of the geometries. */
      readonly torsionalFriction?: number;
      readonly rollingFriction?: number;
    };

/**
 * A bilateral constraint between two frames, one on link `a` and one on link `b` or the world.
 * @example
 * ```ts
 * const loop: ConstraintDescription = { kind: 'point', a: 'rod', poseA: { position: [0, 0, 1] }, b: 'crank' };
 * ```
 */
export interface ConstraintDescription {
  /** `'point'`: the two origins coincide, three equations. `'weld'`: the two frames coincide, six equations. */
  readonly kind: 'point' | 'weld';
  /** A link. */
  readonly a: string;
  /** The pose of the frame on link `a`; the identity unless given. Likewise `poseB`. */
  readonly poseA?: PoseLike;
  /** Another link, which closes a loop; or `'world'` (the default), which anchors link `a`. */
  readonly b?: string;
  readonly poseB?: PoseLike;
}

/**
 * An actuator of a joint. Simulators and controllers use it; the algorithms of `proximal/dynamics` do not. The total force of a
 * joint's actuators is limited to its `effortLimit`.
 * @example
 * ```ts
 * const motor: Actuator = { name: 'knee', kind: 'position', joint: 'knee', gear: 1, kp: 100, kv: 1, controlRange: [-1, 1], forceRange: null };
 * ```
 */
export interface Actuator {
  readonly name: string;
  /**
   * `'motor'`: the control is the force. `'position'`: force = kp (control − q) − kv q̇. `'velocity'`: force = kv (control − q̇).
   * `'affine'`: force = gain · control + bias[0] + bias[1] q + bias[2] q̇. q and q̇ are the joint's position and velocity, times the gear.
   */
  readonly kind: 'motor' | 'position' | 'velocity' | 'affine';
  readonly joint: string;
  /** The ratio of the joint's force to the actuator's force; 1 unless given. */
  readonly gear: number;
  /** In N m/rad or N/m at the actuator; 0 unless given. */
  readonly kp: number;
  /** In N m s/rad or N s/m at the actuator; 0 unless given. */
  readonly kv: number;
  /** Gain and bias of an affine actuator. Default 0. */
  readonly gain?: number;
  readonly bias?: readonly [number, number, number];
  /** The smallest and largest control; null (the default) for no limits. */
  readonly controlRange: readonly [number, number] | null;
  /** The smallest and largest force before the gear; null (the default) for no limits. */
  readonly forceRange: readonly [number, number] | null;
}

/**
 * A message about a model: `'warning'` for a likely error, `'notice'` for data that was changed or ignored.
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
