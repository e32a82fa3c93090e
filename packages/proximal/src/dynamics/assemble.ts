// Makes the flat arrays of a model from its description.
import { compose, type Pose } from '../math/pose.ts';
import { cross, scale, type Vec3 } from '../math/vec3.ts';
import type { NamedLink, Parts } from './builder.ts';
import { checkMoved } from './check-moved.ts';
import { addInertias, type BodyInertia, moveInertia } from './inertia.ts';
import { MOTION_BALL, MOTION_FREE, MOTION_PLANE, MOTION_SCREW, MOTION_SLIDE } from './joints/joint.ts';
import { planeAcross } from './joints/planar.ts';
import { jointDefinitions } from './joints/registry.ts';
import { Model, type ModelJoint, type ModelLimits, type Tree } from './model.ts';
import { SCREW } from './place.ts';
import { rigidOf } from './rigid.ts';
import { ModelError, orderLinks } from './topology.ts';

type PartJoint = Parts['joints'][number];

/** Where a link is: on the body of a joint (−1: the world), at a pose in its frame. */
interface Seat {
  readonly joint: number;
  readonly pose: Pose;
}

/** The moving joints in order, and the seats of all links. */
interface Skeleton {
  readonly moving: readonly PartJoint[];
  /** The poses of the moving joints in their parents' frames. */
  readonly placements: readonly Pose[];
  readonly parents: readonly number[];
  readonly seats: ReadonlyMap<string, Seat>;
  /** Frames of joints: fixed ones included. */
  readonly jointSeats: ReadonlyMap<string, Seat>;
}

const origin: Pose = /* @__PURE__ */ Float64Array.of(0, 0, 0, 0, 0, 0, 1);
const quote = (name: string): string => JSON.stringify(name);

