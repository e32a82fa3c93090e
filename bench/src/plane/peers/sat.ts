// sat (SAT.js): Boolean only.
import type { Entrant } from '../entrants.ts';
import { load } from './load.ts';
import { outlines } from './world.ts';

interface Sat {
  readonly Vector: new (x: number, y: number) => object;
  readonly Polygon: new (position: object, points: readonly object[]) => object;
  readonly testPolygonPolygon: (a: object, b: object) => boolean;
}

export const sat: Entrant = {
  title: 'sat',
  kind: 'npm',
  how: 'testPolygonPolygon on polygons that were moved to their poses before the clock; it has no state',
  async enter(set) {
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
  },
};
