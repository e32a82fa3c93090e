// The sub-algorithms of the barycode paper (Zhang et al. 2020) one by one: sub-distance algorithms in one loop, the barycodes that occur, the first direction,
// and how many pairs circles decide. Counts of the library come from public functions, those of the loops from plane/gjk-baselines.ts.
import { distance, type TraceStep } from 'proximal/2d';
import { defineBenchmark, seed, whole } from '../harness/benchmark.ts';
import type { Section } from '../harness/page.ts';
import { measureInTurns, passes, summarize } from '../harness/timer.ts';
import { toWorld } from '../peers/peer.ts';
import { type Bodies, bodiesOf } from '../plane/baselines.ts';
import {
  barycodeOf,
  distanceByGjk,
  type Simplex,
  type Subdistance,
  subdistanceByBarycode,
  subdistanceByFourCases,
  subdistanceBySignedVolumes,
  subdistanceByVoronoi,
} from '../plane/gjk-baselines.ts';
import { type PlaneProblem, type PlaneSet, planeSet, situations, vertexCounts } from '../plane/sets.ts';

const subdistances: Readonly<Record<string, Subdistance>> = {
  'Voronoi regions': subdistanceByVoronoi,
  'signed volumes': subdistanceBySignedVolumes,
  'barycode, Alg. 2–5': subdistanceByBarycode,
  'barycode, four cases': subdistanceByFourCases,
};
/** The method that others are compared with. */
const own = 'barycode, four cases';

export const barycodesBenchmark = defineBenchmark({
  name: 'barycodes',
  title: 'the sub-algorithms of the paper on barycode GJK one by one: counts and times',
  options: { seed, count: whole(20, 100_000) },
  full: { seed: 1, count: 1000, rounds: 15 },
  quick: { count: 300, rounds: 3 },
  seconds: { quick: 5, full: 45 },
  async measure({ seed: start, count, rounds }, run) {
    const rows: Row[] = [];
    const pace = run.pace(vertexCounts.length * situations.length);
    for (const vertices of vertexCounts) {
      for (const situation of situations) {
        const set = planeSet(vertices, situation, count, start);
        rows.push(await measureSet(set, rounds, pace.next()));
      }
    }
    return { rows };
  },
  page: ({ rows }, _targets, { count }) => ({
    title: 'Barycode GJK, one part at a time',
    intro: `${count} random pairs for each number of vertices and each situation, as in the tables of Zhang et al., "Barycode-based GJK Algorithm", 2020 (\`npm run bench -- plane\`).`,
    sections: [
      subdistanceSection(rows),
      loopSection(rows),
      barycodeSection(rows),
      directionSection(rows),
      circleSection(rows),
    ],
  }),
});

/** The counts and times of a set. */
interface Row {
  readonly where: string;
  readonly pairs: number;
  /** By sub-distance algorithm. */
  readonly loops: Readonly<Record<string, Loop>>;
  /** Barycodes in the traces of the library, 0 to 7. */
  readonly codes: readonly number[];
  /** Barycodes of Alg. 3 as printed, 0 to 7, in the loop with that algorithm. */
  readonly printedCodes: readonly number[];
  /** Mean support calls of the library for each first direction. */
  readonly directions: Readonly<Record<string, number>>;
  /**
   * The loop that starts from a fixed direction: support calls, and its time divided by the time of the loop that starts from the
   * difference of two vertices.
   */
  readonly fixed: { readonly supportCalls: number; readonly ratio: number };
  /** The numbers of pairs whose bounding circles are apart, and whose inscribed circles overlap. */
  readonly apart: number;
  readonly inside: number;
}

interface Loop {
  /** Means per pair: support calls, and calls of the sub-distance algorithm with a triangle. */
  readonly supportCalls: number;
  readonly triangles: number;
  /** Distances that differ from ours by more than 1e-6. */
  readonly wrong: number;
  /** Nanoseconds per query. */
  readonly time: number;
  /** The time divided by the time with our sub-distance algorithm, in the same rounds. */
  readonly ratio: number;
}

