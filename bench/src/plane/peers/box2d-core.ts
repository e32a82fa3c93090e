// @box2d/core, another port of Box2D to JavaScript: b2Distance on vertex clouds of radius zero.
import type { Entrant } from '../entrants.ts';
import { type PlaneSet, verticesOf } from '../sets.ts';
import { type Cache, coldly, subjectOf, warmly } from './box2d-family.ts';
import { load } from './load.ts';
import { place } from './planck.ts';

interface Input {
  readonly proxyA: { SetVerticesRadius(vertices: readonly object[], count: number, radius: number): void };
  readonly proxyB: Input['proxyA'];
  readonly transformA: Parameters<typeof place>[0];
  readonly transformB: Parameters<typeof place>[0];
  useRadii: boolean;
}

interface Box2d {
  readonly b2Distance: (output: { distance: number }, cache: Cache, input: Input) => void;
  readonly b2DistanceInput: new () => Input;
  readonly b2DistanceOutput: new () => { distance: number };
  readonly b2SimplexCache: new () => Cache;
  readonly b2Vec2: new (x: number, y: number) => object;
  readonly b2_epsilon: number;
}

export function box2dCore(isWarm: boolean): Entrant {
  return {
    title: isWarm ? '@box2d/core, warm' : '@box2d/core',
    kind: 'npm',
    how: isWarm ? warmly : coldly,
    async enter(set) {
      const library = await load<Box2d>('@box2d/core');
      const { b2Distance, b2DistanceOutput, b2SimplexCache } = library;
      const output = new b2DistanceOutput();
      const port = {
        inputs: inputsOf(library, set),
        createCache: () => new b2SimplexCache(),
        ask(cache: Cache, input: Input): number {
          b2Distance(output, cache, input);
          return output.distance;
        },
        contact: 10 * library.b2_epsilon,
      };
      return subjectOf(port, set, isWarm);
    },
  };
}

function inputsOf({ b2DistanceInput, b2Vec2 }: Box2d, { polygons, problems }: PlaneSet): Input[] {
  const clouds = polygons.map((shape) => verticesOf(shape).map(([x, y]) => new b2Vec2(x, y)));
  return problems.map(({ a, b, poseA, poseB }) => {
    const input = new b2DistanceInput();
    input.proxyA.SetVerticesRadius(clouds[a], clouds[a].length, 0);
    input.proxyB.SetVerticesRadius(clouds[b], clouds[b].length, 0);
    place(input.transformA, poseA);
    place(input.transformB, poseB);
    input.useRadii = false;
    return input;
  });
}
