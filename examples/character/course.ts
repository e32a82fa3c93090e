// A course for the character, along x: a slope, a step, and a platform that moves along y.
import { box, convex, halfspace } from 'proximal';
import { type RigidBody, World } from 'proximal/sim';
import { Character } from './character.ts';

export interface Course {
  readonly world: World;
  readonly character: Character;
  readonly platform: RigidBody;
}

export const slopeLimit = (45 * Math.PI) / 180;

/**
 * @param angle of a slope from x = 2 on, 1 m high, in radians
 * @param step the height of a step at x = 6, above the slope's top, in meters
 */
export function makeCourse(angle: number, step: number): Course {
  const world = new World({ timeStep: 1 / 60, substeps: 4 });
  world.add(halfspace(), { type: 'static', name: 'floor' });
  const top = 2 + 1 / Math.tan(angle);
  const profile = [
    [2, 0],
    [top, 1],
    [6, 1],
    [6, 0],
  ];
  const hill = convex(profile.flatMap(([x, z]) => [-2, 2].map((y) => [x, y, z])));
  world.add(hill, { type: 'static', name: 'hill' });
  const height = 1 + step;
  const stair = box(1, 2, height / 2);
  world.add(stair, { type: 'static', name: 'stair', pose: { position: [7, 0, height / 2] } });
  const platform = world.add(box(1, 1, 0.1), {
    type: 'kinematic',
    name: 'platform',
    pose: { position: [9.02, 0, height - 0.1] },
  });
  const options = { radius: 0.3, length: 1.2, slopeLimit, stepHeight: 0.25 };
  const character = new Character(world, { ...options, feet: [0, 0, 0] });
  return { world, character, platform };
}

/** Walks for some seconds at a velocity in m/s. */
export function walk({ world, character }: Course, seconds: number, velocity: readonly [number, number]): void {
  for (let k = 0; k < Math.round(seconds / world.timeStep); k++) {
    character.walk(velocity);
    world.step();
  }
}