async function measureSet(set: PlaneSet, rounds: number, until: number): Promise<Row> {
  const { vertices, situation, problems } = set;
  const bodies = bodiesOf(set);
  const names = Object.keys(subdistances);
  const out = new Float64Array(bodies.length);
  const loopOf = (subdistance: Subdistance, isFixed: boolean) =>
    passes(bodies.length, () => {
      for (let k = 0; k < bodies.length; k++) out[k] = distanceByGjk(bodies[k], subdistance, isFixed);
    });
  const contenders = [...names.map((name) => loopOf(subdistances[name], false)), loopOf(subdistances[own], true)];
  const samples = await measureInTurns(contenders, rounds, { sampleTime: 5, until });
  const ratio = (k: number): number =>
    summarize(samples[k].map((sample, round) => sample / samples[names.indexOf(own)][round])).median;
  const printedCodes = new Array<number>(8).fill(0);
  const loops = names.map((name, k): [string, Loop] => {
    const counts = countWork(bodies, subdistances[name], false, name.includes('Alg.') ? printedCodes : null);
    const wrong = problems.filter((problem, i) => !(Math.abs(counts.distances[i] - problem.distance) <= 1e-6)).length;
    return [name, { ...counts, wrong, time: summarize(samples[k]).median, ratio: ratio(k) }];
  });
  return {
    where: `${vertices} vertices, ${situation}`,
    pairs: problems.length,
    loops: Object.fromEntries(loops),
    codes: codesOf(set),
    printedCodes,
    directions: directionsOf(set),
    fixed: {
      supportCalls: countWork(bodies, subdistances[own], true, null).supportCalls,
      ratio: ratio(names.length),
    },
    ...decidedByCircles(set),
  };
}

/**
 * Counts in a pass that is not timed. A call of the sub-distance algorithm follows each support call except the first and, for separated
 * pairs, the last.
 */
function countWork(
  bodies: readonly Bodies[],
  subdistance: Subdistance,
  isFixed: boolean,
  codes: number[] | null,
): { supportCalls: number; triangles: number; distances: number[] } {
  let [calls, triangles] = [0, 0];
  const counted = (simplex: Simplex): void => {
    calls++;
    if (simplex.count === 3) {
      triangles++;
      if (codes) codes[barycodeOf(simplex, 2, 0, 1)]++;
    }
    subdistance(simplex);
  };
  const distances = bodies.map((pair) => distanceByGjk(pair, counted, isFixed));
  // The first vertex counts as a support call. Separated pairs end with a support call that does not enter the simplex.
  const last = distances.filter((found) => found > 0).length;
  const supportCalls = (calls + last) / bodies.length + 1;
  return { supportCalls, triangles: triangles / bodies.length, distances };
}

/** The barycodes in the traces of `distance`. */
function codesOf({ polygons, problems }: PlaneSet): number[] {
  const codes = new Array<number>(8).fill(0);
  const trace = ({ barycode }: TraceStep): void => {
    codes[barycode]++;
  };
  for (const { a, b, poseA, poseB } of problems) distance(polygons[a], poseA, polygons[b], poseB, { trace });
  return codes;
}

/** Mean support calls of `distance` by first direction. */
function directionsOf(set: PlaneSet): Record<string, number> {
  const { polygons, problems } = set;
  const mean = (guessOf: (problem: PlaneProblem) => 'none' | 'bounds' | [number, number]): number => {
    const calls = problems.map((problem) => {
      const { a, b, poseA, poseB } = problem;
      return distance(polygons[a], poseA, polygons[b], poseB, { guess: guessOf(problem) }).supportCalls;
    });
    return calls.reduce((sum, each) => sum + each, 0) / calls.length;
  };
  return {
    fixed: mean(() => 'none'),
    'two vertices': mean((problem) => betweenVertices(set, problem)),
    'two centers': mean(() => 'bounds'),
  };
}

/** The vector from the first vertex of A to the first vertex of B, in A's frame. */
function betweenVertices({ polygons }: PlaneSet, { a, b, poseA, poseB }: PlaneProblem): [number, number] {
  const [fromX, fromY] = toWorld(poseA, polygons[a].vertex(0));
  const [toX, toY] = toWorld(poseB, polygons[b].vertex(0));
  const [x, y] = [toX - fromX, toY - fromY];
  return [poseA[2] * x + poseA[3] * y, poseA[2] * y - poseA[3] * x];
}

/** How many pairs the distance of the centers decides, from public properties of the shapes. */
function decidedByCircles({ polygons, problems }: PlaneSet): { apart: number; inside: number } {
  const decisions = problems.map(({ a, b, poseA, poseB }) => {
    const [fromX, fromY] = toWorld(poseA, polygons[a].center);
    const [toX, toY] = toWorld(poseB, polygons[b].center);
    const between = Math.hypot(toX - fromX, toY - fromY);
    return {
      isApart: between > polygons[a].boundingRadius + polygons[b].boundingRadius,
      isInside: between < polygons[a].inradius + polygons[b].inradius,
    };
  });
  return {
    apart: decisions.filter(({ isApart }) => isApart).length,
    inside: decisions.filter(({ isInside }) => isInside).length,
  };
}

