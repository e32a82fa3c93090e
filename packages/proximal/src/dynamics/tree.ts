// The flat arrays of a model's tree: topology, placements and inertias of its joints and degrees of freedom.
import { compose, inverse } from '../math/pose.ts';
import { scale } from '../math/vec3.ts';
import type { NamedLink } from './builder.ts';
import { addInertias, type BodyInertia, moveInertia } from './inertia.ts';
import { MOTION_BALL, MOTION_FREE } from './joints/joint.ts';
import { jointDefinitions } from './joints/registry.ts';
import type { ModelJoint, Tree } from './model.ts';
import { rigidOf } from './rigid.ts';
import { alignOf, type JointSkeleton, type LinkAttachment } from './skeleton.ts';

export function makeTree(
  links: readonly NamedLink[],
  skeleton: JointSkeleton,
  joints: readonly ModelJoint[],
  nv: number,
): Tree {
  const { moving, placements, aligned, parents } = skeleton;
  const count = joints.length;
  const dofs = joints.reduce((sum, joint) => sum + joint.nv, 0);
  const { bodies, compensated, ground } = collectInertias(links, skeleton);
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
    tree.compensation.set([compensated[k].mass, ...compensated[k].center], 10 * k);
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

/** The inertia of each joint's body, its gravity-compensated mass, and the mass and first moment of the links fixed to the world. */
function collectInertias(
  links: readonly NamedLink[],
  skeleton: JointSkeleton,
): { bodies: BodyInertia[]; compensated: BodyInertia[]; ground: Float64Array } {
  const lists: BodyInertia[][] = Array.from({ length: skeleton.moving.length + 1 }, () => []);
  const compensatedLists: BodyInertia[][] = lists.map(() => []);
  for (const { name, body, gravityCompensation } of links) {
    const { joint, pose } = skeleton.attachments.get(name) as LinkAttachment;
    const moved = moveInertia(body, rigidOf(compose(inverse(alignOf(skeleton, joint)), pose)));
    lists[joint + 1].push(moved);
    if (gravityCompensation !== 0)
      compensatedLists[joint + 1].push({ ...moved, mass: gravityCompensation * moved.mass });
  }
  const [fixed, ...bodies] = lists.map(addInertias);
  const [, ...compensated] = compensatedLists.map(addInertias);
  const ground = Float64Array.of(fixed.mass, ...scale(fixed.center, fixed.mass));
  return { bodies, compensated, ground };
}
