// Milliseconds per convex hull, through the public `convex`, beside Debian's qhull on the same points.
import { parseArgs } from 'node:util';
import { type Convex, convex } from 'proximal';
import { type Summary, summarize } from '../measure.ts';
import { printSection, printTargets, type Section, tablePage } from '../page.ts';
import type { Benchmark } from '../registry.ts';
import { publish } from '../results.ts';
import { wholeNumber } from '../usage.ts';
import { type HullCase, hullCases } from './cases.ts';
import { Qhull, type QhullSample } from './qhull.ts';

export const hullBenchmark: Benchmark = {
  name: 'hull',
  title: 'milliseconds per convex hull, beside qhull on the same points',
  runs: { quick: ['--rounds', '3'], full: [] },
  seconds: { quick: 14, full: 50 },
  run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { rounds: { type: 'string', default: '15' }, seed: { type: 'string', default: '1' } },
    });
    const rounds = wholeNumber('rounds', values.rounds, 3, 1000);
    const cases = hullCases(wholeNumber('seed', values.seed, 0, 2 ** 32 - 1));
    const qhull = Qhull.build();
    if (typeof qhull === 'string') console.log(`qhull is skipped: ${qhull}\n`);
    try {
      report(measureHulls(cases, typeof qhull === 'string' ? null : qhull, rounds), rounds);
    } finally {
      if (typeof qhull !== 'string') qhull.remove();
    }
  },
};

interface Row {
  readonly name: string;
  readonly vertices: number;
  readonly faces: number;
  /** Milliseconds. */
  readonly own: Summary;
  readonly peer?: Summary;
  /** Own / peer, from the ratio of every round. */
  readonly ratio?: Summary;
  readonly peerSize?: string;
}

/** About a twentieth of a second per sample. */
const sampleTime = 50;

/** The two take turns, round after round, on one cloud after the other. */
function measureHulls(cases: readonly HullCase[], qhull: Qhull | null, rounds: number): Row[] {
  const entries = cases.map(({ name, points }) => ({
    name,
    points,
    file: qhull?.store(name, points),
    repeats: calibrate(points),
    own: [] as number[],
    peer: [] as number[],
    size: undefined as QhullSample | undefined,
    shape: convex(points),
  }));
  for (let round = 0; round < rounds; round++) {
    for (const entry of entries) {
      const peer = (): void => {
        if (!qhull || entry.file === undefined) return;
        entry.size = qhull.run(entry.file, entry.repeats);
        entry.peer.push(entry.size.nanoseconds / 1e6);
      };
      // Each is first equally often.
      if (round % 2 === 1) peer();
      entry.own.push(time(entry.points, entry.repeats));
      if (round % 2 === 0) peer();
    }
  }
  return entries.map((entry) => rowOf(entry));
}

interface Entry {
  readonly name: string;
  readonly own: number[];
  readonly peer: number[];
  readonly size: QhullSample | undefined;
  readonly shape: Convex;
}

function rowOf({ name, own, peer, size, shape }: Entry): Row {
  const row = { name, vertices: shape.vertexCount, faces: shape.faceCount, own: summarize(own) };
  if (!size) return row;
  return {
    ...row,
    peer: summarize(peer),
    ratio: summarize(own.map((value, k) => value / peer[k])),
    peerSize: `${size.vertices} / ${size.facets}`,
  };
}

function calibrate(points: Float64Array): number {
  // Until the compiler is done with it.
  for (let k = 0; k < 3; k++) time(points, Math.max(1, Math.round(30_000 / points.length)));
  return Math.max(1, Math.round(sampleTime / time(points, 1)));
}

function time(points: Float64Array, repeats: number): number {
  const start = process.hrtime.bigint();
  for (let k = 0; k < repeats; k++) convex(points);
  return Number(process.hrtime.bigint() - start) / 1e6 / repeats;
}

/** The most that a sphere of 4000 points may take beside qhull. */
const mostRatio = 1.5;

function report(rows: readonly Row[], rounds: number): void {
  const milliseconds = (value: number): string => value.toFixed(value < 10 ? 3 : 1);
  const section: Section = {
    title: 'Convex hulls beside qhull',
    note: `Medians of ${rounds} rounds, the two in turns, and the range of 80 % of them.`,
    head: [
      'points',
      'vertices / faces',
      'proximal ms',
      '80 %',
      'qhull ms',
      'qhull vertices / facets',
      'proximal / qhull',
    ],
    rows: rows.map(({ name, vertices, faces, own, peer, ratio, peerSize }) => [
      name,
      `${vertices} / ${faces}`,
      milliseconds(own.median),
      `${milliseconds(own.low)} – ${milliseconds(own.high)}`,
      peer ? milliseconds(peer.median) : '–',
      peerSize ?? '–',
      ratio ? `${ratio.median.toFixed(2)} (${ratio.low.toFixed(2)} – ${ratio.high.toFixed(2)})` : '–',
    ]),
  };
  const targets = rows
    .filter(({ name }) => name === 'on a sphere 4000')
    .map(({ name, ratio }) => ({
      what: `${name}: our time / qhull's`,
      wanted: `at most ${mostRatio}`,
      found: ratio ? ratio.median.toFixed(2) : 'not measured',
      isMet: ratio ? ratio.median <= mostRatio : null,
    }));
  printSection(section);
  printTargets(targets);
  publish('hull', { rounds, rows, targets }, tablePage('Convex hulls', '', [section], targets));
}
