// `npm run bench -- instructions --native`: how many instructions a query of our kernel takes, in C++ under valgrind. The machine's
// noise does not reach these numbers: two runs of the same code give the same, and `compare` shows every change.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Summary } from '../measure.ts';
import { NativeProgram } from '../native.ts';
import { printSection, type Section, tablePage } from '../page.ts';
import { isAsked, type SetFiles, writeSet } from '../peers/contenders.ts';
import { writeKernelInputs } from '../peers/kernel-inputs.ts';
import { nativeLibraries } from '../peers/libraries.ts';
import { type Question, questions } from '../peers/question.ts';
import { peerSets } from '../peers/sets.ts';
import type { ProblemSet } from '../problems/problem-set.ts';
import type { Benchmark } from '../registry.ts';
import { publish } from '../results.ts';
import { wholeNumber } from '../usage.ts';

interface Row {
  readonly set: string;
  readonly question: Question;
  /** Per query. There is no spread: all three are the same. */
  readonly instructions: Summary;
}

/** An instruction set that valgrind knows, and no fused multiply-add: the bits are those of WebAssembly. */
const flags = ['-march=x86-64-v2', '-ffp-contract=off'];

/** One set of each kind: valgrind takes its time. */
const counted = /YCB, (close|overlapping)|^(boxes|capsules|ellipsoids), overlapping|^hulls of (250|4000)/;

export const instructionsBenchmark: Benchmark = {
  name: 'instructions',
  title:
    'instructions per query of our kernel in C++, by valgrind: for compare, without noise (--native, --count, --seed)',
  runs: { quick: ['--count', '5'], full: [] },
  needsNative: true,
  seconds: { quick: 15, full: 180 },
  run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        count: { type: 'string', default: '40' },
        seed: { type: 'string', default: '1' },
        ycb: { type: 'string', default: '../shared/data/ycb' },
      },
    });
    const count = wholeNumber('count', values.count, 1, 10_000);
    const seed = wholeNumber('seed', values.seed, 0, 2 ** 32 - 1);
    if (spawnSync('valgrind', ['--version']).error)
      return console.log('Left out: no valgrind: apt-get install valgrind');
    const [{ source }] = nativeLibraries.filter(({ takesKernelInputs }) => takesKernelInputs);
    const program = source ? NativeProgram.build({ ...source, flags }) : 'there is no kernel in C++';
    if (typeof program === 'string') return console.log(`Left out: ${program}`);
    const folder = mkdtempSync(join(tmpdir(), 'proximal-instructions-'));
    try {
      const sets = peerSets({ ycb: values.ycb, count, seed }).filter(({ name }) => counted.test(name));
      const rows = sets.flatMap((set) => countSet(program.path, withUsedShapes(set), folder));
      report(rows, count, seed);
    } finally {
      program.remove();
      rmSync(folder, { recursive: true });
    }
  },
};

/** Only the shapes that a problem asks for: the others would be read for nothing. */
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

function countSet(program: string, set: ProblemSet, folder: string): Row[] {
  const files = writeSet(set, folder);
  writeKernelInputs(set, files.inputs);
  const rows = (Object.keys(questions) as Question[])
    .filter((question) => isAsked(set, question))
    .map((question): Row => {
      // What the program does besides is the same with one pass and with three.
      const [once, thrice] = [1, 3].map((passes) =>
        instructionsOf(program, files, question, set.problems.length, passes),
      );
      const each = Math.round((thrice - once) / (2 * set.problems.length));
      return { set: set.name, question, instructions: { median: each, low: each, high: each } };
    });
  process.stderr.write(`${set.name}: done\n`);
  return rows;
}

function instructionsOf(program: string, files: SetFiles, question: Question, count: number, passes: number): number {
  const tool = ['--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null'];
  const args = [...tool, program, files.problems, files.inputs];
  const input = `run ${question} 0 ${count} ${passes}\nquit\n`;
  const { stderr, status } = spawnSync('valgrind', args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  const found = /I\s+refs:\s+([\d,]+)/.exec(stderr);
  if (status !== 0 || !found) throw new Error(`valgrind failed: ${stderr.slice(-400)}`);
  return Number(found[1].replaceAll(',', ''));
}

function report(rows: readonly Row[], count: number, seed: number): void {
  const sets = [...new Set(rows.map(({ set }) => set))];
  const asked = [...new Set(rows.map(({ question }) => question))];
  const section: Section = {
    title: 'Instructions per query',
    note: `${count} pairs in each set, seed ${seed}; the kernel in C++ with ${flags.join(' ')}, counted by valgrind.`,
    head: ['', ...asked],
    rows: sets.map((set) => [
      set,
      ...asked.map((question) => {
        const row = rows.find((each) => each.set === set && each.question === question);
        return row ? String(row.instructions.median) : '–';
      }),
    ]),
  };
  printSection(section);
  publish('instructions', { count, seed, rows, targets: [] }, tablePage('Instructions', '', [section], []));
}
