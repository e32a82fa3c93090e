// Makes a model from its description.
import { show } from '../check/argument.ts';
import type { Pose } from '../math/pose.ts';
import type { BuilderInput } from './builder.ts';
import { checkMoved } from './check-moved.ts';
import { makeLimits, makePassiveProperties, makeReference } from './coordinate-values.ts';
import type { CollisionRule } from './description.ts';
import { jointDefinitions } from './joints/registry.ts';
import { findLeaders, type Leader } from './mimic.ts';
import { Model, type ModelJoint } from './model.ts';
import {
  attachmentOf,
  type JointSkeleton,
  type LinkAttachment,
  makeSkeleton,
  origin,
  placeOn,
  world,
} from './skeleton.ts';
import { ModelError } from './topology.ts';
import { makeTree } from './tree.ts';

/** @throws ModelError that names the element at fault */
export function assemble(parts: BuilderInput): Model {
  const skeleton = makeSkeleton(parts);
  const { moving } = skeleton;
  const { joints, nq, nv } = numberJoints(skeleton, findLeaders(parts, moving));
  const tree = makeTree(parts.links, skeleton, joints, nv);
  const frames = makeFrames(parts, skeleton);
  const geometries = makeGeometries(parts, skeleton);
  const constraints = makeConstraints(parts, skeleton);
  checkActuators(parts);
  const geometryNames = new Set(geometries.map(({ name }) => name));
  for (const rule of parts.collisions) checkRule(rule, skeleton, geometryNames);
  const model = new Model({
    recipe: parts,
    name: parts.name,
    gravity: Float64Array.from(parts.gravity),
    timeStep: parts.timeStep,
    joints,
    frames,
    geometries,
    constraints,
    actuators: parts.actuators,
    collisions: parts.collisions,
    notices: [...parts.notices],
    tree,
    nq,
    nv,
    reference: makeReference(parts, joints, nq),
    limits: makeLimits(moving, joints, nq, nv),
    ...makePassiveProperties(moving, joints, nv),
  });
  checkMoved(model);
  return model;
}

function numberJoints(
  { moving, parents }: JointSkeleton,
  leaders: ReadonlyMap<string, Leader>,
): { joints: ModelJoint[]; nq: number; nv: number } {
  let [nq, nv] = [0, 0];
  const starts = new Map<string, { q: number; v: number }>();
  for (const { name, kind } of moving) {
    if (leaders.has(name)) continue;
    starts.set(name, { q: nq, v: nv });
    nq += jointDefinitions[kind].nq;
    nv += jointDefinitions[kind].nv;
  }
  const joints = moving.map(({ name, kind, child, unitAxis }, k): ModelJoint => {
    const mimic = leaders.get(name) ?? null;
    const start = starts.get(mimic?.joint ?? name) as { q: number; v: number };
    const definition = jointDefinitions[kind];
    const axis = definition.hasAxis ? unitAxis : null;
    return { name, kind, parent: parents[k], link: child, ...start, nq: definition.nq, nv: definition.nv, axis, mimic };
  });
  return { joints, nq, nv };
}

function makeFrames({ links, frames }: BuilderInput, skeleton: JointSkeleton): Model['frames'] {
  const masses = new Map(links.map(({ name, body }) => [name, body.mass]));
  const frame = (
    name: string,
    kind: 'link' | 'joint' | 'frame',
    attachment: LinkAttachment,
    pose: Pose,
  ): Model['frames'][number] => ({
    name,
    kind,
    mass: kind === 'link' ? (masses.get(name) ?? 0) : 0,
    ...placeOn(skeleton, attachment, pose),
  });
  return [
    ...[...skeleton.attachments].map(([name, attachment]) => frame(name, 'link', attachment, origin)),
    ...[...skeleton.jointAttachments].map(([name, attachment]) => frame(name, 'joint', attachment, origin)),
    ...frames.map(({ name, link, pose }) =>
      frame(name, 'frame', attachmentOf(skeleton, link, `frame ${show(name)}`), pose),
    ),
    frame('world', 'link', world, origin),
  ];
}

function makeGeometries(parts: BuilderInput, skeleton: JointSkeleton): Model['geometries'] {
  const counts = new Map<string, number>();
  return parts.geometries.map(({ link, place, shape, name, ...traits }) => {
    const count = counts.get(link) ?? 0;
    counts.set(link, count + 1);
    const attachment = attachmentOf(skeleton, link, `the geometry ${show(name ?? shape.kind)}`);
    const { contype = 1, conaffinity = 1, friction = null, priority = 0, frictionless = false } = traits;
    const { torsionalFriction = 0, rollingFriction = 0 } = traits;
    const masks = { contype, conaffinity, friction, priority, frictionless };
    const contact = { ...masks, torsionalFriction, rollingFriction };
    return { name: name ?? `${link}_${count}`, link, shape, ...contact, ...placeOn(skeleton, attachment, place) };
  });
}

function makeConstraints(parts: BuilderInput, skeleton: JointSkeleton): Model['constraints'] {
  return parts.constraints.map(({ name, kind, a, b = 'world', placeA, placeB }) => {
    const first = placeOn(skeleton, attachmentOf(skeleton, a, `constraint ${show(name)}`), placeA);
    const second = placeOn(skeleton, attachmentOf(skeleton, b, `constraint ${show(name)}`), placeB);
    return {
      name,
      kind,
      jointA: first.joint,
      placementA: first.placement,
      rigidA: first.rigid,
      jointB: second.joint,
      placementB: second.placement,
      rigidB: second.rigid,
    };
  });
}

/** Throws unless the joints of all actuators exist. */
function checkActuators({ joints, actuators }: BuilderInput): void {
  const names = new Set(joints.map(({ name }) => name));
  for (const { name, joint } of actuators) {
    if (names.has(joint)) continue;
    throw new ModelError(`actuator ${show(name)}: there is no joint ${show(joint)}`, name);
  }
}

/** Throws unless the links (or the world) or the geometries of a collision rule exist. */
function checkRule(rule: CollisionRule, skeleton: JointSkeleton, geometries: ReadonlySet<string>): void {
  if ('links' in rule) {
    for (const link of rule.links) attachmentOf(skeleton, link, 'a collision rule');
    return;
  }
  for (const name of rule.geometries) {
    if (geometries.has(name)) continue;
    throw new ModelError(`a collision rule: there is no geometry ${show(name)}`, name);
  }
}
