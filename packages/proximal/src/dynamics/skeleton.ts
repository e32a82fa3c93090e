// The skeleton of a model: its moving joints, and for each link the joint that moves it.
import { show } from '../check/argument.ts';
import { compose, inverse, type Pose } from '../math/pose.ts';
import { alignAxis } from './align.ts';
import type { BuilderInput } from './builder.ts';
import { jointDefinitions } from './joints/registry.ts';
import { rigidOf } from './rigid.ts';
import { ModelError, orderLinks } from './topology.ts';

export type PartJoint = BuilderInput['joints'][number];

/** The attachment of a link: the body of a joint (−1 for the world), and a pose in its frame. */
export interface LinkAttachment {
  readonly joint: number;
  readonly pose: Pose;
}

/** The moving joints in order, and the attachments of all links. */
export interface JointSkeleton {
  readonly moving: readonly PartJoint[];
  /** The poses of the moving joints in their parents' frames. */
  readonly placements: readonly Pose[];
  /** The aligned frames inside the model, whose z axis is the joint axis, as rotations in the joints' frames. */
  readonly aligned: readonly Pose[];
  readonly parents: readonly number[];
  readonly attachments: ReadonlyMap<string, LinkAttachment>;
  /** The attachments of all joint frames, fixed joints included. */
  readonly jointAttachments: ReadonlyMap<string, LinkAttachment>;
}

/** A pose on the body of a joint (−1 for the world), in the joint's frame and in its aligned frame inside the model. */
export interface PlacedPose {
  readonly joint: number;
  readonly placement: Pose;
  readonly rigid: Float64Array;
}

export const origin: Pose = /* @__PURE__ */ Float64Array.of(0, 0, 0, 0, 0, 0, 1);

export const world: LinkAttachment = { joint: -1, pose: origin };

/** Walks the tree. The child of a fixed joint becomes part of its parent's body. */
export function makeSkeleton(parts: BuilderInput): JointSkeleton {
  const moving: PartJoint[] = [];
  const placements: Pose[] = [];
  const aligned: Pose[] = [];
  const parents: number[] = [];
  const attachments = new Map<string, LinkAttachment>();
  const jointAttachments = new Map<string, LinkAttachment>();
  const byName = new Map(parts.joints.map((joint) => [joint.name, joint]));
  for (const branch of orderLinks(
    parts.links.map(({ name }) => name),
    parts.joints,
  )) {
    if (branch.joint === null) {
      attachments.set(branch.link, world);
      continue;
    }
    const joint = byName.get(branch.joint.name) as PartJoint;
    const parentAttachment = joint.parent === 'world' ? world : (attachments.get(joint.parent) as LinkAttachment);
    const pose = compose(parentAttachment.pose, joint.pose);
    let attachment: LinkAttachment = { joint: parentAttachment.joint, pose };
    if (joint.kind !== 'fixed') {
      attachment = { joint: moving.length, pose: origin };
      moving.push(joint);
      placements.push(pose);
      aligned.push(jointDefinitions[joint.kind].hasAxis ? alignAxis(joint.unitAxis) : origin);
      parents.push(parentAttachment.joint);
    }
    attachments.set(branch.link, attachment);
    jointAttachments.set(joint.name, attachment);
  }
  return { moving, placements, aligned, parents, attachments, jointAttachments };
}

/** The alignment of a joint's frame; the identity for the world. */
export function alignOf({ aligned }: JointSkeleton, joint: number): Pose {
  return joint < 0 ? origin : aligned[joint];
}

/** @throws ModelError if there is no such link; `what` is the element that refers to it */
export function attachmentOf({ attachments }: JointSkeleton, link: string, what: string): LinkAttachment {
  const attachment = link === 'world' ? world : attachments.get(link);
  if (!attachment) throw new ModelError(`${what}: there is no link ${show(link)}; add it or correct the name`, link);
  return attachment;
}

/** A pose in the frame of a link, on the body that the link is attached to. */
export function placeOn(skeleton: JointSkeleton, { joint, pose: linkPose }: LinkAttachment, pose: Pose): PlacedPose {
  const placement = compose(linkPose, pose);
  const inside = compose(inverse(alignOf(skeleton, joint)), placement);
  return { joint, placement, rigid: rigidOf(inside) };
}
