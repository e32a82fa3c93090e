// Makes the rigid bodies of a world.
import { within } from '../../check/document.ts';
import { readPose } from '../../math/pose.ts';
import type { Geometry } from '../../scene/geometry.ts';
import { freeBodyWithin } from '../free-body.ts';
import { Member } from '../member.ts';
import { MemberAccess } from './member-access.ts';
import { addCall, massesOf, type RigidBodyOptions, unitMass } from './options.ts';
import { RigidBody } from './rigid-body.ts';
import type { World } from './world.ts';

/** The handle of a new body, which is not in the scene yet, and the body's member of the simulation, which is null for a static body. */
export function makeBody(
  world: World,
  where: string,
  name: string,
  shape: Geometry,
  options: RigidBodyOptions,
): { readonly body: RigidBody; readonly member: Member | null } {
  const { type = 'dynamic', pose = {}, velocity, material } = options;
  const start = new Float64Array(7);
  readPose(where, 'options.pose', pose, start, 0);
  if (type === 'static') {
    const body = new RigidBody(world, name, shape, type, null, start);
    body.writeMaterial(where, 'options.material', material);
    return { body, member: null };
  }
  const masses = type === 'kinematic' ? unitMass : massesOf(options);
  const model = within(where, `body "${name}"`, () => freeBodyWithin(shape, { ...masses, name, pose }, null, addCall));
  const member = new Member(model, world.settings, type === 'kinematic');
  const body = new RigidBody(world, name, shape, type, new MemberAccess(member), start);
  body.writeMaterial(where, 'options.material', material);
  if (velocity !== undefined) body.writeVelocity(where, 'options.velocity', velocity);
  body.writeDamping(where, 'options.', options);
  return { body, member };
}
