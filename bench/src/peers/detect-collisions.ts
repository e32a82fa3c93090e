// detect-collisions (published also as check2d): Boolean only, by sat.
import type { PreparedQueries } from '../plane/methods.ts';
import type { PlaneSet } from '../plane/sets.ts';
import { load, outlines, type Peer } from './peer.ts';

interface DetectCollisions {
  readonly System: new () => {
    createPolygon(position: object, points: readonly object[]): object;
    checkCollision(a: object, b: object): boolean;
  };
}

export const detectCollisions: Peer = {
  name: 'detect-collisions',
  package: 'detect-collisions',
  plane: {
    how: 'System.checkCollision on bodies placed before timing; it keeps no state between queries',
    prepare,
  },
};

async function prepare(set: PlaneSet): Promise<PreparedQueries> {
  const { System } = await load<DetectCollisions>('detect-collisions');
  const system = new System();
  const make = (points: readonly [number, number][]): object =>
    system.createPolygon(
      { x: 0, y: 0 },
      points.map(([x, y]) => ({ x, y })),
    );
  const pairs = outlines(set).map(({ a, b }) => ({ a: make(a), b: make(b) }));
  return {
    collisions(out) {
      for (let k = 0; k < pairs.length; k++) out[k] = system.checkCollision(pairs[k].a, pairs[k].b) ? 1 : 0;
    },
  };
}
