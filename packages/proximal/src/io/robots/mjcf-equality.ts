// Equalities of MJCF: points that stay together, and bodies that are welded, as they are drawn in the file.
import type { ConstraintDescription } from '../../dynamics/description.ts';
import { compose, identity, inverse } from '../../math/pose.ts';
import type { Attributes } from './attributes.ts';
import type { BodyReader, Place } from './mjcf-bodies.ts';
import type { Defaults } from './mjcf-defaults.ts';
import { unknownOf } from './mjcf-known.ts';
import type { RobotWriter } from './writer.ts';
import type { XmlElement } from './xml.ts';

export function readEqualities(writer: RobotWriter, defaults: Defaults, section: XmlElement, bodies: BodyReader): void {
  section.children.forEach((element, index) => {
    const attributes = writer.attributes(element, defaults.of(element, undefined));
    if (element.name !== 'connect' && element.name !== 'weld') {
      writer.ignore(element, 'in <equality> is not read: connect and weld are');
      return;
    }
    if (attributes.text('active') === 'false') {
      writer.ignore(element, 'in <equality> is not active and is left out');
      return;
    }
    const name = attributes.text('name') ?? `${element.name}${index}`;
    const constraint = element.name === 'connect' ? connect(attributes, bodies) : weld(attributes, bodies);
    writer.without(element, unknownOf(element));
    writer.withoutChildren(element);
    writer.add(element, (builder) => builder.constraint(name, constraint));
  });
}

/** Two sites, or a point of the first body and the point of the second that is drawn at the same place. */
function connect(attributes: Attributes, bodies: BodyReader): ConstraintDescription {
  const sites = siteConstraint(attributes, bodies, 'point');
  if (sites) return sites;
  const [first, second] = bodiesOf(attributes, bodies);
  attributes.needed('anchor');
  const poseA = compose(identity(), { position: attributes.vector('anchor', [0, 0, 0]) });
  const poseB = compose(inverse(second.drawn), compose(first.drawn, poseA));
  return { kind: 'point', a: first.link, poseA, b: second.link, poseB };
}

/** Two sites, or two bodies at a relative pose: the one that is drawn unless given. */
function weld(attributes: Attributes, bodies: BodyReader): ConstraintDescription {
  const sites = siteConstraint(attributes, bodies, 'weld');
  if (sites) return sites;
  const [first, second] = bodiesOf(attributes, bodies);
  const [x, y, z, qw, qx, qy, qz] = attributes.vector('relpose', [0, 0, 0, 0, 0, 0, 0]);
  const isGiven = qw !== 0 || qx !== 0 || qy !== 0 || qz !== 0;
  const poseA = isGiven
    ? compose(identity(), { position: [x, y, z], rotation: [qx, qy, qz, qw] })
    : compose(inverse(first.drawn), second.drawn);
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

function bodiesOf(attributes: Attributes, { bodies }: BodyReader): [Place, Place] {
  const first = find(attributes, bodies, 'body1', 'body');
  return [first, attributes.has('body2') ? find(attributes, bodies, 'body2', 'body') : (bodies.get('world') as Place)];
}

function find(attributes: Attributes, places: ReadonlyMap<string, Place>, key: string, what: string): Place {
  const place = places.get(attributes.needed(key));
  if (!place) throw attributes.fail(`there is no ${what} ${JSON.stringify(attributes.text(key))}`);
  return place;
}
