// planck, a port of Box2D to JavaScript: its Distance on vertex clouds of radius zero.
import type { Entrant } from '../entrants.ts';
import { type PlaneSet, verticesOf } from '../sets.ts';
import { type Cache, coldly, subjectOf, warmly } from './box2d-family.ts';
import { load } from './load.ts';

interface Transform {
  readonly p: { x: number; y: number };
  readonly q: { c: number; s: number };
}

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

export function planck(isWarm: boolean): Entrant {
  return {
    title: isWarm ? 'planck, warm' : 'planck',
    kind: 'npm',
    how: isWarm ? warmly : coldly,
    async enter(set) {
      const { Distance, DistanceInput, DistanceOutput, SimplexCache } = await load<Planck>('planck');
      const output = new DistanceOutput();
      const port = {
        inputs: inputsOf(DistanceInput, set),
        createCache: () => new SimplexCache(),
        ask(cache: Cache, input: Input): number {
          Distance(output, cache, input);
          return output.distance;
        },
        contact: 10 * Number.EPSILON,
      };
      return subjectOf(port, set, isWarm);
    },
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

export function place({ p, q }: Transform, [x, y, cosine, sine]: Float64Array): void {
  Object.assign(p, { x, y });
  Object.assign(q, { c: cosine, s: sine });
}
