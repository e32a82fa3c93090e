// Robots that are dropped limp on a floor from 0.5 m, at several time steps, with and without self-collision.
import { describe, expect, it } from 'vitest';
import { halfspace } from '../../src/index.ts';
import { World } from '../../src/sim/index.ts';
import { generatedArm, generatedHand, generatedQuadruped, ifShared, loadRobot } from '../dynamics/shared.ts';
import { lowestOf } from './robot-drops.ts';

const seconds = 10;

/** The result of a fall; energies in joules, lengths in meters. */
interface Fall {
  /** The energy that is lost in the whole fall. */
  readonly loss: number;
  /** The largest excess of the energy over the energy at the start. */
  readonly gain: number;
  /** The largest rise of the energy in one step. */
  readonly rise: number;
  /** The deepest penetration after the first second. */
  readonly penetration: number;
  readonly fails: number;
}

async function drop(robot: Parameters<typeof loadRobot>[0], rate: number, selfCollision: boolean): Promise<Fall> {
  const model = await loadRobot({ ...robot, root: 'free-flyer' });
  const world = new World({ timeStep: 1 / rate, selfCollision });
  const falling = world.add(model);
  const height = lowestOf(falling.bodies.filter(({ static: isStatic }) => !isStatic)) - 0.5;
  world.add(halfspace(), { type: 'static', pose: { position: [0, 0, height] } });
  const energyNow = (): number => world.report().kineticEnergy + world.report().potentialEnergy;
  const start = energyNow();
  let [energy, gain, rise, penetration, fails] = [start, 0, 0, 0, 0];
  for (let k = 0; k < seconds * rate && !falling.isSleeping; k++) {
    world.step();
    const now = energyNow();
    gain = Math.max(gain, now - start);
    rise = Math.max(rise, now - energy);
    energy = now;
    const { status, penetration: deep } = world.report();
    if (k > rate) penetration = Math.max(penetration, deep);
    if (status === 'failed') fails++;
  }
  return { loss: start - energy, gain, rise, penetration, fails };
}

describe.each([
  generatedQuadruped,
  generatedArm,
  generatedHand,
  ...ifShared(
    [
      'solo12/solo12.urdf',
      'talos/talos.urdf',
      'allegro_right/allegro_right.urdf',
      'allegro_right/allegro_right_hulls.urdf',
      'panda/panda.urdf',
      'ur5/ur5.urdf',
    ].map((file) => ({ file: `robots/${file}` })),
  ),
])('$file, dropped from 0.5 m', (robot) => {
  it.each([60, 240])('stays together and gains no energy at %i Hz', async (rate) => {
    for (const selfCollision of [true, false]) {
      const { loss, gain, rise, penetration, fails } = await drop(robot, rate, selfCollision);
      expect(fails).toBe(0);
      expect(loss).toBeGreaterThan(0);
      expect(gain).toBeLessThan(1e-9 * loss);
      // Position corrections lift corners that have entered the floor along their arcs.
      expect(rise).toBeLessThan((rate > 60 ? 2e-4 : 1e-2) * loss);
      expect(penetration).toBeLessThan(rate > 60 ? 2e-3 : 0.05);
    }
  });
});

it.each([generatedQuadruped, ...ifShared([{ file: 'robots/solo12/solo12.urdf' }])])(
  '$file gains no energy at 1 kHz either',
  async (robot) => {
    const { loss, gain, rise, penetration, fails } = await drop(robot, 1000, true);
    expect(fails).toBe(0);
    expect(gain).toBeLessThan(1e-9 * loss);
    expect(rise).toBeLessThan(1e-5 * loss);
    expect(penetration).toBeLessThan(1e-3);
  },
);
