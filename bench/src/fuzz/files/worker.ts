// A process that checks inputs, and may be stopped at any time. Each input line requests some cases. Output lines: `>` and the number of
// the current case (in mode `all`, only every quarter of a second), `.` and a result, and `=` after the last case of the request.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { checkCase, checkGlobals, checkShared, type Outcome } from './check.ts';
import { FuzzFailure } from './format.ts';
import { isSlow, memoryLimit, secondsLimit } from './limits.ts';
import { validLike } from './registry.ts';

/** A request of the parent process. */
export interface Request {
  readonly seed: number;
  readonly numbers: readonly number[];
  /**
   * `all`: together, with one result, whose measurements are upper bounds for each; `each`: one by one, with a result each; `alone`: one in
   * a new process, where the limits of time and memory are checked.
   */
  readonly mode: 'all' | 'each' | 'alone';
}

/** The result of a case. */
export interface Result extends Outcome {
  /** Processor time or wall-clock time, whichever is less, in seconds. */
  readonly seconds: number;
  /** The largest growth of the process, in bytes. */
  readonly memory: number;
}

/** The result of cases that were checked together. */
export interface Summary {
  readonly read: number;
  /** An upper bound on the largest time of one case, in seconds. */
  readonly seconds: number;
  /** The largest growth of the process during all of them, in bytes. */
  readonly memory: number;
  /**
   * The excess of the earlier peak over the present size, in bytes. A later growth that is smaller than this leaves the peak unchanged and
   * may be missed.
   */
  readonly hidden: number;
  /** Passed cases that took more than half of the time that is allowed. */
  readonly slow: readonly number[];
  readonly failures: readonly { readonly number: number; readonly result: Result }[];
  /** The failure of shared state, if an input has corrupted it. */
  readonly broken?: { readonly kind: string; readonly detail: string } | undefined;
}

/** Seconds between two reports of progress. */
const reportInterval = 0.25;
/** The processor time is read only after this wall-clock time, because reading it takes as long as checking a small input. */
const shortTime = 0.02;

/** Synchronous, so that the last report precedes a hang. */
function writeLine(line: string): void {
  writeSync(1, `${line}\n`);
}

function clock(): number {
  return performance.now() / 1000;
}

function processor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function sizes(): { peak: number; memory: number } {
  return { peak: 1024 * process.resourceUsage().maxRSS, memory: process.memoryUsage.rss() };
}

/** The largest growth since `before`. If the peak has not risen, only the present size is known. */
function growth(before: { peak: number; memory: number }): number {
  const { peak, memory } = sizes();
  return peak > before.peak ? peak - before.memory : Math.max(0, memory - before.memory);
}

async function check(seed: number, number: number): Promise<Result> {
  let [start, before] = [{ seconds: 0, processor: 0 }, sizes()];
  const outcome = await checkCase(seed, number, () => {
    before = sizes();
    start = { seconds: clock(), processor: processor() };
  });
  const seconds = Math.min(clock() - start.seconds, processor() - start.processor);
  const memory = growth(before);
  const broken = outcome.kind === undefined ? sharedStateFailure() : undefined;
  return { ...outcome, seconds, memory, ...broken };
}

/** The failure of shared state, if it is corrupted. */
function sharedStateFailure(): { kind: string; detail: string } | undefined {
  try {
    checkGlobals();
    checkShared();
    return undefined;
  } catch (error) {
    if (error instanceof FuzzFailure) return { kind: error.kind, detail: error.message };
    return { kind: 'shared', detail: error instanceof Error ? String(error.stack) : String(error) };
  }
}

/** Checks many inputs with little overhead: the time of each is measured coarsely, and only the memory of all together. */
async function checkAll(seed: number, numbers: readonly number[]): Promise<Summary> {
  const before = sizes();
  const slow: number[] = [];
  const failures: { number: number; result: Result }[] = [];
  let [read, longest, reported] = [0, 0, clock()];
  // The last reading of the CPU time, and its wall-clock time.
  let sampled = { at: clock(), processor: processor() };
  for (const number of numbers) {
    const now = clock();
    if (now - reported > reportInterval) {
      writeLine(`>${number}`);
      reported = now;
    }
    if (now - sampled.at > shortTime) sampled = { at: clock(), processor: processor() };
    let start = now;
    const outcome = await checkCase(seed, number, () => {
      start = clock();
    });
    const elapsed = clock() - start;
    const seconds = elapsed > shortTime ? Math.min(elapsed, processor() - sampled.processor) : elapsed;
    longest = Math.max(longest, seconds);
    if (outcome.isRead) read++;
    if (outcome.kind !== undefined) failures.push({ number, result: { ...outcome, seconds, memory: 0 } });
    else if (isSlow(seconds, outcome.size)) slow.push(number);
  }
  const memory = growth(before);
  const broken = sharedStateFailure();
  // The next cases begin with little garbage.
  globalThis.gc?.();
  const after = sizes();
  return { read, seconds: longest, memory, hidden: after.peak - after.memory, slow, failures, broken };
}

/** Judges an input alone, in a new process that has first read valid documents of the format, so that only the input's own cost is measured. */
async function checkAlone(seed: number, number: number): Promise<Result> {
  for (let k = 0; k < 3; k++) await checkCase(seed + k, validLike(number), () => {});
  globalThis.gc?.();
  const result = await check(seed, number);
  const { memory, size } = result;
  if (result.kind !== undefined) return result;
  // The first run includes just-in-time compilation.
  const isOver = result.seconds > secondsLimit(size);
  const seconds = isOver ? Math.min(result.seconds, (await check(seed, number)).seconds) : result.seconds;
  if (seconds > secondsLimit(size))
    return { ...result, kind: 'time', detail: `${seconds.toFixed(2)} s for ${size} bytes` };
  const megabytes = Math.round(memory / 2 ** 20);
  return memory > memoryLimit(size)
    ? { ...result, kind: 'memory', detail: `${megabytes} MB for ${size} bytes` }
    : result;
}

process.on('unhandledRejection', (error) => {
  console.error(`unhandled rejection: ${error instanceof Error ? error.stack : error}`);
  process.exit(1);
});

for await (const line of createInterface({ input: process.stdin })) {
  const { seed, numbers, mode } = JSON.parse(line) as Request;
  if (mode === 'all') writeLine(`.${JSON.stringify(await checkAll(seed, numbers))}`);
  else
    for (const number of numbers) {
      writeLine(`>${number}`);
      writeLine(`.${JSON.stringify(mode === 'alone' ? await checkAlone(seed, number) : await check(seed, number))}`);
    }
  writeLine('=');
}
