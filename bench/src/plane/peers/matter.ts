// matter-js: Boolean only; for an overlap it also finds depth and contact points, which cannot be left out.
import type { Entrant } from '../entrants.ts';
import { load } from './load.ts';
import { outlines } from './world.ts';

interface Matter {
  readonly Body: { create(options: { vertices: readonly object[]; position: object }): object };
  readonly Vertices: { centre(vertices: readonly object[]): object };
  readonly Collision: { collides(a: object, b: object): object | null };
}

export const matter: Entrant = {
  title: 'matter-js',
  kind: 'npm',
  how: 'Collision.collides on bodies that were moved to their poses before the clock; it has no state',
  async enter(set) {
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
  },
};
