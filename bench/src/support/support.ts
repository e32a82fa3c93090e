// Nanoseconds per support call on both targets of the kernel, through the public `supportBatch`.
import { setTarget, supportBatch, type Target } from 'proximal';
import { defineBenchmark, whole } from '../harness/benchmark.ts';
import type { Section } from '../harness/page.ts';
import { pool } from '../harness/processes.ts';
import {
  block,
  type Contender,
  type Group,
  type GroupSamples,
  measure,
  roundsOf,
  type Summary,
  summarize,
} from '../harness/timer.ts';
import { baselineName, type SupportCase, supportCases } from './cases.ts';

const copyName = 'copying alone';
const expectedRatio = 1.7;

export const supportBenchmark = defineBenchmark({
  name: 'support',
  title: 'nanoseconds per support call, JavaScript against WebAssembly, for each kind of shape',
  options: { rounds: whole(3, 10_000), processes: whole(1, 100) },
  full: { rounds: 80, processes: 3 },
  quick: { rounds: 10, processes: 1 },
  seconds: { quick: 8, full: 75 },
  async measure({ rounds, processes }, run) {
    const byProcess = await run.inFreshProcesses(processes, (processNumber) => {
      return measureSupport(rounds, processNumber, run.pace(1).next());
    });
    const pooled = pool(byProcess);
    return {
      rounds: Math.min(...byProcess.map(roundsOf)),
      copy: summarize(pooled[pooled.length - 1].samples[0]),
      rows: pooled.filter(({ name }) => name !== copyName).map((group) => rowOf(group, byProcess)),
    };
  },
  targets({ rows }) {
    const below = rows.filter(({ ratio }) => ratio.median < expectedRatio).map(({ name }) => name);
    return [
      {
        what: 'time in JavaScript / time in WebAssembly for a support call, every kind of shape',
        wanted: `≥ ${expectedRatio}×`,
        found: below.length === 0 ? 'in every row' : `below it: ${below.join('; ')}`,
        isMet: below.length === 0,
      },
    ];
  },
  page: (results, _targets, { processes }) => ({
    title: 'Support calls on both targets',
    intro: '',
    sections: [sectionOf(results, processes)],
  }),
});

async function measureSupport(rounds: number, seed: number, until: number): Promise<GroupSamples[]> {
  const cases = supportCases();
  for (const row of cases) checkEqualBits(row);
  return measure([...cases.map(groupOf), copyGroup(cases[0].directions)], { rounds, sampleTime: 1, seed, until });
}

function groupOf({ name, shape, directions }: SupportCase): Group {
  const out = new Float64Array(directions.length);
  const contender = (target: Target): Contender =>
    block(target, directions.length / 3, () => {
      setTarget(target);
      supportBatch(shape, directions, out);
    });
  return { name, contenders: [contender('js'), contender('wasm')] };
}

/** The copying of `supportBatch` in chunks of 512 directions, without the kernel. */
function copyGroup(directions: Float64Array): Group {
  const memory = new Float64Array(1 << 17);
  const out = new Float64Array(directions.length);
  const step = 3 * 512;
  const run = (): void => {
    for (let from = 0; from < directions.length; from += step) {
      memory.set(directions.subarray(from, from + step), 1024);
      out.set(memory.subarray(1024, 1024 + step), from);
    }
  };
  return { name: copyName, contenders: [block('copy', directions.length / 3, run)] };
}

function checkEqualBits({ name, shape, directions }: SupportCase): void {
  setTarget('js');
  const js = supportBatch(shape, directions);
  setTarget('wasm');
  const wasm = supportBatch(shape, directions);
  const different = js.findIndex((x, k) => !Object.is(x, wasm[k]));
  if (different >= 0)
    throw new Error(`${name}: the targets differ at number ${different}: ${js[different]} and ${wasm[different]}`);
}

interface Row {
  readonly name: string;
  readonly js: Summary;
  readonly wasm: Summary;
  /** JavaScript / WebAssembly, from the ratio of every round. */
  readonly ratio: Summary;
  /** Median ratio of each process. */
  readonly ratioByProcess: readonly number[];
}

interface Results {
  readonly rounds: number;
  readonly copy: Summary;
  readonly rows: readonly Row[];
}

function sectionOf({ rows, rounds, copy }: Results, processes: number): Section {
  const baseline = rows.find(({ name }) => name === baselineName) as Row;
  return {
    title: 'Nanoseconds per support call',
    note: `Through supportBatch, with all kinds and both targets mixed in one process; medians over ${rounds} rounds in each of ${processes} processes.
Both targets gave the same bits. Every row includes copying directions in and points out: ${range(copy)} ns. With the kernel's loop and
dispatch this is the row '${baselineName}', ${baseline.js.median.toFixed(2)} ns in JavaScript and ${baseline.wasm.median.toFixed(2)} ns in WebAssembly, which the last two columns subtract.`,
    head: [
      'shape',
      'JavaScript ns',
      '10–90 %',
      'WebAssembly ns',
      '10–90 %',
      'ratio',
      '10–90 %',
      'by process',
      `JS − ${baselineName}`,
      `WASM − ${baselineName}`,
    ],
    rows: rows.map((row) => cellsOf(row, baseline)),
  };
}

function rowOf({ name, samples: [js, wasm] }: GroupSamples, byProcess: readonly GroupSamples[][]): Row {
  const ratios = (a: readonly number[], b: readonly number[]): number[] => a.map((x, k) => x / b[k]);
  const ratioByProcess = byProcess.map((groups) => {
    const { samples } = groups.find((group) => group.name === name) as GroupSamples;
    return summarize(ratios(samples[0], samples[1])).median;
  });
  return { name, js: summarize(js), wasm: summarize(wasm), ratio: summarize(ratios(js, wasm)), ratioByProcess };
}

function cellsOf({ name, js, wasm, ratio, ratioByProcess }: Row, baseline: Row): string[] {
  const spread = ({ low, high }: Summary): string => `${low.toFixed(2)}–${high.toFixed(2)}`;
  return [
    name,
    js.median.toFixed(2),
    spread(js),
    wasm.median.toFixed(2),
    spread(wasm),
    ratio.median.toFixed(2),
    spread(ratio),
    spread({ median: ratio.median, low: Math.min(...ratioByProcess), high: Math.max(...ratioByProcess) }),
    (js.median - baseline.js.median).toFixed(2),
    (wasm.median - baseline.wasm.median).toFixed(2),
  ];
}

function range({ median, low, high }: Summary): string {
  return `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}
