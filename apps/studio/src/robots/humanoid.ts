// A generated humanoid of 1.6 m and about 50 kg: 27 hinges, capsules and boxes. All numbers are invented.
import { box, capsule, type Shape, sphere } from 'proximal';
import { type Model, ModelBuilder } from 'proximal/dynamics';

type Triple = readonly [number, number, number];
const [alongX, alongY, alongZ]: readonly Triple[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A link and the hinge that moves it. */
interface Segment {
  readonly name: string;
  readonly parent: string;
  readonly axis: Triple;
  /** The hinge, in the frame of the parent, in meters. */
  readonly at: Triple;
  /** Radians. */
  readonly range: readonly [number, number];
  /** Kilograms. */
  readonly mass: number;
  /** Absent for a link between two hinges of one joint. */
  readonly shape?: Shape;
  /** The center of the shape, in the frame of the link. */
  readonly center?: Triple;
}

/** A link between two hinges at the same place. */
const hinge = (name: string, parent: string, axis: Triple, at: Triple, range: Segment['range']): Segment => {
  return { name, parent, axis, at, range, mass: 0.4 };
};

/** @param y +1 for the left leg, −1 for the right one */
function leg(side: string, y: number): Segment[] {
  return [
    hinge(`${side} hip yaw`, 'pelvis', alongZ, [0, 0.09 * y, -0.08], [-0.8, 0.8]),
    hinge(`${side} hip roll`, `${side} hip yaw`, alongX, [0, 0, 0], [-0.6, 0.6]),
    {
      name: `${side} thigh`,
      parent: `${side} hip roll`,
      axis: alongY,
      at: [0, 0, 0],
      range: [-1.9, 0.6],
      mass: 5,
      shape: capsule(0.06, 0.12),
      center: [0, 0, -0.2],
    },
    {
      name: `${side} shin`,
      parent: `${side} thigh`,
      axis: alongY,
      at: [0, 0, -0.4],
      range: [0, 2.3],
      mass: 3,
      shape: capsule(0.047, 0.13),
      center: [0, 0, -0.19],
    },
    hinge(`${side} ankle`, `${side} shin`, alongY, [0, 0, -0.38], [-0.8, 0.8]),
    {
      name: `${side} foot`,
      parent: `${side} ankle`,
      axis: alongX,
      at: [0, 0, 0],
      range: [-0.5, 0.5],
      mass: 1,
      shape: box(0.12, 0.05, 0.02),
      center: [0.04, 0, -0.055],
    },
  ];
}

function arm(side: string, y: number): Segment[] {
  return [
    hinge(`${side} shoulder pitch`, 'torso', alongY, [0, 0.2 * y, 0.36], [-3, 1.2]),
    hinge(`${side} shoulder roll`, `${side} shoulder pitch`, alongX, [0, 0.02 * y, 0], y > 0 ? [0, 2.8] : [-2.8, 0]),
    {
      name: `${side} upper arm`,
      parent: `${side} shoulder roll`,
      axis: alongZ,
      at: [0, 0.02 * y, 0],
      range: [-1.5, 1.5],
      mass: 1.8,
      shape: capsule(0.042, 0.1),
      center: [0, 0, -0.14],
    },
    {
      name: `${side} forearm`,
      parent: `${side} upper arm`,
      axis: alongY,
      at: [0, 0, -0.29],
      range: [-2.4, 0],
      mass: 1.1,
      shape: capsule(0.036, 0.08),
      center: [0, 0, -0.12],
    },
    {
      name: `${side} hand`,
      parent: `${side} forearm`,
      axis: alongZ,
      at: [0, 0, -0.24],
      range: [-1.5, 1.5],
      mass: 0.4,
      shape: box(0.035, 0.018, 0.055),
      center: [0, 0, -0.065],
    },
  ];
}

const trunk: readonly Segment[] = [
  {
    name: 'torso',
    parent: 'pelvis',
    axis: alongZ,
    at: [0, 0, 0.09],
    range: [-1.2, 1.2],
    mass: 14,
    shape: box(0.09, 0.15, 0.19),
    center: [0, 0, 0.21],
  },
  {
    name: 'head',
    parent: 'torso',
    axis: alongZ,
    at: [0, 0, 0.42],
    range: [-1.2, 1.2],
    mass: 3.5,
    shape: sphere(0.1),
    center: [0, 0, 0.12],
  },
];

/** The principal moments of a solid box around a shape. */
function momentsOf(mass: number, shape: Shape | undefined): Triple {
  if (!shape) return [1e-3 * mass, 1e-3 * mass, 1e-3 * mass];
  const [x, y, z] = shape.boundingBox().max.map((half) => (mass * half * half) / 3);
  return [y + z, x + z, x + y];
}

/** The pelvis is the root: fixed to the world, or free. */
export function humanoid(root: 'fixed' | 'free-flyer'): Model {
  const builder = new ModelBuilder({ name: 'humanoid' });
  const pelvis = box(0.08, 0.13, 0.06);
  builder.link('pelvis', { mass: 8, inertia: momentsOf(8, pelvis) }).geometry('pelvis', { shape: pelvis });
  if (root === 'free-flyer') builder.joint('root', { kind: 'free-flyer', parent: 'world', child: 'pelvis' });
  const segments = [...trunk, ...arm('left', 1), ...arm('right', -1), ...leg('left', 1), ...leg('right', -1)];
  for (const { name, parent, axis, at, range, mass, shape, center = [0, 0, 0] } of segments) {
    const [lower, upper] = range;
    builder.link(name, { mass, centerOfMass: center, inertia: momentsOf(mass, shape) }).joint(`${name} joint`, {
      kind: 'revolute',
      parent,
      child: name,
      placement: { position: at },
      axis,
      lower,
      upper,
      velocityLimit: 10,
      effortLimit: 200,
    });
    if (shape) builder.geometry(name, { shape, pose: { position: center } });
  }
  return builder.build();
}
