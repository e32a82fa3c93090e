// `npm run bench`: every benchmark in a process of its own, within a bounded time, then the report.
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isNativeAllowed, withoutNative } from './native.ts';
import { ProgressBar } from './progress-bar.ts';
import { type Benchmark, benchmarks } from './registry.ts';
import { report } from './report/report.ts';
import { resultPath } from './results.ts';
import { UsageError } from './usage.ts';

/** Seconds for all of it. What is not done by then is left out, and the report says so. */
const budgets = { quick: 290, full: 3500 } as const;

export async function everything(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, full: { type: 'boolean', default: false } },
  });
  if (values.quick && values.full) throw new UsageError('Give --quick or --full, not both.');
  const mode = values.full ? 'full' : 'quick';
  if (!isNativeAllowed()) console.log(`Without libraries in C++: ${withoutNative}.`);
  const due = performance.now() + 1000 * budgets[mode];
  const parts = benchmarks.filter(({ runs }) => runs !== undefined);
  const bar = new ProgressBar(parts.length);
  for (const part of parts) {
    bar.show(part.name);
    const left = due - performance.now();
    const outcome = left > 0 ? await runPart(part, mode, left) : 'left out, the time is over';
    bar.note(`${part.name}: ${outcome}`);
  }
  bar.end();
  report(benchmarks, []);
}

/** @param left milliseconds until it is ended */
async function runPart({ name, runs }: Benchmark, mode: 'quick' | 'full', left: number): Promise<string> {
  const log = resultPath(`logs/${name}.txt`);
  const file = openSync(log, 'w');
  const main = fileURLToPath(new URL('./main.js', import.meta.url));
  const args = [main, name, ...(runs?.[mode] ?? [])];
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', file, file], timeout: Math.ceil(left) });
  const code = await new Promise<number | string | null>((done) => {
    child.on('close', (status, signal) => done(signal ?? status));
    child.on('error', (error) => done(error.message));
  });
  const seconds = `${((performance.now() - start) / 1000).toFixed(0)} s`;
  if (code === 0) return seconds;
  if (code === 'SIGTERM') return `cut off after ${seconds}, the time is over`;
  return `FAILED after ${seconds} (${code}): see ${relative(process.cwd(), log)}`;
}
