// `npm run bench -- instructions --native`: how many instructions a query of our kernel takes, in C++ under valgrind. The machine's
// noise does not reach these numbers, since nothing reads a clock: two runs of the same code give the same, and `compare` shows every change.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
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
  runs: { quick: ['--count', '2'], full: [] },
  needsNative: true,
  seconds: { quick: 14, full: 100 },
  async run(args) {
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
      const rows = await countAll(program.path, sets.map(withUsedShapes), folder);
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

/** On all cores: a count does not depend on the time it takes. */
async function countAll(program: string, sets: readonly ProblemSet[], folder: string): Promise<Row[]> {
  const tasks = sets.flatMap((set) => {
    const files = writeSet(set, folder);
    writeKernelInputs(set, files.inputs);
    const asked = (Object.keys(questions) as Question[]).filter((question) => isAsked(set, question));
    return asked.map((question) => ({ set, files, question }));
  });
  const rows: Row[] = [];
  let next = 0;
  const workers = Array.from({ length: availableParallelism() }, async () => {
    while (next < tasks.length) {
      const k = next++;
      const { set, files, question } = tasks[k];
      const count = (passes: number): Promise<number> =>
        instructionsOf(program, files, `repeat ${question} 0 ${set.problems.length} ${passes}\nquit\n`);
      // What the program does besides is the same with one pass and with three.
      const each = Math.round(((await count(3)) - (await count(1))) / (2 * set.problems.length));
      rows[k] = { set: set.name, question, instructions: { median: each, low: each, high: each } };
      process.stderr.write(`${question} of ${set.name}: done\n`);
    }
  });
  await Promise.all(workers);
  return rows;
}

/** @param input what the program is asked */
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
