// Equalities of MJCF: coincident points, bodies welded at a relative pose, and coupled joints.
import type { ConstraintDescription } from '../../dynamics/description.ts';
import { compose, identity, inverse } from '../../math/pose.ts';
import type { Attributes } from './attributes.ts';
import type { BodyReader, LinkPose } from './mjcf-bodies.ts';
import type { Defaults } from './mjcf-defaults.ts';
import { unknownOf } from './mjcf-known.ts';
import type { RobotWriter } from './writer.ts';
import type { XmlElement } from './xml.ts';

export function readEqualities(
  writer: RobotWriter,
  defaults: Defaults,
  section: XmlElement,
  bodies: BodyReader,
  doesMimic: boolean,
): void {
  section.children.forEach((element, index) => {
    const attributes = writer.attributes(element, defaults.of(element, undefined));
    if (attributes.text('active') === 'false') {
      writer.ignore(element, 'in <equality> is not active and is left out');
      return;
    }
    if (element.name === 'joint') {
      if (doesMimic) follow(writer, attributes, bodies);
      else writer.ignore(element, "is ignored because options.mimic is 'independent'");
      return;
    }
    if (element.name !== 'connect' && element.name !== 'weld') {
      writer.refuse(element, 'in <equality> is not supported; connect, weld and joint are supported');
      return;
    }
    const name = attributes.text('name') ?? `${element.name}${index}`;
    const constraint = element.name === 'connect' ? connect(attributes, bodies) : weld(attributes, bodies);
    writer.without(element, unknownOf(element));
    writer.withoutChildren(element);
    writer.add(element, (builder) => builder.constraint(name, constraint));
  });
}

/** One joint follows another: q₁ − ref₁ = a₀ + a₁ (q₂ − ref₂), as a mimic joint does. */
function follow(writer: RobotWriter, attributes: Attributes, { joints, refs, ranges }: BodyReader): void {
  const { element } = attributes;
  const names = ['joint1', 'joint2'].map((key) => (key === 'joint1' ? attributes.needed(key) : attributes.text(key)));
  for (const name of names) {
    if (name !== undefined && !joints.has(name)) throw attributes.fail(`there is no joint ${JSON.stringify(name)}`);
  }
  const [first, second] = names as [string, string | undefined];
  const [a0 = 0, a1 = 1, ...higher] = attributes.numbers('polycoef', 1, 5) ?? [];
  const isLine = [first, second].every((name) => name !== undefined && refs.has(name)) && higher.every((a) => a === 0);
  if (!isLine || a1 === 0) {
    writer.refuse(
      element,
      'in <equality> is not supported; give two hinge or slide joints and a straight line, polycoef="a b" with b other than 0',
    );
    return;
  }
  const offset = a0 + (refs.get(first) as number) - a1 * (refs.get(second as string) as number);
  const mimic = { joint: second as string, ratio: a1, offset };
  writer.without(
    element,
    [...element.attributes.keys()].filter((key) => !followKeys.includes(key)),
  );
  const range = ranges.get(first);
  if (range) narrow(writer, attributes, second as string, ranges, [(range[0] - offset) / a1, (range[1] - offset) / a1]);
  writer.add(element, (builder) => builder.changeJoint(first, { mimic }));
}

/** The range of a joint that follows another also limits its leader. */
function narrow(
  writer: RobotWriter,
  attributes: Attributes,
  leader: string,
  ranges: BodyReader['ranges'],
  ends: readonly [number, number],
): void {
  const [lower, upper] = ranges.get(leader) ?? [-Infinity, Infinity];
  const common = [Math.max(lower, Math.min(...ends)), Math.min(upper, Math.max(...ends))] as const;
  if (common[0] > common[1])
    throw attributes.fail(`the ranges of both joints leave no value for ${JSON.stringify(leader)}`);
  ranges.set(leader, common);
  writer.builder.changeJoint(leader, { lower: common[0], upper: common[1] });
}

const followKeys = ['name', 'class', 'active', 'joint1', 'joint2', 'polycoef'];

/** Two sites, or a point of the first body and the point of the second that coincides with it in the reference configuration. */
function connect(attributes: Attributes, bodies: BodyReader): ConstraintDescription {
  const sites = siteConstraint(attributes, bodies, 'point');
  if (sites) return sites;
  const [first, second] = bodiesOf(attributes, bodies);
  attributes.needed('anchor');
  const poseA = compose(identity(), { position: attributes.vector('anchor', [0, 0, 0]) });
  const poseB = compose(inverse(second.worldPose), compose(first.worldPose, poseA));
  return { kind: 'point', a: first.link, poseA, b: second.link, poseB };
}

/** Two sites, or two bodies at a relative pose: the given pose, or else their relative pose in the reference configuration. */
function weld(attributes: Attributes, bodies: BodyReader): ConstraintDescription {
  const sites = siteConstraint(attributes, bodies, 'weld');
  if (sites) return sites;
  const [first, second] = bodiesOf(attributes, bodies);
  const [x, y, z, qw, qx, qy, qz] = attributes.vector('relpose', [0, 0, 0, 0, 0, 0, 0]);
  const isGiven = qw !== 0 || qx !== 0 || qy !== 0 || qz !== 0;
  const poseA = isGiven
    ? compose(identity(), { position: [x, y, z], rotation: [qx, qy, qz, qw] })
    : compose(inverse(first.worldPose), second.worldPose);
  return { kind: 'weld', a: first.link, poseA, b: second.link };
}

function siteConstraint(
  attributes: Attributes,
  { sites }: BodyReader,
  kind: 'point' | 'weld',
): ConstraintDescription | null {
  if (!attributes.has('site1')) return null;
  const [first, second] = ['site1', 'site2'].map((key) => find(attributes, sites, key, 'site'));
  return { kind, a: first.link, poseA: first.pose, b: second.link, poseB: second.pose };
}

function bodiesOf(attributes: Attributes, { bodies }: BodyReader): [LinkPose, LinkPose] {
  const first = find(attributes, bodies, 'body1', 'body');
  return [
    first,
    attributes.has('body2') ? find(attributes, bodies, 'body2', 'body') : (bodies.get('world') as LinkPose),
  ];
}

function find(attributes: Attributes, poses: ReadonlyMap<string, LinkPose>, key: string, what: string): LinkPose {
  const found = poses.get(attributes.needed(key));
  if (!found) throw attributes.fail(`there is no ${what} ${JSON.stringify(attributes.text(key))}`);
  return found;
}
