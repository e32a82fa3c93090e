// Distance and Boolean collision beside native libraries and beside our own kernel in C++, on the same problems in one run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { summarize } from '../measure.ts';
import { NativeProgram } from '../native.ts';
import type { ProblemSet } from '../problems/problem-set.ts';
import type { Benchmark } from '../registry.ts';
import { measureInTurns } from '../turns.ts';
import { wholeNumber } from '../usage.ts';
import { differences, ownAnswers } from './check.ts';
import {
  type BuiltLibrary,
  type Contender,
  ownContenders,
  ownTitle,
  peerContenders,
  startProcess,
  writeSet,
} from './contenders.ts';
import { libraries } from './libraries.ts';
import { Own } from './own.ts';
import { type Cell, printReport, type Report } from './report.ts';
import { peerSets } from './sets.ts';

export const peersBenchmark: Benchmark = {
  name: 'peers',
  title: 'distance and collision beside FCL, libccd, Bullet and our own kernel in C++',
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        rounds: { type: 'string' },
        count: { type: 'string' },
        seed: { type: 'string', default: '1' },
        ycb: { type: 'string', default: '../shared/data/ycb' },
      },
    });
    const rounds = wholeNumber('rounds', values.rounds ?? (values.quick ? '5' : '15'), 3, 1000);
    const count = wholeNumber('count', values.count ?? String(values.quick ? quickCount : fullCount), 1, 100_000);
    const seed = wholeNumber('seed', values.seed, 0, 2 ** 32 - 1);
    const sets = peerSets({ ycb: values.ycb, count, seed });
    const folder = mkdtempSync(join(tmpdir(), 'proximal-peers-'));
    const skipped: string[] = [];
    const built = build(skipped);
    try {
      const comparison = new Comparison(built, folder, rounds, skipped);
      for (const set of sets) await comparison.run(set);
      printReport(comparison.report(count));
    } finally {
      for (const { program } of built) program.remove();
      rmSync(folder, { recursive: true });
    }
  },
};

/**
 * Problems in each set. A few that come again and again cost less than they would in a program, and for us more so than for
 * C++: the same 1600 pairs of hulls of 64 took us 1.18 µs each in blocks of 100 and 2.12 µs in one block, C++ 0.84 and 1.24.
 */
const fullCount = 1600;
const quickCount = 400;
/** How many wrong answers of a contender on a set are listed. */
const listed = 10;

function build(skipped: string[]): BuiltLibrary[] {
  return libraries.flatMap((library) => {
    const program = NativeProgram.build(library.source);
    if (typeof program !== 'string') return [{ ...library, program }];
    skipped.push(`${library.source.name}: ${program}`);
    return [];
  });
}

class Comparison {
  private readonly cells: Cell[] = [];
  private exactness: Report['exactness'] = null;

  constructor(
    private readonly built: readonly BuiltLibrary[],
    private readonly folder: string,
    private readonly rounds: number,
    private readonly skipped: string[],
  ) {}

  /** Everything about one set: all contenders in turns, then their answers. */
  async run(set: ProblemSet): Promise<void> {
    const files = writeSet(set, this.folder);
    const own = new Own(set);
    const contenders = ownContenders(set, own);
    const quits: (() => void)[] = [];
    for (const library of this.built) {
      const peer = await startProcess(library, files);
      if (typeof peer === 'string') {
        this.skipped.push(`${library.source.name} on ${set.name}: ${peer}`);
        continue;
      }
      quits.push(() => peer.quit());
      if (library.isExact) {
        for (const { name, question } of library.queries)
          this.compareBits(differences(ownAnswers(set, own, question), await peer.answers(name)), set.problems.length);
      } else contenders.push(...peerContenders(set, peer, library.queries));
    }
    const samples = await measureInTurns(contenders, set.problems.length, this.rounds);
    for (const [k, contender] of contenders.entries()) {
      const base = contenders.findIndex(({ title, question }) => title === ownTitle && question === contender.question);
      this.cells.push(await cellOf(set, contender, samples[k], samples[base]));
    }
    for (const quit of quits) quit();
    process.stderr.write(`${set.name}: done\n`);
  }

  report(count: number): Report {
    const { rounds, cells, skipped, exactness } = this;
    return { rounds, count, cells, skipped, exactness };
  }

  private compareBits(different: number, of: number): void {
    const before = this.exactness ?? { different: 0, of: 0 };
    this.exactness = { different: before.different + different, of: before.of + of };
  }
}

async function cellOf(
  { name }: ProblemSet,
  { title, question, wrong }: Contender,
  samples: readonly number[],
  ours: readonly number[],
): Promise<Cell> {
  const all = await wrong();
  const time = summarize(samples);
  const ratio = summarize(samples.map((x, k) => x / ours[k]));
  const worstFirst = all.sort((first, second) => second.error - first.error).slice(0, listed);
  return { set: name, question, title, time, ratio, wrongCount: all.length, wrong: worstFirst };
}
