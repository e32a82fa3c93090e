// A process that checks inputs, and may be stopped at any of them. Each line that it reads asks for some cases; each line that it writes says
// how far it has come: `>` and the number of the case that begins, `.` and what came of it, `=` when all are done.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { checkCase, checkShared, type Outcome } from './check.ts';
import { mostMemory, mostSeconds } from './limits.ts';
import { validLike } from './registry.ts';

/** What the parent asks for. */
export interface Request {
  readonly seed: number;
  readonly numbers: readonly number[];
  /** Whether the limits of time and memory are to be judged: one case, in a fresh process. */
  readonly isAlone: boolean;
}

/** What came of a case. */
export interface Result extends Outcome {
  /** Seconds of the processor, or of the clock if those are fewer. */
  readonly seconds: number;
  /** Bytes by which the process grew at most. */
  readonly memory: number;
}

/** How often what inputs share is looked at. */
const sharedEvery = 250;

/** Synchronous: what hangs has said before where it is. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}

function spent(): { seconds: number; processor: number; peak: number; memory: number } {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const processor = (userCPUTime + systemCPUTime) / 1e6;
  return { seconds: performance.now() / 1000, processor, peak: 1024 * maxRSS, memory: process.memoryUsage.rss() };
}

async function check(seed: number, number: number): Promise<Result> {
  let [start, end] = [spent(), spent()];
  let isMade = false;
  const outcome = await checkCase(seed, number, () => {
    if (isMade) end = spent();
    else start = spent();
    isMade = true;
  });
  const seconds = Math.min(end.seconds - start.seconds, end.processor - start.processor);
  // A peak of before says nothing about this input.
  const memory = end.peak > start.peak ? end.peak - start.memory : Math.max(0, end.memory - start.memory);
  return { ...outcome, seconds, memory };
}

/** In a fresh process that has read valid documents of the format, so that what is measured is the input's own. */
async function judge(seed: number, number: number): Promise<Result> {
  for (let k = 0; k < 3; k++) await checkCase(seed + k, validLike(number), () => {});
  globalThis.gc?.();
  const result = await check(seed, number);
  const { memory, size } = result;
  if (result.kind !== undefined) return result;
  // The compiler of the language works at first, too.
  const isSlow = result.seconds > mostSeconds(size);
  const seconds = isSlow ? Math.min(result.seconds, (await check(seed, number)).seconds) : result.seconds;
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

let done = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { seed, numbers, isAlone } = JSON.parse(line) as Request;
  for (const number of numbers) {
    say(`>${number}`);
    const result = isAlone ? await judge(seed, number) : await check(seed, number);
    if (++done % sharedEvery === 0 || result.kind !== undefined || isAlone) checkShared();
    say(`.${JSON.stringify(result)}`);
  }
  say('=');
}
