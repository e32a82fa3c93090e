// The section <contact> of MJCF: pairs of bodies that do not collide, and pairs of geoms that do, whatever their masks.
import type { CollisionRule } from '../../dynamics/description.ts';
import type { BodyReader } from './mjcf-bodies.ts';
import type { Defaults } from './mjcf-defaults.ts';
import { unknownOf } from './mjcf-known.ts';
import type { RobotWriter } from './writer.ts';
import type { XmlElement } from './xml.ts';

/** The names of geoms in pairs: they collide even if their masks are zero. */
export function pairedGeoms(sections: readonly XmlElement[]): Set<string> {
  const pairs = sections.flatMap(({ children }) => children).filter(({ name }) => name === 'pair');
  return new Set(pairs.flatMap(({ attributes }) => ['geom1', 'geom2'].map((key) => attributes.get(key) ?? '')));
}

/** Pairs take precedence over exclusions, as in MuJoCo, so they are added last. */
export function readContacts(
  writer: RobotWriter,
  defaults: Defaults,
  sections: readonly XmlElement[],
  bodies: BodyReader,
): void {
  const elements = sections.flatMap(({ children }) => children);
  const of = (name: string): XmlElement[] => elements.filter((element) => element.name === name);
  for (const element of of('exclude')) {
    writer.add(element, (builder) => builder.collision(exclusion(writer, element, bodies)));
    writer.without(element, unknownOf(element));
  }
  for (const element of of('pair')) {
    writer.add(element, (builder) => builder.collision(pair(writer, defaults, element, bodies)));
    writer.without(element, unknownOf(element));
  }
  for (const element of elements) {
    if (element.name !== 'exclude' && element.name !== 'pair') writer.ignore(element, 'in <contact> is not read');
    writer.withoutChildren(element);
  }
}

function exclusion(writer: RobotWriter, element: XmlElement, { bodies }: BodyReader): CollisionRule {
  const attributes = writer.attributes(element);
  const links = ['body1', 'body2'].map((key) => {
    const body = bodies.get(attributes.needed(key));
    if (!body) throw attributes.fail(`there is no body ${JSON.stringify(attributes.text(key))}`);
    return body.link;
  });
  return { links: [links[0], links[1]], collide: false };
}

function pair(writer: RobotWriter, defaults: Defaults, element: XmlElement, { geoms }: BodyReader): CollisionRule {
  const attributes = writer.attributes(element, defaults.of(element, undefined));
  const [first, second] = ['geom1', 'geom2'].map((key) => {
    const name = attributes.needed(key);
    if (!geoms.has(name)) throw attributes.fail(`there is no geom ${JSON.stringify(name)}`);
    return name;
  });
  // As in MuJoCo, a pair's friction does not depend on its geoms. The defaults are MuJoCo's; the second sliding and rolling numbers are not used.
  const [sliding = 1, , torsional = 0.005, rolling = 0.0001] = attributes.numbers('friction', 1, 5) ?? [];
  const condim = attributes.number('condim', 3);
  return {
    geometries: [first, second],
    collide: true,
    friction: condim === 1 ? 0 : sliding,
    torsionalFriction: condim >= 4 ? torsional : 0,
    rollingFriction: condim === 6 ? rolling : 0,
  };
}
