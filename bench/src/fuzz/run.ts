import { setTarget, type Target } from 'proximal';
import { spellNumbers, writeResults } from '../results.ts';
import { type Finding, writeProblem } from './findings.ts';
import type { Fuzzer } from './fuzzer.ts';
import { Progress } from './progress.ts';
import { RunState } from './run-state.ts';
import { shrink } from './shrink.ts';

export interface RunOptions {
  readonly count: number;
  readonly seed: number;
  readonly targets: readonly Target[];
  readonly only: readonly string[];
  /** Go on with the run that was stopped, of the same seed. */
  readonly resume: boolean;
}

/** Checks `count` random cases, prints what was found, and sets the exit code to 1 if a case failed. */
export function run<Case>(fuzzer: Fuzzer<Case>, options: RunOptions): void {
  const { count, seed, targets, only } = options;
  const state = new RunState<Case>(fuzzer, options);
  const { tallies, failures, notes } = state;
  const progress = new Progress(count, state.done);
  while (state.done < count) {
    const number = state.next++;
    // Both give the same bits; the last one is the faster.
    setTarget(targets[targets.length - 1]);
    const item = fuzzer.generate(seed, number, only);
    if (item === null) continue;
    const verdict = fuzzer.check(item, targets);
    const names = fuzzer.classes.map((group) => group.of(item));
    for (let k = 0; k < names.length; k++) tallies[k].add(names[k], verdict);
    // The last class is the widest: what is promised is kept apart from what is not.
    const finding = { class: `${names[0]}, ${names[names.length - 1]}`, number, item, found: verdict.failures };
    failures.add(finding);
    if (verdict.failures.length > 0) writeProblem(fuzzer, finding, options, failures.total);
    notes.add({ ...finding, found: verdict.notes });
    state.done++;
    progress.update(state.done, failures.total);
    state.saveNowAndThen();
  }
  progress.end();
  state.save();
  for (const tally of tallies) console.log(`${tally}\n`);
  report(fuzzer, options, state);
}

function report<Case>(fuzzer: Fuzzer<Case>, options: RunOptions, { failures, notes, tallies }: RunState<Case>): void {
  const { count, seed, targets } = options;
  const written = failures.list.map((finding) => write(fuzzer, finding, options));
  for (const finding of written) console.log(`${JSON.stringify(finding, spellNumbers)}\n`);
  const path = writeResults(`fuzz-${fuzzer.name}`, {
    ...options,
    failed: failures.total,
    failures: written,
    tallies,
    notes: notes.list,
  });
  const outcome = failures.total === 0 ? 'all passed' : `${failures.total} failed`;
  console.log(`${count} cases of seed ${seed} on ${targets.join(' and ')}: ${outcome}. Written to ${path}`);
  if (failures.total === 0) return;
  const file = `bench/results/failures/${fuzzer.name}-${seed}-${failures.list[0].number}.json`;
  console.log(`Replay one with: npm run fuzz -- ${fuzzer.name} --file ${file}`);
  process.exitCode = 1;
}

/** A finding as data: the case, what is wrong with it, and the simplest case that shows the same. */
function write<Case>(fuzzer: Fuzzer<Case>, finding: Finding<Case>, { seed, targets }: RunOptions): object {
  const { number, item, found } = finding;
  const simplest = fuzzer.write(shrink(fuzzer, item, found[0].kind, targets));
  return { fuzz: fuzzer.name, class: finding.class, seed, case: number, found, simplest, ...item };
}
