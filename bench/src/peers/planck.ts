// planck, a port of Box2D to JavaScript: its Distance on vertices of radius zero.
import type { PlaneSet } from '../plane/sets.ts';
import { type Cache, type Port, place, planeOf, type Transform } from './box2d-ports.ts';
import { load, type Peer, verticesOf } from './peer.ts';

interface Input {
  readonly proxyA: { setVertices(vertices: readonly object[], count: number, radius: number): void };
  readonly proxyB: Input['proxyA'];
  readonly transformA: Transform;
  readonly transformB: Transform;
  useRadii: boolean;
}

interface Planck {
  readonly Distance: (output: { distance: number }, cache: Cache, input: Input) => void;
  readonly DistanceInput: new () => Input;
  readonly DistanceOutput: new () => { distance: number };
  readonly SimplexCache: new () => Cache;
}

export const planck: Peer = { name: 'planck', package: 'planck', plane: planeOf(open) };

async function open(set: PlaneSet): Promise<Port<Input>> {
  const { Distance, DistanceInput, DistanceOutput, SimplexCache } = await load<Planck>('planck');
  const output = new DistanceOutput();
  return {
    inputs: inputsOf(DistanceInput, set),
    createCache: () => new SimplexCache(),
    runQuery(cache, input) {
      Distance(output, cache, input);
      return output.distance;
    },
    contact: 10 * Number.EPSILON,
  };
}

function inputsOf(DistanceInput: Planck['DistanceInput'], { polygons, problems }: PlaneSet): Input[] {
  const clouds = polygons.map((shape) => verticesOf(shape).map(([x, y]) => ({ x, y })));
  return problems.map(({ a, b, poseA, poseB }) => {
    const input = new DistanceInput();
    input.proxyA.setVertices(clouds[a], clouds[a].length, 0);
    input.proxyB.setVertices(clouds[b], clouds[b].length, 0);
    place(input.transformA, poseA);
    place(input.transformB, poseB);
    input.useRadii = false;
    return input;
  });
}
