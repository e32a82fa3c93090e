// sat (SAT.js): Boolean only.
import type { PreparedQueries } from '../plane/methods.ts';
import type { PlaneSet } from '../plane/sets.ts';
import { load, outlines, type Peer } from './peer.ts';

interface Sat {
  readonly Vector: new (x: number, y: number) => object;
  readonly Polygon: new (position: object, points: readonly object[]) => object;
  readonly testPolygonPolygon: (a: object, b: object) => boolean;
}

export const sat: Peer = {
  name: 'sat',
  package: 'sat',
  plane: {
    how: 'testPolygonPolygon on polygons placed before timing; it keeps no state between queries',
    prepare,
  },
};

async function prepare(set: PlaneSet): Promise<PreparedQueries> {
  const { Polygon, Vector, testPolygonPolygon } = await load<Sat>('sat');
  const make = (points: readonly [number, number][]): object =>
    new Polygon(
      new Vector(0, 0),
      points.map(([x, y]) => new Vector(x, y)),
    );
  const pairs = outlines(set).map(({ a, b }) => ({ a: make(a), b: make(b) }));
  return {
    collisions(out) {
      for (let k = 0; k < pairs.length; k++) out[k] = testPolygonPolygon(pairs[k].a, pairs[k].b) ? 1 : 0;
    },
  };
}
