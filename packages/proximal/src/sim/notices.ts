// Notices about a simulation: links that do not collide, and joints that begin beyond their limits.
import { show } from '../check/argument.ts';
import type { ModelNotice } from '../dynamics/description.ts';
import type { Model } from '../dynamics/model.ts';
import { type CollisionNotice, noticesOf, type SelfCollisions } from '../robots/self-collisions.ts';

/**
 * A joint that is beyond a limit in the reference configuration of its model. The position correction brings it back; a servo
 * that holds it there works against the correction.
 * @example
 * ```ts
 * for (const notice of simulator.notices) if (notice.reason === 'limit') console.log(notice.joint, notice.depth);
 * ```
 */
export interface LimitNotice extends ModelNotice {
  readonly reason: 'limit';
  readonly joint: string;
  /** The links that the joint connects; the world is `'world'`. */
  readonly links: readonly [string, string];
  /** How far it is beyond the limit, in radians or meters. */
  readonly depth: number;
}

/**
 * A notice about a model in a simulation; `reason` is its kind.
 * @example
 * ```ts
 * const messages = (notices: readonly SimulatorNotice[]) => notices.map(({ message }) => message);
 * ```
 */
export type SimulatorNotice = CollisionNotice | LimitNotice;

/** The notices of all members, in order. */
export function simulatorNotices(
  members: readonly { readonly given: Model; readonly collisions: SelfCollisions }[],
): SimulatorNotice[] {
  return members.flatMap(({ given, collisions }) => [...limitNotices(given), ...noticesOf(collisions)]);
}

/** In radians and meters: smaller violations are rounding in the file. */
const negligible = 1e-6;

function limitNotices({ name: model, joints, limits, reference }: Model): LimitNotice[] {
  return joints.flatMap(({ name, kind, link, parent, q, nq, mimic }) => {
    if (nq !== 1 || mimic !== null) return [];
    const depth = Math.max(limits.lower[q] - reference[q], reference[q] - limits.upper[q]);
    if (!(depth > negligible)) return [];
    const beyond = `${Number(depth.toPrecision(3))} ${kind === 'prismatic' ? 'm' : 'rad'}`;
    return [
      {
        level: 'notice',
        name: model,
        reason: 'limit',
        joint: name,
        links: [parent < 0 ? 'world' : joints[parent].link, link],
        depth,
        message: `model ${show(model)}: the joint ${show(name)} begins ${beyond} beyond its limits and is brought back; set a configuration, or position controls, within the limits`,
      },
    ];
  });
}
