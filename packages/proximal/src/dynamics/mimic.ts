// Mimic joints, and the joints that they follow.
import { show } from '../check/argument.ts';
import type { BuilderInput } from './builder.ts';
import { jointDefinitions } from './joints/registry.ts';
import type { PartJoint } from './skeleton.ts';
import { ModelError } from './topology.ts';

/** The final leader of a mimic joint, with ratio and offset. */
export type Leader = { readonly joint: string; readonly ratio: number; readonly offset: number };

/** The leader of a joint that mimics no other: the joint itself. */
const itself = (joint: string): Leader => ({ joint, ratio: 1, offset: 0 });

/** Resolves each mimic joint once: joints on the path to the leader are resolved on the way back. */
export function findLeaders(parts: BuilderInput, moving: readonly PartJoint[]): Map<string, Leader> {
  const byName = new Map(parts.joints.map((joint) => [joint.name, joint]));
  const found = new Map<string, Leader>();
  for (const joint of moving) {
    const path = new Set<PartJoint>();
    let last = joint;
    while (last.mimic && !found.has(last.name)) {
      path.add(last);
      const next = leaderOf(last, byName);
      if (path.has(next))
        throw new ModelError(
          `${describeMimic(last)}, which closes a cycle of mimic joints; remove mimic from one of them`,
          last.name,
        );
      last = next;
    }
    let leader = found.get(last.name) ?? itself(last.name);
    for (const { name, mimic } of [...path].reverse()) {
      // q = r (R q₀ + O) + o, with the own ratio r and offset o, and R and O of the joint that it follows.
      const ratio = mimic?.ratio ?? 1;
      const offset = ratio * leader.offset + (mimic?.offset ?? 0);
      leader = { joint: leader.joint, ratio: ratio * leader.ratio, offset };
      found.set(name, leader);
    }
  }
  return found;
}

const describeMimic = ({ name, mimic }: PartJoint): string => `joint ${show(name)} mimics ${show(mimic?.joint ?? '')}`;

function leaderOf(joint: PartJoint, byName: ReadonlyMap<string, PartJoint>): PartJoint {
  const leader = byName.get(joint.mimic?.joint ?? '');
  if (!leader) throw new ModelError(`${describeMimic(joint)}, which does not exist`, joint.name);
  if (jointDefinitions[leader.kind].nq !== 1) {
    throw new ModelError(
      `${describeMimic(joint)}, a ${leader.kind} joint; only a joint with one coordinate can be mimicked`,
      joint.name,
    );
  }
  return leader;
}
