// The upper arm of a UR5 touches its base along the axis of the joint that moves it. No joint could change the velocity along that normal, G_NN was 10⁻⁹ of
// the inverse masses, and the normal impulse grew to 10²³ N s within a few steps: the robot got 10¹³ J.
import { expect, it } from 'vitest';
import { halfspace } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';
import { loadRobot, needsShared } from '../dynamics/shared.ts';

const pose = [0, 0, 1.2, 0.6058864811236878, -0.040751278720331484, -0.2716973672094025, 0.7466066206012989];
const joints = [
  0.008165377012059105, 1.0223423322573204, -0.6321468605991474, -1.4693299572772642, -1.4096245220814747,
  1.07698270934688,
];

it('a robot whose links touch along the axis of their joint gains no energy', needsShared, async () => {
  const world = new World({ timeStep: 1 / 60 });
  world.add(halfspace(), { type: 'static' });
  const arm = world.add(await loadRobot({ file: 'robots/ur5/ur5.urdf', root: 'free-flyer' }));
  arm.setConfiguration([...pose, ...joints]);
  arm.hold();
  const energy = (): number => {
    const { kineticEnergy, potentialEnergy } = world.report();
    return kineticEnergy + potentialEnergy;
  };
  const first = energy();
  for (let k = 0; k < 240; k++) {
    world.step();
    expect(energy()).toBeLessThan(first + 1e-3);
  }
  for (const speed of arm.velocity) expect(Math.abs(speed)).toBeLessThan(2);
});
