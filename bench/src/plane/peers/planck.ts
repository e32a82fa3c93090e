// planck, a port of Box2D to JavaScript: its Distance on vertex clouds of radius zero.
import type { Entrant } from '../entrant.ts';
import { type PlaneSet, verticesOf } from '../sets.ts';
import { load } from './load.ts';

interface Cache {
  count: number;
}

interface Input {
  readonly proxyA: { setVertices(vertices: readonly object[], count: number, radius: number): void };
  readonly proxyB: Input['proxyA'];
  readonly transformA: { set(position: object, angle: number): void; readonly q: { s: number; c: number } };
  readonly transformB: Input['transformA'];
  useRadii: boolean;
}

interface Planck {
  readonly Distance: (output: { distance: number }, cache: Cache, input: Input) => void;
  readonly DistanceInput: new () => Input;
  readonly DistanceOutput: new () => { distance: number };
  readonly SimplexCache: new () => Cache;
}

/** What testOverlap of planck compares with: ten times its epsilon. */
const contact = 10 * Number.EPSILON;

export const planck: Entrant = {
  title: 'planck',
  kind: 'npm',
  how: 'Distance with inputs made before the clock, cold: an empty simplex cache for each query; level 1 by the same',
  async enter(set) {
    const { Distance, SimplexCache, DistanceOutput, ...library } = await load<Planck>('planck');
    const inputs = inputsOf(library, set);
    const cache = new SimplexCache();
    const output = new DistanceOutput();
    const ask = (input: Input): number => {
      cache.count = 0;
      Distance(output, cache, input);
      return output.distance;
    };
    return {
      distances(out) {
        for (let k = 0; k < inputs.length; k++) out[k] = ask(inputs[k]);
      },
      collisions(out) {
        for (let k = 0; k < inputs.length; k++) out[k] = ask(inputs[k]) < contact ? 1 : 0;
      },
    };
  },
};

function inputsOf({ DistanceInput }: Pick<Planck, 'DistanceInput'>, { polygons, problems }: PlaneSet): Input[] {
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

function place(transform: Input['transformA'], [x, y, cosine, sine]: Float64Array): void {
  transform.set({ x, y }, 0);
  transform.q.c = cosine;
  transform.q.s = sine;
}