/** @throws ModelError that names the link or joint */
export function assemble(parts: Parts): Model {
  const skeleton = makeSkeleton(parts);
  const { moving } = skeleton;
  const leaders = findLeaders(parts, moving);
  const { joints, nq, nv } = numberJoints(skeleton, leaders);
  const tree = makeTree(parts.links, skeleton, joints, nv);
  const world: Seat = { joint: -1, pose: origin };
  const seatOf = (link: string, what: string): Seat => {
    const seat = link === 'world' ? world : skeleton.seats.get(link);
    if (!seat) throw new ModelError(`${what}: there is no link ${quote(link)}; add it or correct the name`, link);
    return seat;
  };
  const onBody = (seat: Seat, pose: Pose): Placed => {
    const placement = compose(seat.pose, pose);
    return { joint: seat.joint, placement, rigid: rigidOf(placement) };
  };
  const frame = (name: string, kind: 'link' | 'joint' | 'frame', seat: Seat, pose: Pose): Model['frames'][number] => ({
    name,
    kind,
    ...onBody(seat, pose),
  });
  const frames = [
    ...[...skeleton.seats].map(([name, seat]) => frame(name, 'link', seat, origin)),
    ...[...skeleton.jointSeats].map(([name, seat]) => frame(name, 'joint', seat, origin)),
    ...parts.frames.map(({ name, link, pose }) => frame(name, 'frame', seatOf(link, `frame ${quote(name)}`), pose)),
    frame('world', 'link', world, origin),
  ];
  const counts = new Map<string, number>();
  const geometries = parts.geometries.map(({ link, place, shape, name }) => {
    const count = counts.get(link) ?? 0;
    counts.set(link, count + 1);
    const seat = seatOf(link, `the geometry ${quote(name ?? shape.kind)}`);
    return { name: name ?? `${link}_${count}`, link, shape, ...onBody(seat, place) };
  });
  const constraints = parts.constraints.map(({ name, kind, a, b = 'world', placeA, placeB }) => {
    const first = onBody(seatOf(a, `constraint ${quote(name)}`), placeA);
    const second = onBody(seatOf(b, `constraint ${quote(name)}`), placeB);
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
  for (const { name, joint } of parts.actuators) {
    if (parts.joints.some((each) => each.name === joint)) continue;
    throw new ModelError(`actuator ${quote(name)}: there is no joint ${quote(joint)}`, name);
  }
  const model = new Model({
    name: parts.name,
    gravity: Float64Array.from(parts.gravity),
    timestep: parts.timestep,
    joints,
    frames,
    geometries,
    constraints,
    actuators: parts.actuators,
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

interface Placed {
  readonly joint: number;
  readonly placement: Pose;
  readonly rigid: Float64Array;
}

/** Walks the tree: a fixed joint passes its child on to the body that it is fixed to. */
function makeSkeleton(parts: Parts): Skeleton {
  const moving: PartJoint[] = [];
  const placements: Pose[] = [];
  const parents: number[] = [];
  const seats = new Map<string, Seat>();
  const jointSeats = new Map<string, Seat>();
  const byName = new Map(parts.joints.map((joint) => [joint.name, joint]));
  for (const branch of orderLinks(
    parts.links.map(({ name }) => name),
    parts.joints,
  )) {
    if (branch.joint === null) {
      seats.set(branch.link, { joint: -1, pose: origin });
      continue;
    }
    const joint = byName.get(branch.joint.name) as PartJoint;
    const above = joint.parent === 'world' ? { joint: -1, pose: origin } : (seats.get(joint.parent) as Seat);
    const pose = compose(above.pose, joint.pose);
    let seat: Seat = { joint: above.joint, pose };
    if (joint.kind !== 'fixed') {
      seat = { joint: moving.length, pose: origin };
      moving.push(joint);
      placements.push(pose);
      parents.push(above.joint);
    }
    seats.set(branch.link, seat);
    jointSeats.set(joint.name, seat);
  }
  return { moving, placements, parents, seats, jointSeats };
}

/** Who leads a mimic joint in the end, and how. */
type Leader = { readonly joint: string; readonly ratio: number; readonly offset: number };

function findLeaders(parts: Parts, moving: readonly PartJoint[]): Map<string, Leader> {
  const byName = new Map(parts.joints.map((joint) => [joint.name, joint]));
  const leaders = new Map<string, Leader>();
  for (const joint of moving) {
    let [next, ratio, offset] = [joint, 1, 0];
    const passed = [joint.name];
    while (next.mimic) {
      const leader = byName.get(next.mimic.joint);
      const about = `joint ${quote(next.name)} mimics ${quote(next.mimic.joint)}`;
      if (!leader) throw new ModelError(`${about}, which does not exist`, next.name);
      if (jointDefinitions[leader.kind].nq !== 1) {
        throw new ModelError(`${about}, a ${leader.kind} joint; only joints with one coordinate lead`, next.name);
      }
      if (passed.includes(leader.name)) throw new ModelError(`${about}, which follows it in a circle`, next.name);
      passed.push(leader.name);
      offset += ratio * (next.mimic.offset ?? 0);
      ratio *= next.mimic.ratio ?? 1;
      next = leader;
    }
    if (next !== joint) leaders.set(joint.name, { joint: next.name, ratio, offset });
  }
  return leaders;
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
  const { moving, placements, parents, seats } = skeleton;
  const count = joints.length;
  const dofs = joints.reduce((sum, joint) => sum + joint.nv, 0);
  const { bodies, ground } = collectInertias(links, seats, count);
  const definitions = joints.map(({ kind }) => jointDefinitions[kind]);
  const tree = {
    parent: Int32Array.from(parents),
    root: new Int32Array(count),
    motion: Int32Array.from(definitions, ({ motion }) => motion),
    q: Int32Array.from(joints, ({ q }) => q),
    ratio: Float64Array.from(joints, ({ mimic }) => mimic?.ratio ?? 1),
    offset: Float64Array.from(joints, ({ mimic }) => mimic?.offset ?? 0),
    placement: new Float64Array(12 * count),
    screw: new Float64Array(SCREW * count),
    inertia: new Float64Array(10 * count),
    firstDof: new Int32Array(count + 1),
    dofJoint: new Int32Array(dofs),
    dofParent: new Int32Array(dofs),
    coordinate: new Int32Array(dofs),
    dofRatio: new Float64Array(dofs),
    subspace: new Float64Array(6 * dofs),
    ground,
    quaternions: Int32Array.from(joints.flatMap((joint) => quaternionOf(joint))),
    hasMimic: dofs !== nv,
  };
  joints.forEach((joint, k) => {
    tree.root[k] = joint.parent < 0 ? k : tree.root[joint.parent];
    const rigid = rigidOf(placements[k]);
    tree.placement.set(rigid, 12 * k);
    tree.screw.set(screwOf(moving[k], definitions[k].motion, rigid), SCREW * k);
    const { mass, center, inertia: i } = bodies[k];
    tree.inertia.set([mass, ...center, i[0], i[1], i[2], i[4], i[5], i[8]], 10 * k);
    const first = tree.firstDof[k];
    tree.firstDof[k + 1] = first + joint.nv;
    tree.subspace.set(definitions[k].subspace(moving[k].unitAxis, moving[k].pitch ?? 0), 6 * first);
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

/** P[a], P[a]² and the columns of P that coordinates shift along: see place.ts. */
function screwOf(joint: PartJoint, motion: number, rigid: Float64Array): number[] {
  const axis = joint.unitAxis;
  const turned = (v: Vec3): number[] =>
    [0, 3, 6].map((k) => rigid[k] * v[0] + rigid[k + 1] * v[1] + rigid[k + 2] * v[2]);
  // Column k of [a] is a × eₖ; matrices are by rows.
  const unit: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const byRows = (columns: number[][]): number[] => [0, 1, 2].flatMap((row) => columns.map((column) => column[row]));
  const once = byRows(unit.map((e) => turned(cross(axis, e))));
  const twice = byRows(unit.map((e) => turned(cross(axis, cross(axis, e)))));
  const [first, second] = planeAcross(axis);
  switch (motion) {
    case MOTION_SCREW:
      return [...once, ...twice, ...turned(scale(axis, joint.pitch ?? 0)), 0, 0, 0];
    case MOTION_SLIDE:
      return [...once, ...twice, ...turned(axis), 0, 0, 0];
    case MOTION_PLANE:
      return [...once, ...twice, ...turned(first), ...turned(second)];
    default:
      return new Array<number>(SCREW).fill(0);
  }
}

/** The inertia of each joint's body, and mass and first moment of what is fixed to the world. */
function collectInertias(
  links: readonly NamedLink[],
  seats: ReadonlyMap<string, Seat>,
  count: number,
): { bodies: BodyInertia[]; ground: Float64Array } {
  const lists: BodyInertia[][] = Array.from({ length: count + 1 }, () => []);
  for (const { name, body } of links) {
    const seat = seats.get(name) as Seat;
    lists[seat.joint + 1].push(moveInertia(body, rigidOf(seat.pose)));
  }
  const [fixed, ...bodies] = lists.map(addInertias);
  const ground = Float64Array.of(fixed.mass, ...scale(fixed.center, fixed.mass));
  return { bodies, ground };
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
        `joint ${quote(joint.name)}: its lower limit ${lower[joint.q + k]} is above its upper limit ${upper[joint.q + k]}`,
        joint.name,
      );
    }
    velocity.fill(part.velocityLimit ?? Infinity, joint.v, joint.v + joint.nv);
    effort.fill(part.effortLimit ?? Infinity, joint.v, joint.v + joint.nv);
  });
  return { lower, upper, velocity, effort };
}

/** A mimic joint's armature, friction and damping are felt by its leader. */
function makeAmounts(
  moving: readonly PartJoint[],
  joints: readonly ModelJoint[],
  nv: number,
): { armature: Float64Array; friction: Float64Array; damping: Float64Array } {
  const amounts = { armature: new Float64Array(nv), friction: new Float64Array(nv), damping: new Float64Array(nv) };
  joints.forEach((joint, index) => {
    const ratio = Math.abs(joint.mimic?.ratio ?? 1);
    const { armature = 0, friction = 0, damping = 0 } = moving[index];
    for (let k = joint.v; k < joint.v + joint.nv; k++) {
      amounts.armature[k] += ratio * ratio * armature;
      amounts.friction[k] += ratio * friction;
      amounts.damping[k] += ratio * ratio * damping;
    }
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
        `joint ${quote(joint.name)}: its reference has ${values.length} numbers; ${expected}`,
        joint.name,
      );
    }
    q.set(values, joint.q);
  }
  return q;
}
