// The timer of all benchmarks. Speed varies with the load of the machine and with what the JavaScript compiler has seen, so contenders
// take turns in every round and ratios are taken within a round. A comparison can be repeated in fresh processes (processes.ts).
//
//   nanosecondsOf   one call by the clock
//   takeTurns       the order of contenders, round by round
//   measure         groups of contenders in this process, each sample the mean over a block of passes
//   measureInTurns  one group, also of contenders in other processes, each sample the median over passes
//   timeCalls       many short calls on one problem, the mean of the 90 % shortest samples
//   processorTime   calls longer than a time slice, by processor time
import { Rng } from 'proximal/math';

/** The duration of a call in nanoseconds. */
export function nanosecondsOf(work: () => void): number {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start);
}

/** Visits all contenders in each round. Each round starts with the next contender. */
export function takeTurns(rounds: number, count: number, visit: (contender: number, round: number) => void): void {
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < count; turn++) visit((turn + round) % count, round);
  }
}

/** Something to time. One pass does `operations` operations. */
export interface Timed {
  readonly operations: number;
  /** Makes the given number of passes. Returns nanoseconds per operation: one number for each pass, or one for all of them. */
  readonly run: (repeats: number) => readonly number[] | Promise<readonly number[]>;
}

/** Work that reports the time of each pass. */
export function passes(operations: number, pass: () => void): Timed {
  return {
    operations,
    run: (repeats) => Array.from({ length: repeats }, () => nanosecondsOf(pass) / operations),
  };
}

export interface Contender extends Timed {
  readonly name: string;
}

/** A contender that reports the mean time of all passes, for passes too short for the clock. */
export function block(name: string, operations: number, pass: () => void): Contender {
  const run = (repeats: number): number[] => {
    const time = nanosecondsOf(() => {
      for (let k = 0; k < repeats; k++) pass();
    });
    return [time / (repeats * operations)];
  };
  return { name, operations, run };
}

/** Contenders that are compared with each other. They are timed one directly after the other in every round. */
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
  /** Milliseconds for one sample. */
  readonly sampleTime: number;
  /** Decides the order of the groups in each round. */
  readonly seed: number;
  /** By `performance.now()`: after three rounds, no round is started that would probably end later (see `Pace`). */
  readonly until?: number;
}

/** Passes of every contender before the first sample. */
const warmUps = 10;

/** Times groups of contenders in this process. All contenders of all groups run before the first sample. */
export async function measure(groups: readonly Group[], options: MeasureOptions): Promise<GroupSamples[]> {
  const rng = new Rng(options.seed);
  for (let pass = 0; pass < warmUps; pass++) {
    for (const g of shuffled(groups.length, rng)) for (const { run } of groups[g].contenders) await run(1);
  }
  const samples = await sample(
    groups.map(({ contenders }) => contenders),
    { ...options, order: () => shuffled(groups.length, rng), fewestPasses: () => 1 },
  );
  return groups.map(({ name }, g) => ({ name, samples: samples[g] }));
}

/** Milliseconds for one sample of a contender that may be in another process. */
const defaultSampleTime = 15;
/**
 * The first pass of a turn runs with cold caches. Contenders whose pass takes up to this many milliseconds make at least three passes, so
 * that the median is not the first pass. Caches do not matter for longer passes.
 */
const longPass = 40;

/** Samples of every contender: `samples[contender][round]`, nanoseconds per operation. */
export async function measureInTurns(
  contenders: readonly Timed[],
  rounds: number,
  { sampleTime = defaultSampleTime, until }: Partial<Pick<MeasureOptions, 'sampleTime' | 'until'>> = {},
): Promise<number[][]> {
  const options = { rounds, sampleTime, ...(until !== undefined && { until }) };
  const fewestPasses = (pass: number): number => (pass > longPass ? 1 : 3);
  const [samples] = await sample([contenders], { ...options, order: () => [0], fewestPasses });
  return samples;
}

interface SampleOptions extends Omit<MeasureOptions, 'seed'> {
  /** The groups in the order of the next round. */
  readonly order: () => readonly number[];
  /** @param pass milliseconds of one pass */
  readonly fewestPasses: (pass: number) => number;
}

