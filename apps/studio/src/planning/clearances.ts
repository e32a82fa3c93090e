// The distances between the links of a robot and from obstacles, and which pairs of links may collide.
import { fromJSON } from 'proximal';
import type { Model } from 'proximal/dynamics';
import { type Body, Scene } from 'proximal/scene';
import { Simulator } from 'proximal/sim';
import type { LinkPair, Nearest, PlacedShape } from './protocol.ts';

/** The number of pairs that are listed. */
const maxListed = 6;

/** The links with shapes, in the order of their first shapes. */
export function linksOf({ geometries }: Model): string[] {
  return [...new Set(geometries.map(({ link }) => link))];
}

export function linkPairs(model: Model): LinkPair[] {
  const links = linksOf(model);
  const known = new Map<string, { readonly reason: LinkPair['reason']; readonly depth: number }>();
  for (const notice of new Simulator({ models: [model] }).notices)
    if (notice.reason !== 'limit') known.set([...notice.links].sort().join('\n'), notice);
  const jointOf = (link: string): number => model.frames.find(({ name }) => name === link)?.joint ?? -1;
  return links.flatMap((second, b) =>
    links.slice(0, b).map((first, a): LinkPair => {
      if (jointOf(first) === jointOf(second)) return { a, b, reason: 'rigid', depth: 0 };
      const { reason, depth } = known.get([first, second].sort().join('\n')) ?? { reason: 'collide', depth: 0 };
      return { a, b, reason, depth };
    }),
  );
}

export class Clearances {
  private readonly scene: Scene;
  private readonly bodies: readonly Body[];

  /** @param upTo the largest distance that is listed, in meters */
  constructor(
    model: Model,
    obstacles: readonly PlacedShape[],
    private readonly upTo: number,
    pairs: readonly LinkPair[],
  ) {
    const links = linksOf(model);
    const allowed = new Set(
      pairs.filter(({ reason }) => reason === 'collide').flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]),
    );
    // Obstacles have no index, and do not collide with each other.
    this.scene = new Scene({
      filter: ({ userData: a }, { userData: b }) =>
        a === null || b === null ? a !== b : allowed.has(`${String(a)} ${String(b)}`),
    });
    this.bodies = model.geometries.map(({ shape, link }) =>
      this.scene.add(shape, {}, { name: link, userData: links.indexOf(link) }),
    );
    for (const { name, shape, pose } of obstacles) this.scene.add(fromJSON(shape), pose, { name, userData: null });
  }

  /** The nearest pairs of links and obstacles, ascending. @param poses of the robot's shapes */
  at(poses: Float64Array): Nearest[] {
    this.bodies.forEach((body, k) => {
      body.setPose(poses.slice(7 * k, 7 * k + 7));
    });
    const nearest = new Map<string, Nearest>();
    for (const { a, b, distance, result } of this.scene.distances({ upTo: this.upTo })) {
      const key = [a.name, b.name].sort().join('\n');
      if ((nearest.get(key)?.distance ?? Number.POSITIVE_INFINITY) <= distance) continue;
      nearest.set(key, { distance, a: a.name, b: b.name, pointA: [...result.pointA], pointB: [...result.pointB] });
    }
    return [...nearest.values()].sort((p, q) => p.distance - q.distance).slice(0, maxListed);
  }
}
