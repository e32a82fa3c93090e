// detect-collisions (today a name of check2d): Boolean only, by sat within.
import type { Entrant } from '../entrants.ts';
import { load } from './load.ts';
import { outlines } from './world.ts';

interface DetectCollisions {
  readonly System: new () => {
    createPolygon(position: object, points: readonly object[]): object;
    checkCollision(a: object, b: object): boolean;
  };
}

export const detectCollisions: Entrant = {
  title: 'detect-collisions',
  kind: 'npm',
  how: 'System.checkCollision on bodies that were moved to their poses before the clock; it has no state',
  async enter(set) {
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
  },
};
