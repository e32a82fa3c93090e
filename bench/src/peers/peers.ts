// Distance, Boolean collision and depth beside native libraries, packages of npm and our own kernel in C++, on the same problems in one run.
import { defineBenchmark, seed, text, whole } from '../harness/benchmark.ts';
import { measureInTurns, summarize } from '../harness/timer.ts';
import { type ProblemSet, problemsFolder, readProblems } from '../problems/problem-set.ts';
import { differences, ownAnswers } from './check.ts';
import { ownContenders, peerContenders, startProcess, writeSet } from './contenders.ts';
import { writeKernelInputs } from './kernel-inputs.ts';
import { type BuiltLibrary, buildLibraries, nativeLibraries, npmLibraries } from './libraries.ts';
import { Own } from './own.ts';
import { type Cell, pageOf, type Report } from './report.ts';
import { peerSets } from './sets.ts';
import { targetsOf } from './targets.ts';
import { batchTitle, ownTitle } from './titles.ts';

export const peersBenchmark = defineBenchmark({
  name: 'peers',
  title:
    'distance, collision and depth beside rapier, Jolt, MuJoCo, FCL, libccd, Bullet, ODE, … and our own kernel in C++',
  options: { rounds: whole(3, 1000), count: whole(1, 100_000), only: text, seed, ycb: text },
  // Few problems, repeated, are faster than in a program: 1600 pairs of hulls of 64 vertices took us 1.18 µs each in blocks of 100, and
  // 2.12 µs in one block; our kernel in C++ 0.84 µs and 1.24 µs.
  full: { rounds: 9, count: 1600, only: '', seed: 1, ycb: '../shared/data/ycb' },
  quick: { rounds: 3, count: 100 },
  seconds: { quick: 48, full: 700 },
  async measure({ rounds, count, only, seed: start, ycb, isQuick }, run): Promise<Report> {
    const sets = peerSets({ ycb, count, seed: start, isQuick }).filter(({ name }) => name.includes(only));
    const { built, skipped } = buildLibraries([...npmLibraries, ...nativeLibraries]);
    try {
      const comparison = new Comparison(built, rounds, skipped);
      const pace = run.pace(sets.length);
      for (const set of sets) await comparison.run(set, pace.next());
      return { seed: start, ...comparison.report(count) };
    } finally {
      for (const library of built) library.remove();
    }
  },
  targets: targetsOf,
  page: pageOf,
});

/** How many wrong answers of a contender on a set are listed. */
const listed = 10;

class Comparison {
  private readonly cells: Cell[] = [];
  private exactness: Report['exactness'] = null;

  constructor(
    private readonly built: readonly BuiltLibrary[],
    private readonly rounds: number,
    private readonly skipped: string[],
  ) {}

  /**
   * Everything about one set: all contenders in turns, then their answers.
   * @param until when to make no more rounds
   */
  async run(made: ProblemSet, until: number): Promise<void> {
    const files = writeSet(made, problemsFolder());
    const set = readProblems(made.name, files.problems);
    const own = new Own(set);
    const contenders = ownContenders(set, own);
    const quits: (() => void)[] = [];
    if (this.built.some(({ takesKernelInputs }) => takesKernelInputs)) writeKernelInputs(set, files.inputs);
    // Together: most of a start is spent on reading and compiling.
    const started = await Promise.all(this.built.map((library) => startProcess(library, files)));
    for (const [k, library] of this.built.entries()) {
      const peer = started[k];
      if (typeof peer === 'string') {
        this.skipped.push(`${library.name} on ${set.name}: ${peer}`);
        continue;
      }
      quits.push(() => peer.quit());
      if (library.isExact) {
        for (const { name, question } of library.queries)
          this.compareBits(
            differences(ownAnswers(set, own, question), await peer.answers(name, 0, set.problems.length)),
            set.problems.length,
          );
      } else contenders.push(...(await peerContenders(set, peer, library)));
    }
    // Ours count only if they are right: the answers come before the clock.
    const wrong = await Promise.all(contenders.map((contender) => contender.wrong()));
    const samples = await measureInTurns(contenders, this.rounds, { until });
    for (const [k, { title, question }] of contenders.entries()) {
      const of = (own: string): number[] | undefined =>
        samples[contenders.findIndex((each) => each.title === own && each.question === question)];
      const ratio = (ours: readonly number[]) => summarize(samples[k].map((time, round) => time / ours[round]));
      const batch = of(batchTitle);
      this.cells.push({
        set: set.name,
        question,
        title,
        time: summarize(samples[k]),
        ratio: ratio(of(ownTitle) as number[]),
        batchRatio: batch ? ratio(batch) : null,
        rounds: samples[k].length,
        wrongCount: wrong[k].length,
        wrong: wrong[k].sort((first, second) => second.error - first.error).slice(0, listed),
      });
    }
    for (const quit of quits) quit();
    process.stderr.write(`${set.name}: done\n`);
  }

  report(count: number): Omit<Report, 'seed'> {
    const { cells, skipped, exactness } = this;
    return { rounds: Math.min(...cells.map((cell) => cell.rounds)), count, cells, skipped, exactness };
  }

  private compareBits(different: number, of: number): void {
    const before = this.exactness ?? { different: 0, of: 0 };
    this.exactness = { different: before.different + different, of: before.of + of };
  }
}
