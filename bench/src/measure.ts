// Timing that survives a busy machine and a moody JIT: the contenders take turns in one process, round after round, and
// medians over the rounds are compared. What happened in a process before a measurement changes JavaScript's speed, so
// the whole comparison can be repeated in fresh processes (see histories.ts) and the samples pooled.
import { Rng } from 'proximal/math';

/** Something to time: one call of `run` does `operations` operations. */
export interface Contender {
  readonly name: string;
  readonly operations: number;
  readonly run: () => void;
}

/** Contenders that are compared with each other: timed one directly after the other in every round. */
export interface Group {
  readonly name: string;
  readonly contenders: readonly Contender[];
}

/** Nanoseconds per operation: `samples[contender][round]`. */
export interface GroupSamples {
  readonly name: string;
  readonly samples: readonly (readonly number[])[];
}

export interface MeasureOptions {
  readonly rounds: number;
  /** How long one sample should take, in milliseconds. */
  readonly sampleTime: number;
  /** Decides the order of the groups in each round. */
  readonly seed: number;
  /** The moment, by `performance.now()`, from which on no other round is begun that would end later; see `Pace`. */
  readonly until?: number;
}

/** Times all groups, interleaved. */
export function measure(groups: readonly Group[], options: MeasureOptions): GroupSamples[] {
  const rng = new Rng(options.seed);
  warmUp(groups, rng);
  const repeats = groups.map(({ contenders }) =>
    contenders.map((contender) => calibrate(contender, options.sampleTime)),
  );
  const samples: number[][][] = groups.map(({ contenders }) => contenders.map(() => []));
  const clock = new RoundClock(options.until);
  for (let round = 0; round < options.rounds && clock.hasTimeFor(round); round++) {
    for (const g of shuffled(groups.length, rng)) {
      const { contenders } = groups[g];
      // Every contender is first equally often.
      for (let turn = 0; turn < contenders.length; turn++) {
        const c = (turn + round) % contenders.length;
        samples[g][c].push(time(contenders[c], repeats[g][c]));
      }
    }
  }
  return groups.map(({ name }, g) => ({ name, samples: samples[g] }));
}

/** How many rounds were made: fewer than asked for where the time was over. */
export function roundsOf(groups: readonly GroupSamples[]): number {
  return Math.min(...groups.flatMap(({ samples }) => samples.map(({ length }) => length)));
}

/** The fewest rounds that a median is taken of. */
const fewestRounds = 3;

/** Whether there is time for another round. */
export class RoundClock {
  private readonly start = performance.now();

  constructor(private readonly until = Number.POSITIVE_INFINITY) {}

  /** @param done rounds since the clock was made */
  hasTimeFor(done: number): boolean {
    const now = performance.now();
    return done < fewestRounds || now + (now - this.start) / done <= this.until;
  }
}

/** Every function sees every group before the first sample, in random order: the state of a program that uses them all. */
function warmUp(groups: readonly Group[], rng: Rng): void {
  for (let pass = 0; pass < 10; pass++) {
    for (const g of shuffled(groups.length, rng)) for (const contender of groups[g].contenders) contender.run();
  }
}

function calibrate(contender: Contender, sampleTime: number): number {
  const nanoseconds = Math.min(time(contender, 1), time(contender, 1), time(contender, 1));
  return Math.max(1, Math.round((sampleTime * 1e6) / (nanoseconds * contender.operations)));
}

function time({ run, operations }: Contender, repeats: number): number {
  const start = process.hrtime.bigint();
  for (let k = 0; k < repeats; k++) run();
  return Number(process.hrtime.bigint() - start) / (repeats * operations);
}

function shuffled(count: number, rng: Rng): number[] {
  const order = Array.from({ length: count }, (_, k) => k);
  for (let k = count - 1; k > 0; k--) {
    const other = rng.index(k + 1);
    [order[k], order[other]] = [order[other], order[k]];
  }
  return order;
}

/** The value below which the share `p` of the samples lies. */
export function quantile(samples: readonly number[], p: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const place = p * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

/** Median, and the range that holds 80 % of the samples. */
export interface Summary {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function summarize(samples: readonly number[]): Summary {
  return { median: quantile(samples, 0.5), low: quantile(samples, 0.1), high: quantile(samples, 0.9) };
}
