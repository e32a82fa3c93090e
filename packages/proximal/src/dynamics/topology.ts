// Orders the links of a model as a tree, in depth-first preorder: parents come before children, and each subtree is contiguous.
import { show } from '../check/argument.ts';
import type { JointDescription } from './description.ts';

/** An invalid model. `subject` is the name of the element concerned; loaders add its line in the file. */
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
export interface LinkWithParent {
  readonly link: string;
  readonly joint: NamedJoint | null;
}

/** An error names at most this many links. */
const maxNames = 8;

/** The links in depth-first preorder from the world; the children of a link are in the order of their joints. */
export function orderLinks(links: readonly string[], joints: readonly NamedJoint[]): LinkWithParent[] {
  const names = new Set(links);
  const parentJoint = new Map<string, NamedJoint>();
  const childJoints = new Map<string, NamedJoint[]>();
  for (const joint of joints) {
    for (const [role, link] of [
      ['parent', joint.parent],
      ['child', joint.child],
    ] as const) {
      if (names.has(link) || (role === 'parent' && link === 'world')) continue;
      throw new ModelError(
        `joint ${show(joint.name)}: its ${role} ${show(link)} is not a link; add the link or correct the name`,
        joint.name,
      );
    }
    const other = parentJoint.get(joint.child);
    if (other) {
      throw new ModelError(
        `link ${show(joint.child)} is the child of two joints, ${show(other.name)} and ${show(joint.name)}; close loops with a constraint`,
        joint.name,
      );
    }
    parentJoint.set(joint.child, joint);
    const siblings = childJoints.get(joint.parent);
    if (siblings) siblings.push(joint);
    else childJoints.set(joint.parent, [joint]);
  }
  const order: LinkWithParent[] = [];
  // Children are pushed in reverse order: the first is then on top of the stack.
  const stack: LinkWithParent[] = (childJoints.get('world') ?? []).map((joint) => ({ link: joint.child, joint }));
  for (const link of links) if (!parentJoint.has(link)) stack.push({ link, joint: null });
  stack.reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    order.push(next);
    for (const joint of [...(childJoints.get(next.link) ?? [])].reverse()) stack.push({ link: joint.child, joint });
  }
  if (order.length < links.length) throw cycleError(parentJoint, new Set(order.map(({ link }) => link)), links);
  return order;
}

/**
 * The error for links that are not reachable from the world. Each of them is on a cycle of joints or below one, so the parents of
 * any of them lead to a cycle; the error names the links of that cycle.
 */
function cycleError(
  parentJoint: ReadonlyMap<string, NamedJoint>,
  reached: ReadonlySet<string>,
  links: readonly string[],
): ModelError {
  let link = links.find((each) => !reached.has(each)) as string;
  const visited = new Set<string>();
  while (!visited.has(link)) {
    visited.add(link);
    link = (parentJoint.get(link) as NamedJoint).parent;
  }
  const path = [...visited];
  const cycle = path.slice(path.indexOf(link)).reverse();
  const names = cycle.slice(0, maxNames).map(show).join(', ') + (cycle.length > maxNames ? ', …' : '');
  return new ModelError(
    `the links ${names} form a cycle of joints; close loops with a constraint instead of a joint`,
    cycle[0],
  );
}
