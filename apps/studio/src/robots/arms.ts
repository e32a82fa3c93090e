// Generated arms: an arm with a gripper, on a base or on a rail. All numbers are invented.
import { box, capsule, cylinder } from 'proximal';
import { type Model, ModelBuilder } from 'proximal/dynamics';

interface Segment {
  readonly name: string;
  readonly axis: readonly [number, number, number];
  /** The distance from this joint to the next one, along z, in meters. */
  readonly length: number;
  readonly radius: number;
  readonly mass: number;
  /** The largest angle in both directions, in radians. */
  readonly maxAngle: number;
  /** Newton meters. */
  readonly effort: number;
}

const alongLink = [0, 0, 1] as const;
const acrossLink = [0, 1, 0] as const;

const segments: readonly Segment[] = [
  { name: 'shoulder', axis: alongLink, length: 0.14, radius: 0.065, mass: 3, maxAngle: 2.9, effort: 120 },
  { name: 'upper arm', axis: acrossLink, length: 0.26, radius: 0.055, mass: 3, maxAngle: 2, effort: 120 },
  { name: 'elbow', axis: alongLink, length: 0.14, radius: 0.05, mass: 1.5, maxAngle: 2.9, effort: 80 },
  { name: 'forearm', axis: acrossLink, length: 0.24, radius: 0.045, mass: 2, maxAngle: 2.4, effort: 80 },
  { name: 'wrist', axis: alongLink, length: 0.09, radius: 0.04, mass: 1, maxAngle: 2.9, effort: 40 },
  { name: 'palm', axis: acrossLink, length: 0.08, radius: 0.038, mass: 0.8, maxAngle: 2.1, effort: 30 },
];

const baseHeight = 0.16;

function momentsOf(mass: number, radius: number, length: number): [number, number, number] {
  const across = (mass * (3 * radius * radius + length * length)) / 12;
  return [across, across, (mass * radius * radius) / 2];
}

function addArm(builder: ModelBuilder, parent: string, links: readonly Segment[], height: number): void {
  let [before, place] = [parent, height];
  for (const { name, axis, length, radius, mass, maxAngle, effort } of links) {
    builder
      .link(name, { mass, centerOfMass: [0, 0, length / 2], inertia: momentsOf(mass, radius, length) })
      .joint(`${name} joint`, {
        kind: 'revolute',
        parent: before,
        child: name,
        placement: { position: [0, 0, place] },
        axis,
        lower: -maxAngle,
        upper: maxAngle,
        velocityLimit: 2.5,
        effortLimit: effort,
      })
      .geometry(name, { shape: capsule(radius, (length - radius) / 2), pose: { position: [0, 0, length / 2] } });
    [before, place] = [name, length];
  }
  addHand(builder, before, place);
}

/** A hand with two fingers, which do not move. */
function addHand(builder: ModelBuilder, parent: string, place: number): void {
  builder
    .link('hand', { mass: 0.7, centerOfMass: [0, 0, 0.05], inertia: [0.002, 0.002, 0.001] })
    .joint('hand joint', {
      kind: 'revolute',
      parent,
      child: 'hand',
      placement: { position: [0, 0, place] },
      axis: [0, 0, 1],
      lower: -2.9,
      upper: 2.9,
      velocityLimit: 3,
      effortLimit: 20,
    })
    .geometry('hand', { shape: box(0.025, 0.055, 0.025), pose: { position: [0, 0, 0.035] } });
  for (const side of [-1, 1])
    builder.geometry('hand', { shape: box(0.01, 0.007, 0.03), pose: { position: [0, 0.04 * side, 0.09] } });
  builder.frame('gripper', 'hand', { position: [0, 0, 0.11] });
}

/** Seven joints on a base that is fixed to the world. */
export function arm(): Model {
  const builder = new ModelBuilder({ name: 'arm' });
  builder.link('base', { mass: 5, inertia: [0.03, 0.03, 0.03] }).geometry('base', {
    shape: cylinder(0.085, baseHeight / 2 - 0.03),
    pose: { position: [0, 0, baseHeight / 2 - 0.03] },
  });
  addArm(builder, 'base', segments, baseHeight);
  return builder.build();
}

/** A carriage on a rail along y, and an arm of six joints on it. */
export function railArm(): Model {
  const builder = new ModelBuilder({ name: 'arm on a rail' });
  builder
    .link('rail', { mass: 10, inertia: [1, 1, 1] })
    .geometry('rail', { shape: box(0.06, 1, 0.02), pose: { position: [0, 0, 0.02] } })
    .link('carriage', { mass: 5, centerOfMass: [0, 0, 0.05], inertia: [0.03, 0.03, 0.03] })
    .joint('slide', {
      kind: 'prismatic',
      parent: 'rail',
      child: 'carriage',
      placement: { position: [0, 0, 0.05] },
      axis: [0, 1, 0],
      lower: -0.8,
      upper: 0.8,
      velocityLimit: 1,
      effortLimit: 400,
    })
    .geometry('carriage', { shape: box(0.09, 0.09, 0.03), pose: { position: [0, 0, 0.03] } });
  const straight = segments.filter(({ name }) => name !== 'elbow');
  addArm(builder, 'carriage', straight, 0.12);
  return builder.build();
}
