import { setTarget, type Target } from 'proximal';
import { spellNumbers, writeResults } from '../results.ts';
import type { Failure, Fuzzer } from './fuzzer.ts';
import { Progress } from './progress.ts';
import { shrink } from './shrink.ts';
import { Tally } from './tally.ts';

export interface RunOptions {
  readonly count: number;
  readonly seed: number;
  readonly targets: readonly Target[];
  readonly only: readonly string[];
}

/** A case that failed, or that is worth a look. */
interface Finding<Case> {
  readonly class: string;
  readonly number: number;
  readonly item: Case;
  readonly found: readonly Failure[];
}

/** How many findings are kept for one class, and how many of them that show the same. */
const kept = { perClass: 10, perKind: 3 };

/** Checks `count` random cases, prints what was found, and sets the exit code to 1 if a case failed. */
export function run<Case>(fuzzer: Fuzzer<Case>, options: RunOptions): void {
  const { count, seed, targets, only } = options;
  const tallies = fuzzer.classes.map(({ title }) => new Tally(title));
  const failures = new Findings<Case>();
  const notes = new Findings<Case>();
  const progress = new Progress(count);
  for (let done = 0, number = 0; done < count; number++) {
    setTarget(targets[0]);
    const item = fuzzer.generate(seed, number, only);
    if (item === null) continue;
    const verdict = fuzzer.check(item, targets);
    const names = fuzzer.classes.map((group) => group.of(item));
    for (let k = 0; k < names.length; k++) tallies[k].add(names[k], verdict);
    failures.add({ class: names[0], number, item, found: verdict.failures });
    notes.add({ class: names[0], number, item, found: verdict.notes });
    progress.update(++done, failures.total);
  }
  progress.end();
  for (const tally of tallies) console.log(`${tally}\n`);
  report(fuzzer, options, failures, { tallies, notes: notes.list.map((note) => write(fuzzer, note, options)) });
}

function report<Case>(fuzzer: Fuzzer<Case>, options: RunOptions, failures: Findings<Case>, more: object): void {
  const { count, seed, targets } = options;
  const written = failures.list.map((finding) => write(fuzzer, finding, options));
  for (const finding of written) console.log(`${JSON.stringify(finding, spellNumbers)}\n`);
  const path = writeResults(`fuzz-${fuzzer.name}`, { ...options, failed: failures.total, failures: written, ...more });
  const outcome = failures.total === 0 ? 'all passed' : `${failures.total} failed`;
  console.log(`${count} cases of seed ${seed} on ${targets.join(' and ')}: ${outcome}. Written to ${path}`);
  if (failures.total === 0) return;
  console.log(`Replay one with: npm run fuzz -- ${fuzzer.name} --seed ${seed} --case ${failures.list[0].number}`);
  process.exitCode = 1;
}

/** The first few findings of every kind in every class. */
class Findings<Case> {
  readonly list: Finding<Case>[] = [];
  /** How many cases there were, kept or not. */
  total = 0;
  private readonly counts = new Map<string, number>();

  add(finding: Finding<Case>): void {
    if (finding.found.length === 0) return;
    this.total++;
    const ofKind = this.countUp(`${finding.class}: ${finding.found[0].kind}`);
    if (ofKind > kept.perKind || this.countUp(finding.class) > kept.perClass) return;
    this.list.push(finding);
  }

  private countUp(key: string): number {
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    return count;
  }
}

/** A finding as data: the case, what is wrong with it, and the simplest case that shows the same. */
function write<Case>(fuzzer: Fuzzer<Case>, finding: Finding<Case>, { seed, targets }: RunOptions): object {
  const { number, item, found } = finding;
  const simplest = fuzzer.write(shrink(fuzzer, item, found[0].kind, targets));
  return { fuzz: fuzzer.name, class: finding.class, seed, case: number, found, ...item, simplest };
}
