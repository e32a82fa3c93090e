// matter-js: Boolean only; it also finds depth and contact points of overlaps.
import type { PreparedQueries } from '../plane/methods.ts';
import type { PlaneSet } from '../plane/sets.ts';
import { load, outlines, type Peer } from './peer.ts';

interface Matter {
  readonly Body: { create(options: { vertices: readonly object[]; position: object }): object };
  readonly Vertices: { centre(vertices: readonly object[]): object };
  readonly Collision: { collides(a: object, b: object): object | null };
}

export const matter: Peer = {
  name: 'matter-js',
  package: 'matter-js',
  plane: {
    how: 'Collision.collides on bodies placed before timing; it keeps no state between queries',
    prepare,
  },
};

async function prepare(set: PlaneSet): Promise<PreparedQueries> {
  const { Body, Vertices, Collision } = await load<Matter>('matter-js');
  const make = (points: readonly [number, number][]): object => {
    const vertices = points.map(([x, y]) => ({ x, y }));
    return Body.create({ vertices, position: Vertices.centre(vertices) });
  };
  const pairs = outlines(set).map(({ a, b }) => ({ a: make(a), b: make(b) }));
  return {
    collisions(out) {
      for (let k = 0; k < pairs.length; k++) out[k] = Collision.collides(pairs[k].a, pairs[k].b) === null ? 0 : 1;
    },
  };
}
