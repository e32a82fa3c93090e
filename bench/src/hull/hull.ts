// Milliseconds per convex hull, through the public `convex`, compared with Debian's qhull on the same points.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Convex, convex } from 'proximal';
import { Rng } from 'proximal/math';
import { defineBenchmark, seed, whole } from '../harness/benchmark.ts';
import { NativeProgram } from '../harness/native.ts';
import type { Section } from '../harness/page.ts';
import { nanosecondsOf, type Summary, summarize } from '../harness/timer.ts';

export const hullBenchmark = defineBenchmark({
  name: 'hull',
  title: 'milliseconds per convex hull, compared with qhull on the same points',
  options: { rounds: whole(3, 1000), seed },
  full: { rounds: 15, seed: 1 },
  quick: { rounds: 3 },
  seconds: { quick: 8, full: 50 },
  measure({ rounds, seed: start }) {
    const qhull = Qhull.build();
    if (typeof qhull === 'string') console.log(`qhull is skipped: ${qhull}\n`);
    try {
      return { rows: measureHulls(hullCases(start), typeof qhull === 'string' ? null : qhull, rounds) };
    } finally {
      if (typeof qhull !== 'string') qhull.remove();
    }
  },
  targets: ({ rows }) =>
    rows
      .filter(({ name }) => name === 'on a sphere 4000')
      .map(({ name, ratio }) => ({
        what: `${name}: our time / qhull's`,
        wanted: `at most ${maxRatio}`,
        found: ratio ? ratio.median.toFixed(2) : 'not measured',
        isMet: ratio ? ratio.median <= maxRatio : null,
      })),
  page: ({ rows }, _targets, { rounds }) => ({
    title: 'Convex hulls',
    intro: '',
    sections: [sectionOf(rows, rounds)],
  }),
});

/** The largest wanted ratio of our time to the time of qhull, for a sphere of 4000 points. */
const maxRatio = 1.5;

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

/** Milliseconds of one sample. */
const sampleTime = 50;

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
      const own = (): number => entry.own.push(time(entry.points, entry.repeats));
      const peer = (): void => {
        if (!qhull || entry.file === undefined) return;
        entry.size = qhull.run(entry.file, entry.repeats);
        entry.peer.push(entry.size.nanoseconds / 1e6);
      };
      for (const work of round % 2 === 0 ? [own, peer] : [peer, own]) work();
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
  // Warm-up, so that the function is optimized.
  for (let k = 0; k < 3; k++) time(points, Math.max(1, Math.round(30_000 / points.length)));
  return Math.max(1, Math.round(sampleTime / time(points, 1)));
}

/** Milliseconds per hull. */
function time(points: Float64Array, repeats: number): number {
  const all = nanosecondsOf(() => {
    for (let k = 0; k < repeats; k++) convex(points);
  });
  return all / 1e6 / repeats;
}

function sectionOf(rows: readonly Row[], rounds: number): Section {
  const milliseconds = (value: number): string => value.toFixed(value < 10 ? 3 : 1);
  return {
    title: 'Convex hulls compared with qhull',
    note: `Medians of ${rounds} rounds${rows.some(({ peer }) => peer) ? ', the two in turn,' : ''} and the range of 80 % of them.`,
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
}

interface HullCase {
  readonly name: string;
  readonly points: Float64Array;
}

/** Points in a ball, most of which are inside the hull; on a sphere, where all are vertices; and on a lattice, many of which are coplanar. */
function hullCases(seed: number): HullCase[] {
  const rng = new Rng(seed);
  const cloud = (count: number, make: () => readonly number[]): Float64Array =>
    Float64Array.from(Array.from({ length: count }, make).flat());
  const inBall = (): number[] => {
    const radius = Math.cbrt(rng.uniform());
    return rng.direction().map((x) => radius * x);
  };
  return [
    ...[1_000, 10_000, 100_000].map((count) => ({ name: `in a ball ${count}`, points: cloud(count, inBall) })),
    ...[64, 250, 1_000, 4_000, 100_000].map((count) => ({
      name: `on a sphere ${count}`,
      points: cloud(count, () => rng.direction()),
    })),
    { name: 'lattice 20³', points: lattice(20) },
  ];
}

function lattice(side: number): Float64Array {
  const points = new Float64Array(3 * side ** 3);
  for (let k = 0; k < side ** 3; k++) {
    points.set([k % side, Math.floor(k / side) % side, Math.floor(k / side / side)], 3 * k);
  }
  return points;
}

interface QhullSample {
  readonly nanoseconds: number;
  readonly vertices: number;
  readonly facets: number;
}

class Qhull {
  private constructor(private readonly program: NativeProgram) {}

  /** Compiles the program. Returns the reason if there is none. */
  static build(): Qhull | string {
    const program = NativeProgram.build({
      name: 'qhull',
      library: { package: 'libqhull-dev', header: '/usr/include/libqhull_r/libqhull_r.h' },
      flags: ['-lqhull_r'],
    });
    return typeof program === 'string' ? program : new Qhull(program);
  }

  /** Writes a file for the program. */
  store(name: string, points: Float64Array): string {
    const file = join(this.program.folder, name.replaceAll(/\W/g, '-'));
    writeFileSync(file, points);
    return file;
  }

  run(file: string, repeats: number): QhullSample {
    const child = spawnSync(this.program.path, [file, String(repeats)], { encoding: 'utf8' });
    if (child.status !== 0) throw new Error(`qhull ended with code ${child.status}: ${child.stderr}`);
    const [nanoseconds, vertices, facets] = child.stdout.trim().split(' ').map(Number);
    return { nanoseconds, vertices, facets };
  }

  remove(): void {
    this.program.remove();
  }
}
