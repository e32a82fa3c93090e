// @box2d/core, a port of Box2D to JavaScript: b2Distance on vertices of radius zero.
import type { PlaneSet } from '../plane/sets.ts';
import { type Cache, type Port, place, planeOf, type Transform } from './box2d-ports.ts';
import { load, type Peer, verticesOf } from './peer.ts';

interface Input {
  readonly proxyA: { SetVerticesRadius(vertices: readonly object[], count: number, radius: number): void };
  readonly proxyB: Input['proxyA'];
  readonly transformA: Transform;
  readonly transformB: Transform;
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

export const box2dCore: Peer = { name: '@box2d/core', package: '@box2d/core', plane: planeOf(open) };

async function open(set: PlaneSet): Promise<Port<Input>> {
  const library = await load<Box2d>('@box2d/core');
  const { b2Distance, b2DistanceOutput, b2SimplexCache } = library;
  const output = new b2DistanceOutput();
  return {
    inputs: inputsOf(library, set),
    createCache: () => new b2SimplexCache(),
    runQuery(cache, input) {
      b2Distance(output, cache, input);
      return output.distance;
    },
    contact: 10 * library.b2_epsilon,
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
