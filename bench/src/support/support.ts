// Nanoseconds per support call on both targets of the kernel, through the public `supportBatch`.
import { parseArgs } from 'node:util';
import { setTarget, supportBatch, type Target, target } from 'proximal';
import { inFreshProcesses, pool } from '../histories.ts';
import {
  type Contender,
  type Group,
  type GroupSamples,
  measure,
  roundsOf,
  type Summary,
  summarize,
} from '../measure.ts';
import { printSection, printTargets, type Section, tablePage } from '../page.ts';
import type { Benchmark } from '../registry.ts';
import { publish } from '../results.ts';
import { Pace } from '../run/share.ts';
import { UsageError, wholeNumber } from '../usage.ts';
import { floorName, type SupportCase, supportCases } from './cases.ts';

const copyName = 'copying alone';
const expectedRatio = 1.7;

export const supportBenchmark: Benchmark = {
  name: 'support',
  title: 'nanoseconds per support call, JavaScript against WebAssembly, for each kind of shape',
  runs: { quick: ['--rounds', '10', '--processes', '1'], full: [] },
  seconds: { quick: 8, full: 75 },
  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { rounds: { type: 'string', default: '80' }, processes: { type: 'string', default: '3' } },
    });
    const rounds = wholeNumber('rounds', values.rounds, 3, 10_000);
    const processes = wholeNumber('processes', values.processes, 1, 100);
    const histories = await inFreshProcesses('support', args, processes, (seed) => measureSupport(rounds, seed));
    report(histories, Math.min(...histories.map(roundsOf)));
  },
};

function measureSupport(rounds: number, seed: number): GroupSamples[] {
  setTarget('wasm');
  if (target() !== 'wasm') throw new UsageError('WebAssembly is not available here: there is nothing to compare.');
  const cases = supportCases();
  for (const row of cases) checkEqualBits(row);
  return measure([...cases.map(groupOf), copyGroup(cases[0].directions)], {
    rounds,
    sampleTime: 1,
    seed,
    until: new Pace(1).next(),
  });
}

function groupOf({ name, shape, directions }: SupportCase): Group {
  const out = new Float64Array(directions.length);
  const contender = (on: Target): Contender => ({
    name: on,
    operations: directions.length / 3,
    run: () => {
      setTarget(on);
      supportBatch(shape, directions, out);
    },
  });
  return { name, contenders: [contender('js'), contender('wasm')] };
}

/** What `supportBatch` copies, in its steps of 512 directions, without any kernel. */
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
  return { name: copyName, contenders: [{ name: 'copy', operations: directions.length / 3, run }] };
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

function report(histories: readonly GroupSamples[][], rounds: number): void {
  const pooled = pool(histories);
  const rows = pooled.filter(({ name }) => name !== copyName).map((group) => rowOf(group, histories));
  const copy = summarize(pooled[pooled.length - 1].samples[0]);
  const floor = rows.find(({ name }) => name === floorName) as Row;
  const section: Section = {
    title: 'Nanoseconds per support call',
    note: `Through supportBatch, all kinds and both targets mixed in one process (so JavaScript's functions have seen every shape), medians over
${rounds} interleaved rounds in each of ${histories.length} processes; equal bits on both targets were checked. Every row includes copying directions in and
points out: ${range(copy)} ns for the copying alone, and with the kernel's loop and dispatch the row '${floorName}',
${floor.js.median.toFixed(2)} ns in JavaScript and ${floor.wasm.median.toFixed(2)} ns in WebAssembly. The last two columns subtract it.`,
    head: [
      'shape',
      'JavaScript ns',
      '10–90 %',
      'WebAssembly ns',
      '10–90 %',
      'ratio',
      '10–90 %',
      'by process',
      'JS − floor',
      'WASM − floor',
    ],
    rows: rows.map((row) => cellsOf(row, floor)),
  };
  const below = rows.filter(({ ratio }) => ratio.median < expectedRatio).map(({ name }) => name);
  const targets = [
    {
      what: "JavaScript's time / WebAssembly's for a support call, every kind of shape",
      wanted: `≥ ${expectedRatio}×`,
      found: below.length === 0 ? 'in every row' : `below it: ${below.join('; ')}`,
      isMet: below.length === 0,
    },
  ];
  printSection(section);
  printTargets(targets);
  const page = tablePage('Support calls on both targets', '', [section], targets);
  publish('support', { rounds, processes: histories.length, copy, rows, targets }, page);
}

function rowOf({ name, samples: [js, wasm] }: GroupSamples, histories: readonly GroupSamples[][]): Row {
  const ratios = (a: readonly number[], b: readonly number[]): number[] => a.map((x, k) => x / b[k]);
  const ratioByProcess = histories.map((history) => {
    const { samples } = history.find((group) => group.name === name) as GroupSamples;
    return summarize(ratios(samples[0], samples[1])).median;
  });
  return { name, js: summarize(js), wasm: summarize(wasm), ratio: summarize(ratios(js, wasm)), ratioByProcess };
}

function cellsOf({ name, js, wasm, ratio, ratioByProcess }: Row, floor: Row): string[] {
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
    (js.median - floor.js.median).toFixed(2),
    (wasm.median - floor.wasm.median).toFixed(2),
  ];
}

function range({ median, low, high }: Summary): string {
  return `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}
