// Bodies and measures for the tests of joints between bodies.
import { sphere } from '../../src/index.ts';
import type { RigidBody, World, WorldJoint } from '../../src/sim/index.ts';

export const g = 9.81;

/** How far the two anchors of a joint are apart, in meters. */
export function opening({ bodyJoint }: WorldJoint): number {
  bodyJoint.place();
  const { a, b } = bodyJoint;
  return Math.hypot(b[12] - a[12], b[13] - a[13], b[14] - a[14]);
}

/** A ball that collides with nothing. */
export function bob(world: World, position: number[], mass = 1, radius = 0.05): RigidBody {
  return world.add(sphere(radius), { mass, pose: { position }, mask: 0 });
}
