// Random joints between the bodies of a world.
import type { Rng } from 'proximal/math';
import {
  type CoordinateLimits,
  type JointBody,
  type JointOptions,
  RigidBody,
  type World,
  type WorldJoint,
} from 'proximal/sim';

type Kind = JointOptions['kind'];

const kinds: readonly Kind[] = [
  'fixed',
  'ball',
  'hinge',
  'slider',
  'cylindrical',
  'universal',
  'distance',
  'rope',
  'spring',
];

type Point = [number, number, number];

function pointOf(end: JointBody, fallback: Point): Point {
  if (end === null || end === 'world') return fallback;
  const [x, y, z] = end.pose;
  return [x, y, z];
}

/** The options of a random joint between two bodies, with anchors halfway between them or at their origins. */
export function randomJoint(rng: Rng, kind: Kind, a: JointBody, b: JointBody): JointOptions {
  const [p, q] = [pointOf(a, [0, 0, 1]), pointOf(b, [0, 0, 1])];
  const anchor = p.map((x, k) => (x + q[k]) / 2);
  const axis = rng.direction();
  const breaks = {
    ...(rng.uniform() < 0.2 && { breakForce: 10 ** rng.uniform(1, 4) }),
    ...(rng.uniform() < 0.2 && { breakTorque: 10 ** rng.uniform(0, 3) }),
    ...(rng.uniform() < 0.2 && { collide: true }),
  };
  if (kind === 'distance' || kind === 'rope' || kind === 'spring') {
    const distance = Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
    const length = Math.max(distance, 0.05) * (kind === 'distance' ? 1 : rng.uniform(0.5, 1.5));
    const spring = kind === 'spring' && { stiffness: 10 ** rng.uniform(0, 4), damping: rng.uniform(0, 5) };
    return { kind, anchors: [p, q], length, ...breaks, ...spring };
  }
  if (kind === 'fixed') return { kind, anchor, ...breaks };
  const turn = rng.uniform() < 0.5 && { turn: coordinate(rng) };
  if (kind === 'ball') {
    const swing = rng.uniform() < 0.5 && { swing: rng.uniform(0, 2) };
    return { kind, anchor, axis, ...breaks, ...swing, ...turn };
  }
  if (kind === 'universal') {
    const other = rng.direction();
    const axisB = cross(axis, other);
    return { kind, anchor, axis, axisB, ...breaks, ...turn, ...coordinate(rng) };
  }
  return { kind, anchor, axis, ...breaks, ...(kind === 'cylindrical' && turn), ...coordinate(rng) };
}

/** Limits, a motor and friction, each present at random. */
function coordinate(rng: Rng): CoordinateLimits {
  const maxForce = 10 ** rng.uniform(-1, 2);
  const servo = { position: rng.uniform(-1, 1), stiffness: 10 ** rng.uniform(0, 3), damping: rng.uniform(0, 3) };
  const limits = [rng.uniform(-1, 0), rng.uniform() < 0.2 ? Infinity : rng.uniform(0, 1)] as const;
  return {
    ...(rng.uniform() < 0.5 && { limits }),
    ...(rng.uniform() < 0.5 && {
      motor: { velocity: rng.uniform(-5, 5), ...(rng.uniform() < 0.5 && servo), maxForce },
    }),
    ...(rng.uniform() < 0.3 && { friction: rng.uniform(0, 2) }),
  };
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Whether forces can move an end. */
function isMovable(end: JointBody): boolean {
  return end instanceof RigidBody ? end.type === 'dynamic' : end !== null && end !== 'world';
}

/** A joint of a random kind between two bodies. */
export function connectRandom(world: World, rng: Rng, a: JointBody, b: JointBody): WorldJoint {
  return world.connect(a, b, randomJoint(rng, kinds[rng.index(kinds.length)], a, b));
}

/** A gear between two random hinges that have one end at the world, so that it couples at most two bodies; null without two such hinges. */
export function connectGear(world: World, rng: Rng): WorldJoint | null {
  const hinges = world.joints.filter(({ kind, a, b }) => kind === 'hinge' && (a === null || b === null));
  if (hinges.length < 2) return null;
  const first = rng.index(hinges.length);
  const second = (first + 1 + rng.index(hinges.length - 1)) % hinges.length;
  return world.connectGear(hinges[first], hinges[second], { ratio: rng.uniform() < 0.5 ? -2 : rng.uniform(0.5, 2) });
}

/** Joints of every kind between random ends, two hinges at the world, and a gear between two hinges at the world. */
export function connectAll(world: World, rng: Rng, ends: readonly JointBody[]): void {
  const movable = ends.filter(isMovable);
  for (const kind of kinds) {
    const b = movable[rng.index(movable.length)];
    const others = ends.filter((end) => end !== b);
    const a = others[rng.index(others.length)];
    world.connect(a, b, randomJoint(rng, kind, a, b));
  }
  for (const body of [movable[0], movable[1]]) world.connect('world', body, randomJoint(rng, 'hinge', 'world', body));
  connectGear(world, rng);
}
