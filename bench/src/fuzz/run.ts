import { setTarget, type Target } from 'proximal';
import { spellNumbers, writeResults } from '../harness/results.ts';
import { type Shard, shardSuffix } from '../harness/shard.ts';
import { type Finding, problemFiles, writeFailure } from './findings.ts';
import type { Fuzzer } from './fuzzer.ts';
import { Progress } from './progress.ts';
import { RunState } from './run-state.ts';
import { shrink } from './shrink.ts';
import { describeTolerance, isTolerable, toleratedOf } from './tolerate.ts';

export interface RunOptions {
  /** The number of cases or queries. A case has several queries. */
  readonly count: number;
  readonly unit: 'cases' | 'queries';
  readonly seed: number;
  readonly targets: readonly Target[];
  readonly only: readonly string[];
  /** Kinds of failure that may occur rarely: see `tolerable`. */
  readonly tolerate: readonly string[];
  /** Part `index` of `count`, from 1 on: every `count`-th case. */
  readonly shard: Shard;
  /** Continue the interrupted run of the same seed. */
  readonly resume: boolean;
}

/** Checks random cases, prints the findings, and sets the exit code to 1 if a case failed, unless all failures are tolerated. */
export function run<Case extends object>(fuzzer: Fuzzer<Case>, options: RunOptions): void {
  const { unit, seed, targets, only, shard } = options;
  const count = Math.ceil(options.count / shard.count);
  const state = new RunState<Case>(fuzzer, options);
  const done = (): number => (unit === 'cases' ? state.done : state.queries);
  const progress = new Progress(count, unit, done());
  while (done() < count) {
    const number = state.next;
    state.next += shard.count;
    // Both targets give the same bits; the last one is faster.
    setTarget(targets[targets.length - 1]);
    const item = fuzzer.generate(seed, number, only);
    if (item === null) continue;
    checkOne(fuzzer, options, state, number, item);
    progress.update(done(), state.failures.total);
    state.saveIfDue();
  }
  progress.end();
  for (const tally of state.tallies) console.log(`${tally}\n`);
  report(fuzzer, options, state);
  state.removeFile();
}

function checkOne<Case extends object>(
  fuzzer: Fuzzer<Case>,
  options: RunOptions,
  state: RunState<Case>,
  number: number,
  item: Case,
): void {
  const { tallies, failures, notes } = state;
  const verdict = fuzzer.check(item, options.targets);
  const names = fuzzer.classes.map((group) => group.of(item));
  for (let k = 0; k < names.length; k++) tallies[k].add(names[k], verdict);
  // Findings are grouped by the first and the last classification; for distances these are the kinds of shape and the scope.
  const finding = { class: `${names[0]}, ${names[names.length - 1]}`, number, item, found: verdict.failures };
  failures.add(finding);
  if (verdict.failures.length > 0) writeFailure(fuzzer, finding, options, failures.total);
  if (isTolerable(verdict.failures, options.tolerate)) state.tolerated++;
  notes.add({ ...finding, found: verdict.notes });
  state.done++;
  state.queries += verdict.counts['queries'] ?? 0;
}

function report<Case extends object>(fuzzer: Fuzzer<Case>, options: RunOptions, state: RunState<Case>): void {
  const { seed, targets, tolerate, shard } = options;
  const { done, queries, tolerated, failures, notes, tallies } = state;
  const written = failures.list.map((finding) => write(fuzzer, finding, options));
  for (const finding of written) console.log(`${JSON.stringify(finding, spellNumbers)}\n`);
  const path = writeResults(`fuzz-${fuzzer.name}${shardSuffix(shard)}`, {
    ...options,
    cases: done,
    queries,
    failed: failures.total,
    tolerated,
    failures: written,
    tallies,
    notes: notes.list,
  });
  const amount = `${formatCount(done)} cases, ${formatCount(queries)} queries of seed ${seed} on ${targets.join(' and ')}`;
  const outcome = failures.total === 0 ? 'all passed' : `${formatCount(failures.total)} cases failed`;
  console.log(`${amount}: ${outcome}. Written to ${path}`);
  if (failures.total === 0) return;
  if (tolerate.length > 0) console.log(describeTolerance(tolerate, done, tolerated));
  const { problem, repro } = problemFiles(fuzzer, seed, failures.list[0].number);
  if (fuzzer.files.command !== null)
    console.log(`Repeat the first failure: npx proximal ${fuzzer.files.command} ${problem}`);
  console.log(`With everything that the fuzzer checks: npm run fuzz -- ${fuzzer.name} --file ${problem}`);
  console.log(`Keep one as a test: move ${repro} to packages/proximal/test/repro/`);
  if (failures.total > tolerated || tolerated > toleratedOf(done)) process.exitCode = 1;
}

/** A count with separators: 10,000,008. */
function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** A finding as data: the case, its failures, its test, and the simplest case with the same failure. */
function write<Case extends object>(
  fuzzer: Fuzzer<Case>,
  finding: Finding<Case>,
  { seed, targets }: RunOptions,
): object {
  const { number, item, found } = finding;
  const simplest = fuzzer.write(shrink(fuzzer, item, found[0].kind, targets));
  const { repro } = problemFiles(fuzzer, seed, number);
  return { fuzz: fuzzer.name, class: finding.class, seed, case: number, found, repro, simplest, ...item };
}
