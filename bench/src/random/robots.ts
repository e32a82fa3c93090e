// Random robots as data: trees of joints of every kind, with limits, friction, motors, and sometimes a loop.
import { type JointKind, type Model, ModelBuilder } from 'proximal/dynamics';
import type { Rng } from 'proximal/math';
import { logUniform } from './extents.ts';
import { buildShape, type ShapeSpec, specOf } from './specs.ts';

/** A joint and the link that it moves. */
export interface JointSpec {
  readonly kind: JointKind;
  /** The number of the parent joint; −1 for the world. */
  readonly parent: number;
  readonly axis: readonly number[];
  /** Seven numbers in the frame of the parent. */
  readonly pose: readonly number[];
  readonly mass: number;
  readonly shape: ShapeSpec;
  readonly limit?: readonly [number, number];
  readonly friction: number;
  readonly damping: number;
  readonly armature: number;
  readonly motor?: {
    readonly kind: 'motor' | 'position';
    readonly kp: number;
    readonly kv: number;
    /** In N or N m, 20 by default. */
    readonly force?: number;
  };
}

export interface RobotSpec {
  readonly joints: readonly JointSpec[];
  /** A loop closure: the numbers of two joints whose links are held together at their initial poses; −1 for the world. */
  readonly loop?: { readonly kind: 'point' | 'weld'; readonly a: number; readonly b: number };
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

/** One to six joints, sometimes with a loop. Motors of extreme robots ignore the inertia of their links; others are scaled to it. */
export function randomRobot(rng: Rng, isExtreme: boolean): RobotSpec {
  const count = 1 + rng.index(6);
  const joints = Array.from({ length: count }, (_, k) => randomJoint(rng, k, isExtreme));
  if (count < 3 || rng.uniform() < 0.7) return { joints };
  return { joints, loop: { kind: rng.uniform() < 0.5 ? 'point' : 'weld', a: count - 1, b: rng.index(count) - 1 } };
}

function randomJoint(rng: Rng, number: number, isExtreme: boolean): JointSpec {
  const kind = number === 0 && rng.uniform() < 0.4 ? 'free-flyer' : kinds[rng.index(kinds.length - 1)];
  const size = rng.uniform(0.03, 0.15);
  const zeroOrUpTo = (limit: number): number => (rng.uniform() < 0.6 ? 0 : rng.uniform(0, limit));
  const position = [
    rng.uniform(-0.3, 0.3),
    rng.uniform(-0.3, 0.3),
    number === 0 ? rng.uniform(0, 1) : rng.uniform(-0.3, 0.3),
  ];
  const shapes = [specOf('capsule', size / 2, size), specOf('box', size, size / 2, size / 3), specOf('sphere', size)];
  const mass = logUniform(rng, 0.01, 10);
  const motor = { kind: rng.uniform() < 0.5 ? 'motor' : 'position', ...motorFor(kind, mass, size, isExtreme) } as const;
  return {
    kind,
    parent: number === 0 ? -1 : rng.index(number + 1) - 1,
    axis: rng.uniform() < 0.5 ? [0, 0, 1] : rng.direction(),
    pose: [...position, ...(rng.uniform() < 0.5 ? [0, 0, 0, 1] : rng.rotation())],
    mass,
    shape: shapes[rng.index(3)],
    ...(rng.uniform() < 0.4 && (kind === 'revolute' || kind === 'prismatic')
      ? { limit: [rng.uniform(-1, 0.1), rng.uniform(0.1, 1)] as const }
      : {}),
    friction: zeroOrUpTo(1),
    damping: zeroOrUpTo(1),
    armature: zeroOrUpTo(0.1),
    ...(rng.uniform() < 0.3 && (kind === 'revolute' || kind === 'prismatic') ? { motor } : {}),
  };
}

/**
 * Unless the robot is extreme: a damped spring with which the link alone has a natural frequency of 10 rad/s, and whose force accelerates the link
 * by at most 200 m/s² or rad/s².
 */
function motorFor(
  kind: JointKind,
  mass: number,
  size: number,
  isExtreme: boolean,
): { kp: number; kv: number; force: number } {
  const inertia = kind === 'prismatic' ? mass : 0.4 * mass * size * size;
  return isExtreme ? { kp: 50, kv: 1, force: 20 } : { kp: 100 * inertia, kv: 10 * inertia, force: 200 * inertia };
}

export function buildRobot({ joints, loop }: RobotSpec, name: string): Model {
  const builder = new ModelBuilder({ name });
  const linkOf = (number: number): string => (number < 0 ? 'world' : `link ${number}`);
  joints.forEach(({ kind, parent, axis, pose, mass, shape, limit, friction, damping, armature, motor }, k) => {
    const solid = buildShape(shape);
    const { volume, centerOfMass, inertia } = solid.massProperties();
    builder
      .link(linkOf(k), { mass, centerOfMass, inertia: inertia.map((value) => (value * mass) / volume) })
      .joint(`joint ${k}`, {
        kind,
        parent: linkOf(parent),
        child: linkOf(k),
        axis,
        placement: pose,
        ...(limit && { lower: limit[0], upper: limit[1] }),
        ...(kind === 'helical' && { pitch: 0.05 }),
        friction,
        damping,
        armature,
      })
      .geometry(linkOf(k), { shape: solid });
    if (motor) {
      const { force = 20, ...gains } = motor;
      const ranges = { gear: 1, controlRange: null, forceRange: [-force, force] as const };
      builder.actuator({ name: `motor ${k}`, joint: `joint ${k}`, ...gains, ...ranges });
    }
  });
  if (loop) builder.constraint('loop', { kind: loop.kind, a: linkOf(loop.a), b: linkOf(loop.b) });
  return builder.build();
}
