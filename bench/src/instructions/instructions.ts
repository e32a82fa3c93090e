// `npm run bench -- instructions --native`: instructions per query of our kernel in C++, counted by valgrind. The counts do not depend on
// the load of the machine, so `compare` shows every change of the code.

import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineBenchmark, seed, text, whole } from '../harness/benchmark.ts';
import { NativeProgram } from '../harness/native.ts';
import type { Section } from '../harness/page.ts';
import type { Summary } from '../harness/timer.ts';
import { type SetFiles, writeSet } from '../peers/process.ts';
import { type QueryKind, queryTitles } from '../peers/query-kind.ts';
import { peersWith } from '../peers/registry.ts';
import type { ProblemSet } from '../problems/problem-set.ts';
import { isMeasured } from '../queries/contenders.ts';
import { writeKernelInputs } from '../queries/kernel-inputs.ts';
import { peerSets } from '../queries/sets.ts';

interface Row {
  readonly set: string;
  readonly kind: QueryKind;
  /** Per query. The median and both ends of the range are equal. */
  readonly instructions: Summary;
}

/** An instruction set that valgrind supports, and no fused multiply-add, so that the bits are the same as in WebAssembly. */
const flags = ['-march=x86-64-v2', '-ffp-contract=off'];

/** Only some of the sets, because valgrind is slow. */
const counted = /YCB, (close|overlapping)|^(boxes|capsules|ellipsoids), overlapping|^hulls of (250|4000)/;

export const instructionsBenchmark = defineBenchmark({
  name: 'instructions',
  title: 'instructions per query of our kernel in C++, counted by valgrind, which do not vary between runs (--native)',
  options: { count: whole(1, 10_000), seed, ycb: text },
  full: { count: 40, seed: 1, ycb: '../shared/data/ycb' },
  quick: { count: 2 },
  needsNative: true,
  seconds: { quick: 14, full: 100 },
  async measure({ count, seed: start, ycb }) {
    if (spawnSync('valgrind', ['--version']).error) return 'no valgrind: apt-get install valgrind';
    const [{ source }] = peersWith('takesKernelInputs');
    const program = source ? NativeProgram.build({ ...source, flags }) : 'there is no kernel in C++';
    if (typeof program === 'string') return program;
    const folder = mkdtempSync(join(tmpdir(), 'proximal-instructions-'));
    try {
      const sets = peerSets({ ycb, count, seed: start }).filter(({ name }) => counted.test(name));
      return { rows: await countAll(program.path, sets.map(withUsedShapes), folder) };
    } finally {
      program.remove();
      rmSync(folder, { recursive: true });
    }
  },
  page: ({ rows }, _targets, { count, seed: start }) => ({
    title: 'Instructions',
    intro: '',
    sections: [sectionOf(rows, count, start)],
  }),
});

/** Only the shapes that problems refer to. */
function withUsedShapes({ name, shapes, problems }: ProblemSet): ProblemSet {
  const used = [...new Set(problems.flatMap(({ a, b }) => [a, b]))];
  const numbers = new Map(used.map((shape, k) => [shape, k]));
  const renamed = problems.map((problem) => ({
    ...problem,
    a: numbers.get(problem.a) as number,
    b: numbers.get(problem.b) as number,
  }));
  return { name, shapes: used.map((shape) => shapes[shape]), problems: renamed };
}

/** Counts the instructions of all sets, on all cores, since nothing is timed. */
async function countAll(program: string, sets: readonly ProblemSet[], folder: string): Promise<Row[]> {
  const tasks = sets.flatMap((set) => {
    const files = writeSet(set, folder);
    writeKernelInputs(set, files.inputs);
    const kinds = (Object.keys(queryTitles) as QueryKind[]).filter((kind) => isMeasured(set, kind));
    return kinds.map((kind) => ({ set, files, kind }));
  });
  const rows: Row[] = [];
  let next = 0;
  const workers = Array.from({ length: availableParallelism() }, async () => {
    while (next < tasks.length) {
      const k = next++;
      const { set, files, kind } = tasks[k];
      const count = (passes: number): Promise<number> =>
        instructionsOf(program, files, `repeat ${kind} 0 ${set.problems.length} ${passes}\nquit\n`);
      // Instructions outside of the passes cancel.
      const perQuery = Math.round(((await count(3)) - (await count(1))) / (2 * set.problems.length));
      rows[k] = { set: set.name, kind, instructions: { median: perQuery, low: perQuery, high: perQuery } };
      process.stderr.write(`${kind} of ${set.name}: done\n`);
    }
  });
  await Promise.all(workers);
  return rows;
}

/** @param input the standard input of the program */
function instructionsOf(program: string, files: SetFiles, input: string): Promise<number> {
  const tool = ['--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null'];
  const args = [...tool, program, files.problems, files.inputs];
  return new Promise((resolve, reject) => {
    const child = execFile('valgrind', args, { maxBuffer: 1 << 28 }, (error, _, stderr) => {
      const found = /I\s+refs:\s+([\d,]+)/.exec(stderr);
      if (error || !found) reject(new Error(`valgrind failed: ${stderr.slice(-400)}`));
      else resolve(Number(found[1].replaceAll(',', '')));
    });
    child.stdin?.end(input);
  });
}

function sectionOf(rows: readonly Row[], count: number, start: number): Section {
  const sets = [...new Set(rows.map(({ set }) => set))];
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return {
    title: 'Instructions per query',
    note: `${count} pairs in each set, seed ${start}; the kernel in C++ with ${flags.join(' ')}, counted by valgrind.`,
    head: ['', ...kinds],
    rows: sets.map((set) => [
      set,
      ...kinds.map((kind) => {
        const row = rows.find((each) => each.set === set && each.kind === kind);
        return row ? String(row.instructions.median) : '–';
      }),
    ]),
  };
}