function subdistanceSection(rows: readonly Row[]): Section {
  return {
    title: 'Sub-distance algorithms in one loop: counts',
    note: `Alg. 1 in JavaScript with four sub-distance algorithms in the same memory, from the difference of two vertices: support calls / reductions of a triangle, means per pair. † counts
distances that differ from the certified answer by more than 1e-6.`,
    head: ['', ...Object.keys(subdistances)],
    rows: rows.map(({ where, loops }) => [
      where,
      ...Object.values(loops).map(
        ({ supportCalls, triangles, wrong }) =>
          `${supportCalls.toFixed(2)} / ${triangles.toFixed(2)}${wrong > 0 ? ` †${wrong}` : ''}`,
      ),
    ]),
  };
}

function loopSection(rows: readonly Row[]): Section {
  return {
    title: 'Sub-distance algorithms in one loop: times',
    note: `Nanoseconds per query of the same loops, which take turns in one process; in parentheses the time divided by the time of "${own}" in the same round, the median over rounds. The loop
without the sub-distance algorithm (relative pose given, support calls by scanning all vertices, stopping tests) is the same for all.`,
    head: ['', ...Object.keys(subdistances)],
    rows: rows.map(({ where, loops }) => [
      where,
      ...Object.values(loops).map(({ time, ratio }) => `${time.toFixed(0)} (${ratio.toFixed(2)})`),
    ]),
  };
}

function barycodeSection(rows: readonly Row[]): Section {
  const shown = [1, 2, 3, 4, 5, 6, 7];
  return {
    title: 'Barycodes',
    note: `How often each barycode occurs, in the traces of \`distance\` / in the loop with Alg. 3 as printed. The bit of value 4 belongs to the newest vertex. The paper derives that 1, 2 and 3 do not
occur if the newest vertex is known.`,
    head: ['', ...shown.map(String)],
    rows: [...rows, sumOf(rows)].map(({ where, codes, printedCodes }) => [
      where,
      ...shown.map((code) => `${codes[code]} / ${printedCodes[code]}`),
    ]),
  };
}

function sumOf(rows: readonly Row[]): Pick<Row, 'where' | 'codes' | 'printedCodes'> {
  const sum = (of: (row: Row) => readonly number[]): number[] =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((code) => rows.reduce((total, row) => total + of(row)[code], 0));
  return { where: 'all', codes: sum(({ codes }) => codes), printedCodes: sum(({ printedCodes }) => printedCodes) };
}

function directionSection(rows: readonly Row[]): Section {
  const names = Object.keys(rows[0]?.directions ?? {});
  return {
    title: 'The first direction',
    note: `Mean support calls of \`distance\` from a fixed axis (\`guess: 'none'\`), from the difference of two vertices (a vector), and from center to center (\`'bounds'\`, our default);
then the loop in JavaScript from a fixed axis and from the difference of two vertices, and the time of the first divided by the second. The paper reports half of the time for the second at 4 vertices. The
loops count their first vertex as a support call, although two vertices need none.`,
    head: ['', ...names, 'loop, fixed', 'loop, two vertices', 'time, fixed / two vertices'],
    rows: rows.map(({ where, directions, fixed, loops }) => [
      where,
      ...names.map((name) => directions[name].toFixed(2)),
      fixed.supportCalls.toFixed(2),
      loops[own].supportCalls.toFixed(2),
      fixed.ratio.toFixed(2),
    ]),
  };
}

function circleSection(rows: readonly Row[]): Section {
  const share = (count: number, of: number): string => `${((100 * count) / of).toFixed(0)} %`;
  return {
    title: 'Pairs that circles decide',
    note: `The share of pairs that \`collide\` decides without a search: the bounding circles are apart, or the inscribed circles overlap. \`clearance\` compares only inscribed circles. The
option \`circles: false\` omits both: the tables of the paper (\`npm run bench -- plane\`) have times with and without them.`,
    head: ['', 'bounding circles apart', 'inscribed circles overlap'],
    rows: rows.map(({ where, pairs, apart, inside }) => [where, share(apart, pairs), share(inside, pairs)]),
  };
}
