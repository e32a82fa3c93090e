import type { Target } from 'proximal';
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

/** A case that failed, or that is worth a look, with the simplest case that shows the same. */
interface Finding<Case> {
  readonly class: string;
  readonly kind: string;
  readonly detail: string;
  readonly number: number;
  readonly item: Case;
}

/** Findings of the same kind that are kept for one class. */
const keptOfAKind = 10;

/** Checks `count` random cases, prints what was found, and sets the exit code to 1 if a case failed. */
export function run<Case>(fuzzer: Fuzzer<Case>, options: RunOptions): void {
  const { count, seed, targets, only } = options;
  const tallies = fuzzer.classes.map(({ title }) => new Tally(title));
  const failures = new Findings<Case>();
  const notes = new Findings<Case>();
  const progress = new Progress(count);
  let failed = 0;
  let number = 0;
  for (let done = 0; done < count; number++) {
    const item = fuzzer.generate(seed, number, only);
    if (item === null) continue;
    const verdict = fuzzer.check(item, targets);
    fuzzer.classes.forEach((group, k) => {
      tallies[k].add(group.of(item), verdict);
    });
    const name = fuzzer.classes[0].of(item);
    for (const failure of verdict.failures) failures.add(name, failure, number, item);
    for (const note of verdict.notes) notes.add(name, note, number, item);
    if (verdict.failures.length > 0) failed++;
    progress.update(++done, failed);
  }
  progress.end();
  for (const tally of tallies) console.log(`${tally}\n`);
  const written = failures.list.map((finding) => write(fuzzer, finding, options));
  for (const finding of written) console.log(`${JSON.stringify(finding, spellNumbers)}\n`);
  const path = writeResults(`fuzz-${fuzzer.name}`, {
    ...options,
    tallies,
    failures: written,
    notes: notes.list.map((note) => write(fuzzer, note, options)),
  });
  console.log(
    `${count} cases of seed ${seed} on ${targets.join(' and ')}: ${failed === 0 ? 'all passed' : `${failed} failed`}. Written to ${path}`,
  );
  if (failed > 0) {
    console.log(`Replay one with: npm run fuzz -- ${fuzzer.name} --seed ${seed} --case ${failures.list[0].number}`);
    process.exitCode = 1;
  }
}

/** The first few findings of every kind in every class. */
class Findings<Case> {
  readonly list: Finding<Case>[] = [];
  private readonly counts = new Map<string, number>();

  add(name: string, { kind, detail }: Failure, number: number, item: Case): void {
    const key = `${name}: ${kind}`;
    const count = this.counts.get(key) ?? 0;
    this.counts.set(key, count + 1);
    if (count < keptOfAKind) this.list.push({ class: name, kind, detail, number, item });
  }
}

function write<Case>(fuzzer: Fuzzer<Case>, finding: Finding<Case>, { seed, targets }: RunOptions): object {
  const { kind, detail, number, item } = finding;
  const simplest = shrink(fuzzer, item, kind, targets);
  return {
    fuzz: fuzzer.name,
    class: finding.class,
    failure: kind,
    detail,
    seed,
    case: number,
    ...item,
    simplest: fuzzer.write(simplest),
  };
}
