// A generated hand with the lengths, masses, joint limits and position servos of the Allegro hand (right).
import { box, capsule } from 'proximal';
import { type LinkDescription, type Model, ModelBuilder } from 'proximal/dynamics';
import type { PoseLike } from 'proximal/math';

/**
 * Stiffness and damping of each servo, in N m/rad and N m s/rad. The torque is stiffness · (target − q) − damping · q̇. Both are properties
 * of the joint, with the reference 0; the control adds stiffness · target. With 1 N m/rad, a target in rad is this torque in N m.
 */
export const [stiffness, damping] = [1, 0.1];
export const fingerNames = ['index', 'middle', 'ring', 'thumb'] as const;
export const tipRadius = 0.012;

/** One joint and the link that it moves: a rod along z. */
interface Segment {
  readonly axis: readonly [number, number, number];
  readonly range: readonly [number, number];
  /** In the frame of the segment before. */
  readonly placement: PoseLike;
  readonly length: number;
  readonly mass: number;
}

const tipMass = 0.0168;
const at = (x: number, y: number, z: number): PoseLike => ({ position: [x, y, z] });
const rotationAboutX = (angle: number): [number, number, number, number] => [
  Math.sin(angle / 2),
  0,
  0,
  Math.cos(angle / 2),
];

/** The segments of a finger: a hinge about z, which spreads the fingers, then three hinges about y. */
const finger = (base: PoseLike): Segment[] => [
  { axis: [0, 0, 1], range: [-0.47, 0.47], placement: base, length: 0.0164, mass: 0.0119 },
  { axis: [0, 1, 0], range: [-0.196, 1.61], placement: at(0, 0, 0.0164), length: 0.054, mass: 0.065 },
  { axis: [0, 1, 0], range: [-0.174, 1.709], placement: at(0, 0, 0.054), length: 0.0384, mass: 0.0355 },
  { axis: [0, 1, 0], range: [-0.227, 1.618], placement: at(0, 0, 0.0384), length: 0.0267, mass: 0.0096 },
];

const thumbBase = { position: [-0.0182, 0.019333, -0.045987], rotation: [-0.521334, -0.521334, -0.477714, 0.477714] };
const thumb: Segment[] = [
  { axis: [-1, 0, 0], range: [0.263, 1.396], placement: thumbBase, length: 0.0399, mass: 0.0176 },
  { axis: [0, 0, 1], range: [-0.105, 1.163], placement: at(-0.027, 0.005, 0.0399), length: 0.0177, mass: 0.0119 },
  { axis: [0, 1, 0], range: [-0.189, 1.644], placement: at(0, 0, 0.0177), length: 0.0514, mass: 0.038 },
  { axis: [0, 1, 0], range: [-0.162, 1.719], placement: at(0, 0, 0.0514), length: 0.0423, mass: 0.0388 },
];

const fingers: Readonly<Record<(typeof fingerNames)[number], Segment[]>> = {
  index: finger({ position: [0, 0.0435, -0.001542], rotation: rotationAboutX(-0.0872665) }),
  middle: finger(at(0, 0, 0.0007)),
  ring: finger({ position: [0, -0.0435, -0.001542], rotation: rotationAboutX(0.0872665) }),
  thumb,
};

/** Mass and inertia of a box with the cross section of a finger, 19.6 mm × 27.5 mm. */
function rod(length: number, mass: number): LinkDescription {
  const square = (x: number): number => (mass * x * x) / 12;
  const [x, y, z] = [square(0.0196), square(0.0275), square(length)];
  return { mass, centerOfMass: [0, 0, length / 2], inertia: [y + z, x + z, x + y] };
}

/** The palm's x axis points up, its z axis along the fingers. Configuration and velocity: four joints of each finger, in the order of `fingerNames`. */
export function createHand(): Model {
  const builder = new ModelBuilder()
    .link('palm', { mass: 0.4154, inertia: [1e-3, 1e-3, 1e-3] })
    .joint('wrist', {
      kind: 'fixed',
      parent: 'world',
      child: 'palm',
      placement: { rotation: [Math.SQRT1_2, 0, Math.SQRT1_2, 0] },
    })
    .geometry('palm', { shape: box(0.0204, 0.0565, 0.0475), pose: at(-0.0093, 0, -0.0475) });
  for (const name of fingerNames) {
    let parent = 'palm';
    for (const [k, { axis, range, placement, length, mass }] of fingers[name].entries()) {
      const child = `${name} ${k}`;
      const [lower, upper] = range;
      builder
        .link(child, rod(length, mass))
        .joint(child, { kind: 'revolute', parent, child, placement, axis, lower, upper, stiffness, damping });
      if (k > 0) builder.geometry(child, { shape: capsule(tipRadius, length / 2), pose: at(0, 0, length / 2) });
      parent = child;
    }
    const inertia = 0.4 * tipMass * tipRadius * tipRadius;
    const { length } = fingers[name][3];
    builder
      .link(`${name} tip`, { mass: tipMass, inertia: [inertia, inertia, inertia] })
      .joint(`${name} tip`, { kind: 'fixed', parent, child: `${name} tip`, placement: at(0, 0, length) });
  }
  return builder.build();
}