/** `samples[group][contender][round]`: the median of what a contender reports for a turn. */
async function sample(groups: readonly (readonly Timed[])[], options: SampleOptions): Promise<number[][][]> {
  const { rounds, sampleTime, until, order, fewestPasses } = options;
  const repeats: number[][] = groups.map(() => []);
  for (const [g, contenders] of groups.entries()) {
    for (const { run, operations } of contenders) {
      const times = [...(await run(1)), ...(await run(1)), ...(await run(1))];
      const pass = (Math.min(...times) * operations) / 1e6;
      repeats[g].push(Math.max(fewestPasses(pass), Math.round(sampleTime / pass)));
    }
  }
  const samples: number[][][] = groups.map((contenders) => contenders.map(() => []));
  const clock = new RoundClock(until);
  for (let round = 0; round < rounds && clock.hasTimeFor(round); round++) {
    for (const g of order()) {
      for (let turn = 0; turn < groups[g].length; turn++) {
        const c = (turn + round) % groups[g].length;
        samples[g][c].push(quantile(await groups[g][c].run(repeats[g][c]), 0.5));
      }
    }
  }
  return samples;
}

/** The number of rounds: fewer than in the settings if there was no time for more. */
export function roundsOf(groups: readonly GroupSamples[]): number {
  return Math.min(...groups.flatMap(({ samples }) => samples.map(({ length }) => length)));
}

/** The smallest number of rounds for a median. */
const fewestRounds = 3;

/** Decides whether there is time for another round. */
class RoundClock {
  private readonly start = performance.now();

  constructor(private readonly until = Number.POSITIVE_INFINITY) {}

  /** @param done rounds since the clock was made */
  hasTimeFor(done: number): boolean {
    const now = performance.now();
    return done < fewestRounds || now + (now - this.start) / done <= this.until;
  }
}

export function shuffled(count: number, rng: Rng): number[] {
  const order = Array.from({ length: count }, (_, k) => k);
  for (let k = count - 1; k > 0; k--) {
    const other = rng.index(k + 1);
    [order[k], order[other]] = [order[other], order[k]];
  }
  return order;
}

const callSamples = 20;
const callsPerSample = 5;
const keptShare = 0.9;

/**
 * Microseconds per call on one problem, as in "GJK++" (Tµ): the mean of the 90 % shortest of 20 samples. A call may be too short for the clock,
 * so a sample is the mean of `perSample` calls.
 */
export function timeCalls(calls: readonly (() => void)[], perSample = callsPerSample): number[] {
  const times = calls.map(() => new Float64Array(callSamples));
  for (const call of calls) call();
  takeTurns(callSamples, calls.length, (c, round) => {
    const time = nanosecondsOf(() => {
      for (let k = 0; k < perSample; k++) calls[c]();
    });
    times[c][round] = time / (1000 * perSample);
  });
  return times.map((all) => {
    const shortest = all.sort().subarray(0, Math.ceil(keptShare * all.length));
    return shortest.reduce((sum, value) => sum + value, 0) / shortest.length;
  });
}

/**
 * Microseconds of CPU time per call, the 10 % quantile of the samples. For calls longer than a time slice of a busy machine, for which the
 * wall-clock time would measure the load.
 * @param duration milliseconds for all samples, of which there are at least three
 */
export function processorTime(call: () => void, duration: number): number {
  const samples: number[] = [];
  let repeats = 1;
  const end = performance.now() + duration;
  while (samples.length < 3 || performance.now() < end) {
    const start = process.cpuUsage();
    for (let k = 0; k < repeats; k++) call();
    const { user, system } = process.cpuUsage(start);
    // At least 2 ms: the resolution of processor time is 1 µs.
    if (user + system < 2000) repeats *= 2;
    else samples.push((user + system) / repeats);
  }
  return summarize(samples).low;
}

/** Milliseconds that each query runs before it is timed. */
const warmUpTime = 120;

/**
 * Runs each query for a while before its first sample. JavaScript and WebAssembly start as baseline code, which is two to ten times as
 * slow as optimized code: EPA on YCB hulls took 120 µs at first and 9 µs from the tenth pass on.
 */
export class WarmUp {
  private readonly warmQueries = new Set<string>();

  /** Runs the query on one problem after the other, unless it was warmed up before. */
  run(query: string, count: number, runQuery: (k: number) => void): void {
    if (this.warmQueries.has(query)) return;
    this.warmQueries.add(query);
    const end = performance.now() + warmUpTime;
    for (let k = 0; performance.now() < end; k = (k + 1) % count) runQuery(k);
  }
}

/** The value below which the share `p` of the samples lies. */
export function quantile(samples: readonly number[], p: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const position = p * (sorted.length - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
}

/** Median and the 10 % and 90 % quantiles. */
export interface Summary {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function summarize(samples: readonly number[]): Summary {
  return { median: quantile(samples, 0.5), low: quantile(samples, 0.1), high: quantile(samples, 0.9) };
}
