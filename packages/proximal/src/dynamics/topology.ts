// Orders links and joints as a tree: parents before children, each subtree contiguous.
import { show } from '../check/argument.ts';
import type { JointDescription } from './description.ts';

/** An invalid model. `subject` is the link or joint concerned, so that loaders can add its line in the file. */
export class ModelError extends RangeError {
  constructor(
    message: string,
    readonly subject: string,
  ) {
    super(`ModelBuilder.build: ${message}`);
  }
}

/** A named joint of the description. */
export interface NamedJoint extends JointDescription {
  readonly name: string;
}

/** A link and its parent joint; null for a link without one, which is fixed to the world. */
export interface Branch {
  readonly link: string;
  readonly joint: NamedJoint | null;
}

/** The largest number of links named in an error. */
const mostNames = 8;

/** The links in the order of a walk from the world outward, children in the order of their joints. */
export function orderLinks(links: readonly string[], joints: readonly NamedJoint[]): Branch[] {
  const known = new Set(links);
  const above = new Map<string, NamedJoint>();
  const below = new Map<string, NamedJoint[]>();
  for (const joint of joints) {
    for (const [role, link] of [
      ['parent', joint.parent],
      ['child', joint.child],
    ] as const) {
      if (known.has(link) || (role === 'parent' && link === 'world')) continue;
      throw new ModelError(
        `joint ${show(joint.name)}: its ${role} ${show(link)} is not a link; add the link or correct the name`,
        joint.name,
      );
    }
    const other = above.get(joint.child);
    if (other) {
      throw new ModelError(
        `link ${show(joint.child)} is the child of two joints, ${show(other.name)} and ${show(joint.name)}; close loops with a constraint`,
        joint.name,
      );
    }
    above.set(joint.child, joint);
    const siblings = below.get(joint.parent);
    if (siblings) siblings.push(joint);
    else below.set(joint.parent, [joint]);
  }
  const order: Branch[] = [];
  // A stack: children are pushed in reverse order.
  const waiting: Branch[] = (below.get('world') ?? []).map((joint) => ({ link: joint.child, joint }));
  for (const link of links) if (!above.has(link)) waiting.push({ link, joint: null });
  waiting.reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    order.push(next);
    for (const joint of [...(below.get(next.link) ?? [])].reverse()) waiting.push({ link: joint.child, joint });
  }
  if (order.length < links.length) throw cycleError(above, new Set(order.map(({ link }) => link)), links);
  return order;
}

/** Links that are not reachable from the world form a cycle. */
function cycleError(
  above: ReadonlyMap<string, NamedJoint>,
  reached: ReadonlySet<string>,
  links: readonly string[],
): ModelError {
  let link = links.find((each) => !reached.has(each)) as string;
  const seen = new Set<string>();
  while (!seen.has(link)) {
    seen.add(link);
    link = (above.get(link) as NamedJoint).parent;
  }
  const passed = [...seen];
  const circle = passed.slice(passed.indexOf(link)).reverse();
  const names = circle.slice(0, mostNames).map(show).join(', ') + (circle.length > mostNames ? ', …' : '');
  return new ModelError(
    `the links ${names} form a cycle of joints; close loops with a constraint instead of a joint`,
    circle[0],
  );
}
