// Makes the flat arrays of a model from its description.
import { show } from '../check/argument.ts';
import { compose, inverse, type Pose } from '../math/pose.ts';

import { scale } from '../math/vec3.ts';
import { alignAxis } from './align.ts';
import type { NamedLink, Parts } from './builder.ts';
import { checkMoved } from './check-moved.ts';
import type { CollisionRule } from './description.ts';
import { addInertias, type BodyInertia, moveInertia } from './inertia.ts';
import { MOTION_BALL, MOTION_FREE } from './joints/joint.ts';
import { jointDefinitions } from './joints/registry.ts';
import { Model, type ModelJoint, type ModelLimits, type Tree } from './model.ts';
import { rigidOf } from './rigid.ts';
import { ModelError, orderLinks } from './topology.ts';

type PartJoint = Parts['joints'][number];

/** Where a link is: on the body of a joint (−1: the world), at a pose in its frame. */
interface Attachment {
  readonly joint: number;
  readonly pose: Pose;
}

/** The moving joints in order, and the attachments of all links. */
interface Skeleton {
  readonly moving: readonly PartJoint[];
  /** The poses of the moving joints in their parents' frames. */
  readonly placements: readonly Pose[];
  /** The poses of the joints' frames inside the model in their own: turns that make an axis z. */
  readonly aligned: readonly Pose[];
  readonly parents: readonly number[];
  readonly attachments: ReadonlyMap<string, Attachment>;
  /** Frames of joints: fixed ones included. */
  readonly jointAttachments: ReadonlyMap<string, Attachment>;
}

const origin: Pose = /* @__PURE__ */ Float64Array.of(0, 0, 0, 0, 0, 0, 1);

/** @throws ModelError that names the link or joint */
export function assemble(parts: Parts): Model {
  const skeleton = makeSkeleton(parts);
  const { moving } = skeleton;
  const leaders = findLeaders(parts, moving);
  const { joints, nq, nv } = numberJoints(skeleton, leaders);
  const tree = makeTree(parts.links, skeleton, joints, nv);
  const world: Attachment = { joint: -1, pose: origin };
  const attachmentOf = (link: string, what: string): Attachment => {
    const attachment = link === 'world' ? world : skeleton.attachments.get(link);
    if (!attachment) throw new ModelError(`${what}: there is no link ${show(link)}; add it or correct the name`, link);
    return attachment;
  };
  const onBody = (attachment: Attachment, pose: Pose): Placed => {
    const placement = compose(attachment.pose, pose);
    const inside = compose(inverse(alignOf(skeleton, attachment.joint)), placement);
    return { joint: attachment.joint, placement, rigid: rigidOf(inside) };
  };
  const masses = new Map(parts.links.map(({ name, body }) => [name, body.mass]));
  const frame = (
    name: string,
    kind: 'link' | 'joint' | 'frame',
    attachment: Attachment,
    pose: Pose,
  ): Model['frames'][number] => ({
    name,
    kind,
    mass: kind === 'link' ? (masses.get(name) ?? 0) : 0,
    ...onBody(attachment, pose),
  });
  const frames = [
    ...[...skeleton.attachments].map(([name, attachment]) => frame(name, 'link', attachment, origin)),
    ...[...skeleton.jointAttachments].map(([name, attachment]) => frame(name, 'joint', attachment, origin)),
    ...parts.frames.map(({ name, link, pose }) =>
      frame(name, 'frame', attachmentOf(link, `frame ${show(name)}`), pose),
    ),
    frame('world', 'link', world, origin),
  ];
  const counts = new Map<string, number>();
  const geometries = parts.geometries.map(({ link, place, shape, name, ...traits }) => {
    const count = counts.get(link) ?? 0;
    counts.set(link, count + 1);
    const attachment = attachmentOf(link, `the geometry ${show(name ?? shape.kind)}`);
    const { contype = 1, conaffinity = 1, friction = null, priority = 0, frictionless = false } = traits;
    const masks = { contype, conaffinity, friction, priority, frictionless };
    return { name: name ?? `${link}_${count}`, link, shape, ...masks, ...onBody(attachment, place) };
  });
  const constraints = parts.constraints.map(({ name, kind, a, b = 'world', placeA, placeB }) => {
    const first = onBody(attachmentOf(a, `constraint ${show(name)}`), placeA);
    const second = onBody(attachmentOf(b, `constraint ${show(name)}`), placeB);
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
  const jointNames = new Set(parts.joints.map(({ name }) => name));
  for (const { name, joint } of parts.actuators) {
    if (jointNames.has(joint)) continue;
    throw new ModelError(`actuator ${show(name)}: there is no joint ${show(joint)}`, name);
  }
  const geometryNames = new Set(geometries.map(({ name }) => name));
  for (const rule of parts.collisions) checkRule(rule, attachmentOf, geometryNames);
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
    ...makeAmounts(moving, joints, nv),
  });
  checkMoved(model);
  return model;
}

