// A process that checks inputs, and may be stopped at any of them. Each line that it reads asks for some cases; of the lines that it writes,
// `>` and the number of a case say how far it has come, `.` and a result what came of a case or of all, and `=` that all are done.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { checkCase, checkGlobals, checkShared, type Outcome } from './check.ts';
import { Broken } from './format.ts';
import { isSlow, mostMemory, mostSeconds } from './limits.ts';
import { validLike } from './registry.ts';

/** What the parent asks for. */
export interface Request {
  readonly seed: number;
  readonly numbers: readonly number[];
  /**
   * `all` at once, with one result, in which what is measured is an upper bound for each; `each` by itself, with its own result; or one
   * `alone` in a fresh process, where the limits of time and memory are judged.
   */
  readonly mode: 'all' | 'each' | 'alone';
}

/** What came of a case. */
export interface Result extends Outcome {
  /** Seconds of the processor, or of the clock if those are fewer. */
  readonly seconds: number;
  /** Bytes by which the process grew at most. */
  readonly memory: number;
}

/** What came of cases that were checked at once. */
export interface Summary {
  readonly read: number;
  /** The most of one case. */
  readonly seconds: number;
  /** Bytes by which the process grew at most during all of them. */
  readonly memory: number;
  /** Bytes that the process had once more than now: as much memory goes unseen. */
  readonly hidden: number;
  /** Cases that took more than half of the time that is allowed. */
  readonly slow: readonly number[];
  readonly failures: readonly { readonly number: number; readonly result: Result }[];
  /** What inputs share, if one of them has broken it. */
  readonly broken?: { readonly kind: string; readonly detail: string } | undefined;
}

/** Seconds of the clock after which the process says how far it has come. */
const newsEvery = 0.25;
/** Seconds of the clock below which those of the processor do not matter: to ask for them takes as long as a small input. */
const shortTime = 0.02;

/** Synchronous: what hangs has said before where it is. */
function say(line: string): void {
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

/** The largest growth since then. A peak of before says nothing about what came after it. */
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
  const broken = outcome.kind === undefined ? brokenByNow() : undefined;
  return { ...outcome, seconds, memory, ...broken };
}

/** What inputs share, if it is not as it was. */
function brokenByNow(): { kind: string; detail: string } | undefined {
  try {
    checkGlobals();
    checkShared();
    return undefined;
  } catch (error) {
    if (error instanceof Broken) return { kind: error.kind, detail: error.message };
    return { kind: 'shared', detail: error instanceof Error ? String(error.stack) : String(error) };
  }
}

/** Many inputs with little beside them: what is measured exactly, where it must be, are those that a look at the whole makes suspect. */
async function checkAll(seed: number, numbers: readonly number[]): Promise<Summary> {
  const before = sizes();
  const slow: number[] = [];
  const failures: { number: number; result: Result }[] = [];
  let [read, longest, said] = [0, 0, clock()];
  // When the processor's seconds were last asked for, and what they were.
  let sampled = { at: clock(), processor: processor() };
  for (const number of numbers) {
    const now = clock();
    if (now - said > newsEvery) {
      say(`>${number}`);
      said = now;
    }
    if (now - sampled.at > shortTime) sampled = { at: clock(), processor: processor() };
    let start = now;
    const outcome = await checkCase(seed, number, () => {
      start = clock();
    });
    const passed = clock() - start;
    const seconds = passed > shortTime ? Math.min(passed, processor() - sampled.processor) : passed;
    longest = Math.max(longest, seconds);
    if (outcome.isRead) read++;
    if (outcome.kind !== undefined) failures.push({ number, result: { ...outcome, seconds, memory: 0 } });
    else if (isSlow(seconds, outcome.size)) slow.push(number);
  }
  const memory = growth(before);
  const broken = brokenByNow();
  // The next begin with little garbage.
  globalThis.gc?.();
  const after = sizes();
  return { read, seconds: longest, memory, hidden: after.peak - after.memory, slow, failures, broken };
}

/** In a fresh process that has read valid documents of the format, so that what is measured is the input's own. */
async function judge(seed: number, number: number): Promise<Result> {
  for (let k = 0; k < 3; k++) await checkCase(seed + k, validLike(number), () => {});
  globalThis.gc?.();
  const result = await check(seed, number);
  const { memory, size } = result;
  if (result.kind !== undefined) return result;
  // The compiler of the language works at first, too.
  const isOver = result.seconds > mostSeconds(size);
  const seconds = isOver ? Math.min(result.seconds, (await check(seed, number)).seconds) : result.seconds;
  if (seconds > mostSeconds(size))
    return { ...result, kind: 'time', detail: `${seconds.toFixed(2)} s for ${size} bytes` };
  const megabytes = Math.round(memory / 2 ** 20);
  return memory > mostMemory(size)
    ? { ...result, kind: 'memory', detail: `${megabytes} MB for ${size} bytes` }
    : result;
}

process.on('unhandledRejection', (error) => {
  console.error(`unhandled rejection: ${error instanceof Error ? error.stack : error}`);
  process.exit(1);
});

for await (const line of createInterface({ input: process.stdin })) {
  const { seed, numbers, mode } = JSON.parse(line) as Request;
  if (mode === 'all') say(`.${JSON.stringify(await checkAll(seed, numbers))}`);
  else
    for (const number of numbers) {
      say(`>${number}`);
      say(`.${JSON.stringify(mode === 'alone' ? await judge(seed, number) : await check(seed, number))}`);
    }
  say('=');
}
