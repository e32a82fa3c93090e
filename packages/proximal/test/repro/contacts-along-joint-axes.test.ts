// The upper arm of a UR5 touches its base along the axis of the joint that moves it. No joint could change the velocity along that normal, G_NN was
// 10⁻⁹ of the inverse masses, and the normal impulse grew to 10²³ N s within a few steps: the robot gained 10¹³ J. `parallelHinges` has a contact of
// the same kind.
import { expect, it } from 'vitest';
import { type Model, ModelBuilder } from '../../src/dynamics/index.ts';
import { box, halfspace } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';
import { loadRobot, needsShared } from '../dynamics/shared.ts';

/** Holds the joints of a robot for 4 s. @returns the largest velocity coordinate at the end, in m/s or rad/s */
function holdWithoutGain(model: Model, configuration: readonly number[]): number {
  const world = new World({ timeStep: 1 / 60 });
  world.add(halfspace(), { type: 'static' });
  const robot = world.add(model);
  robot.setConfiguration(configuration);
  robot.hold();
  const energy = (): number => {
    const { kineticEnergy, potentialEnergy } = world.report();
    return kineticEnergy + potentialEnergy;
  };
  const first = energy();
  for (let k = 0; k < 240; k++) {
    world.step();
    expect(energy()).toBeLessThan(first + 1e-3);
  }
  return Math.max(...robot.velocity.map(Math.abs));
}

/**
 * Two parallel hinges between a base and an arm. The arm touches the base; `tilt` is the angle between the contact normal and the hinge axes, in
 * radians.
 */
function parallelHinges(tilt: number): Model {
  return new ModelBuilder()
    .link('base', { mass: 4, inertia: [0.03, 0.03, 0.03] })
    .link('shoulder', { mass: 3, centerOfMass: [0.02, 0.01, 0], inertia: [0.01, 0.01, 0.01] })
    .link('arm', { mass: 8, centerOfMass: [0.13, 0, 0.2], inertia: [0.2, 0.2, 0.03] })
    .joint('root', { kind: 'free-flyer', parent: 'world', child: 'base' })
    .joint('first', { kind: 'revolute', parent: 'base', child: 'shoulder', axis: [1, 0, 0] })
    .joint('second', {
      kind: 'revolute',
      parent: 'shoulder',
      child: 'arm',
      axis: [1, 0, 0],
      placement: { position: [0.01, 0.03, 0.02] },
    })
    .geometry('base', { shape: box(0.1, 0.3, 0.1), pose: { rotation: [0, Math.sin(tilt / 2), 0, Math.cos(tilt / 2)] } })
    .geometry('arm', { shape: box(0.05, 0.05, 0.2), pose: { position: [0.135, 0, 0.35] } })
    .build();
}

// Without the bound on the impulses, these gain 10⁵, 10¹⁷ and 10¹⁵ J.
it.each([1e-8, 1e-6, 1e-5])('links that touch at %s rad from the axis of their joints gain no energy', (tilt) => {
  const root = [0, 0, 1.2, 0.3, 0.2, 0.5, Math.sqrt(1 - 0.38)];
  holdWithoutGain(parallelHinges(tilt), [...root, -0.7, -0.9]);
});

it('a UR5 whose upper arm touches its base gains no energy', needsShared, async () => {
  const model = await loadRobot({ file: 'robots/ur5/ur5.urdf', root: 'free-flyer' });
  const pose = [0, 0, 1.2, 0.6058864811236878, -0.040751278720331484, -0.2716973672094025, 0.7466066206012989];
  const joints = [
    0.008165377012059105, 1.0223423322573204, -0.6321468605991474, -1.4693299572772642, -1.4096245220814747,
    1.07698270934688,
  ];
  expect(holdWithoutGain(model, [...pose, ...joints])).toBeLessThan(2);
});