/** Throws unless the links or geometries of a collision rule exist. */
function checkRule(
  rule: CollisionRule,
  attachmentOf: (link: string, what: string) => Attachment,
  geometries: ReadonlySet<string>,
): void {
  if ('links' in rule) {
    for (const link of rule.links) attachmentOf(link, 'a rule about collisions');
    return;
  }
  for (const name of rule.geometries) {
    if (geometries.has(name)) continue;
    throw new ModelError(`a rule about collisions: there is no geometry ${show(name)}`, name);
  }
}

interface Placed {
  readonly joint: number;
  readonly placement: Pose;
  readonly rigid: Float64Array;
}

/** Walks the tree: the child of a fixed joint becomes part of the body that it is fixed to. */
function makeSkeleton(parts: Parts): Skeleton {
  const moving: PartJoint[] = [];
  const placements: Pose[] = [];
  const aligned: Pose[] = [];
  const parents: number[] = [];
  const attachments = new Map<string, Attachment>();
  const jointAttachments = new Map<string, Attachment>();
  const byName = new Map(parts.joints.map((joint) => [joint.name, joint]));
  for (const branch of orderLinks(
    parts.links.map(({ name }) => name),
    parts.joints,
  )) {
    if (branch.joint === null) {
      attachments.set(branch.link, { joint: -1, pose: origin });
      continue;
    }
    const joint = byName.get(branch.joint.name) as PartJoint;
    const above =
      joint.parent === 'world' ? { joint: -1, pose: origin } : (attachments.get(joint.parent) as Attachment);
    const pose = compose(above.pose, joint.pose);
    let attachment: Attachment = { joint: above.joint, pose };
    if (joint.kind !== 'fixed') {
      attachment = { joint: moving.length, pose: origin };
      moving.push(joint);
      placements.push(pose);
      aligned.push(jointDefinitions[joint.kind].hasAxis ? alignAxis(joint.unitAxis) : origin);
      parents.push(above.joint);
    }
    attachments.set(branch.link, attachment);
    jointAttachments.set(joint.name, attachment);
  }
  return { moving, placements, aligned, parents, attachments, jointAttachments };
}

/** The alignment of a joint's frame; the identity for the world. */
function alignOf({ aligned }: Skeleton, joint: number): Pose {
  return joint < 0 ? origin : aligned[joint];
}

/** The final leader of a mimic joint, with ratio and offset. */
type Leader = { readonly joint: string; readonly ratio: number; readonly offset: number };

/** A joint without a leader leads itself. */
const itself = (joint: string): Leader => ({ joint, ratio: 1, offset: 0 });

/** Resolves each mimic joint once: joints on the path to the leader are resolved while returning. */
function findLeaders(parts: Parts, moving: readonly PartJoint[]): Map<string, Leader> {
  const byName = new Map(parts.joints.map((joint) => [joint.name, joint]));
  const found = new Map<string, Leader>();
  for (const joint of moving) {
    const path = new Set<PartJoint>();
    let last = joint;
    while (last.mimic && !found.has(last.name)) {
      path.add(last);
      const leader = leaderOf(last, byName);
      if (path.has(leader)) throw new ModelError(`${mimicry(last)}, which follows it in a circle`, last.name);
      last = leader;
    }
    let leader = found.get(last.name) ?? itself(last.name);
    for (const { name, mimic } of [...path].reverse()) {
      // q = r (R q₀ + O) + o
      const ratio = mimic?.ratio ?? 1;
      const offset = ratio * leader.offset + (mimic?.offset ?? 0);
      leader = { joint: leader.joint, ratio: ratio * leader.ratio, offset };
      found.set(name, leader);
    }
  }
  return found;
}

const mimicry = ({ name, mimic }: PartJoint): string => `joint ${show(name)} mimics ${show(mimic?.joint ?? '')}`;

function leaderOf(joint: PartJoint, byName: ReadonlyMap<string, PartJoint>): PartJoint {
  const leader = byName.get(joint.mimic?.joint ?? '');
  if (!leader) throw new ModelError(`${mimicry(joint)}, which does not exist`, joint.name);
  if (jointDefinitions[leader.kind].nq !== 1) {
    throw new ModelError(`${mimicry(joint)}, a ${leader.kind} joint; only joints with one coordinate lead`, joint.name);
  }
  return leader;
}

function numberJoints(
  { moving, parents }: Skeleton,
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

function makeTree(links: readonly NamedLink[], skeleton: Skeleton, joints: readonly ModelJoint[], nv: number): Tree {
  const { moving, placements, aligned, parents } = skeleton;
  const count = joints.length;
  const dofs = joints.reduce((sum, joint) => sum + joint.nv, 0);
  const { bodies, held, ground } = collectInertias(links, skeleton);
  const definitions = joints.map(({ kind }) => jointDefinitions[kind]);
  const tree = {
    parent: Int32Array.from(parents),
    root: new Int32Array(count),
    motion: Int32Array.from(definitions, ({ motion }) => motion),
    q: Int32Array.from(joints, ({ q }) => q),
    ratio: Float64Array.from(joints, ({ mimic }) => mimic?.ratio ?? 1),
    offset: Float64Array.from(joints, ({ mimic }) => mimic?.offset ?? 0),
    placement: new Float64Array(12 * count),
    pitch: Float64Array.from(moving, ({ pitch }) => pitch ?? 0),
    align: new Float64Array(9 * count),
    inertia: new Float64Array(10 * count),
    compensation: new Float64Array(10 * count),
    firstDof: new Int32Array(count + 1),
    dofJoint: new Int32Array(dofs),
    dofParent: new Int32Array(dofs),
    coordinate: new Int32Array(dofs),
    dofRatio: new Float64Array(dofs),
    ground,
    quaternions: Int32Array.from(joints.flatMap((joint) => quaternionOf(joint))),
    hasMimic: dofs !== nv,
  };
  joints.forEach((joint, k) => {
    tree.root[k] = joint.parent < 0 ? k : tree.root[joint.parent];
    const inside = compose(compose(inverse(alignOf(skeleton, joint.parent)), placements[k]), aligned[k]);
    tree.placement.set(rigidOf(inside), 12 * k);
    tree.align.set(rigidOf(aligned[k]).subarray(0, 9), 9 * k);
    const { mass, center, inertia: i } = bodies[k];
    tree.inertia.set([mass, ...center, i[0], i[1], i[2], i[4], i[5], i[8]], 10 * k);
    tree.compensation.set([held[k].mass, ...held[k].center], 10 * k);
    const first = tree.firstDof[k];
    tree.firstDof[k + 1] = first + joint.nv;
    for (let dof = first; dof < first + joint.nv; dof++) {
      tree.dofJoint[dof] = k;
      tree.coordinate[dof] = joint.v + dof - first;
      tree.dofRatio[dof] = joint.mimic?.ratio ?? 1;
      tree.dofParent[dof] = dof > first ? dof - 1 : joint.parent < 0 ? -1 : tree.firstDof[joint.parent + 1] - 1;
    }
  });
  return tree;
}

function quaternionOf({ kind, q }: ModelJoint): number[] {
  const { motion } = jointDefinitions[kind];
  if (motion === MOTION_BALL) return [q];
  return motion === MOTION_FREE ? [q + 3] : [];
}

/** The inertia of each joint's body, its mass compensated against gravity, and mass and first moment of the links fixed to the world. */
function collectInertias(
  links: readonly NamedLink[],
  skeleton: Skeleton,
): { bodies: BodyInertia[]; held: BodyInertia[]; ground: Float64Array } {
  const lists: BodyInertia[][] = Array.from({ length: skeleton.moving.length + 1 }, () => []);
  const shares: BodyInertia[][] = lists.map(() => []);
  for (const { name, body, gravityCompensation } of links) {
    const { joint, pose } = skeleton.attachments.get(name) as Attachment;
    const moved = moveInertia(body, rigidOf(compose(inverse(alignOf(skeleton, joint)), pose)));
    lists[joint + 1].push(moved);
    if (gravityCompensation !== 0) shares[joint + 1].push({ ...moved, mass: gravityCompensation * moved.mass });
  }
  const [fixed, ...bodies] = lists.map(addInertias);
  const [, ...held] = shares.map(addInertias);
  const ground = Float64Array.of(fixed.mass, ...scale(fixed.center, fixed.mass));
  return { bodies, held, ground };
}

function makeLimits(moving: readonly PartJoint[], joints: readonly ModelJoint[], nq: number, nv: number): ModelLimits {
  const lower = new Float64Array(nq).fill(-Infinity);
  const upper = new Float64Array(nq).fill(Infinity);
  const velocity = new Float64Array(nv).fill(Infinity);
  const effort = new Float64Array(nv).fill(Infinity);
  const spread = (limit: number | ArrayLike<number>, k: number): number =>
    typeof limit === 'number' ? limit : limit[k];
  joints.forEach((joint, index) => {
    if (joint.mimic !== null) return;
    const part = moving[index];
    for (let k = 0; k < joint.nq; k++) {
      if (part.lower !== undefined) lower[joint.q + k] = spread(part.lower, k);
      if (part.upper !== undefined) upper[joint.q + k] = spread(part.upper, k);
      if (lower[joint.q + k] <= upper[joint.q + k]) continue;
      throw new ModelError(
        `joint ${show(joint.name)}: its lower limit ${lower[joint.q + k]} is above its upper limit ${upper[joint.q + k]}`,
        joint.name,
      );
    }
    velocity.fill(part.velocityLimit ?? Infinity, joint.v, joint.v + joint.nv);
    effort.fill(part.effortLimit ?? Infinity, joint.v, joint.v + joint.nv);
  });
  return { lower, upper, velocity, effort };
}

/** Parallel springs merge into one: ½ k₁ (r q + o − q₁)² + ½ k₂ (q − q₂)² has its minimum at the weighted mean of both rest positions. */
function addSpring(
  { stiffness: stiff, springReference: rest }: Pick<Model, 'stiffness' | 'springReference'>,
  { v, mimic }: ModelJoint,
  stiffness: number,
  reference: number,
): void {
  const { ratio, offset } = mimic ?? { ratio: 1, offset: 0 };
  if (stiffness === 0 || ratio === 0) return;
  const added = ratio * ratio * stiffness;
  const sum = stiff[v] + added;
  rest[v] = (stiff[v] * rest[v] + added * ((reference - offset) / ratio)) / sum;
  stiff[v] = sum;
}

/** A mimic joint's armature, friction and damping act on its leader. */
function makeAmounts(
  moving: readonly PartJoint[],
  joints: readonly ModelJoint[],
  nv: number,
): Pick<Model, 'armature' | 'friction' | 'damping' | 'stiffness' | 'springReference'> {
  const zeros = (): Float64Array => new Float64Array(nv);
  const amounts = {
    armature: zeros(),
    friction: zeros(),
    damping: zeros(),
    stiffness: zeros(),
    springReference: zeros(),
  };
  joints.forEach((joint, index) => {
    const ratio = Math.abs(joint.mimic?.ratio ?? 1);
    const { armature = 0, friction = 0, damping = 0, stiffness = 0, springReference = 0 } = moving[index];
    for (let k = joint.v; k < joint.v + joint.nv; k++) {
      amounts.armature[k] += ratio * ratio * armature;
      amounts.friction[k] += ratio * friction;
      amounts.damping[k] += ratio * ratio * damping;
    }
    addSpring(amounts, joint, stiffness, springReference);
  });
  return amounts;
}

function makeReference(parts: Parts, joints: readonly ModelJoint[], nq: number): Float64Array {
  const q = new Float64Array(nq);
  for (const joint of joints) {
    if (joint.mimic !== null) continue;
    const values = parts.references.get(joint.name) ?? jointDefinitions[joint.kind].neutral;
    if (values.length !== joint.nq) {
      const expected = `a ${joint.kind} joint has ${joint.nq}`;
      throw new ModelError(
        `joint ${show(joint.name)}: its reference has ${values.length} numbers; ${expected}`,
        joint.name,
      );
    }
    q.set(values, joint.q);
  }
  return q;
}
