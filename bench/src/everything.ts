// `npm run bench`: every benchmark in a process of its own, within a bounded time, then the report.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isNativeAllowed, nativeOption, withoutNative } from './native.ts';
import { type Benchmark, benchmarks } from './registry.ts';
import { report } from './report/report.ts';
import { resultPath, writeResults } from './results.ts';
import { outcomeText, type Part, type PartOutcome, runParts } from './run/parts.ts';
import { runProcess } from './run/process.ts';
import { minutes, ProgressBar } from './run/progress-bar.ts';
import { shareVariable } from './run/share.ts';
import { UsageError } from './usage.ts';

/** Seconds for all of it, the report and a slow disk aside: less than five minutes, and less than an hour. */
const limits = { quick: 285, full: 3500 } as const;
type Mode = keyof typeof limits;

interface BenchmarkPart extends Part {
  readonly args: readonly string[];
}

export async function everything(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, full: { type: 'boolean', default: false } },
  });
  if (values.quick && values.full) throw new UsageError('Give --quick or --full, not both.');
  const mode = values.full ? 'full' : 'quick';
  if (!isNativeAllowed()) console.log(`Without libraries in C++: ${withoutNative}.`);
  const began = performance.now();
  const { outcomes, interruption } = await runAll(mode);
  const took = (performance.now() - began) / 1000;
  writeResults('run', { mode, native: isNativeAllowed(), limit: limits[mode], took, parts: outcomes });
  reportIfAny();
  const bad = outcomes.filter(({ ending }) => ending !== 'done');
  const names = bad.map(({ name, ending }) => `${name} (${ending})`);
  console.log(
    bad.length === 0 ? `All of it in ${minutes(took)}.` : `In ${minutes(took)}, but without ${names.join(', ')}.`,
  );
  if (bad.length > 0) process.exitCode = interruption === 'SIGINT' ? 130 : interruption === 'SIGTERM' ? 143 : 1;
}

/** Nothing to report is no fault: whoever stops the first part has no results yet. */
function reportIfAny(): void {
  try {
    report(benchmarks, []);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.log(error.message);
  }
}

/** All parts, until there is no time left or somebody wants an end. */
async function runAll(mode: Mode): Promise<{ outcomes: PartOutcome[]; interruption: NodeJS.Signals | null }> {
  const parts = benchmarks.flatMap((benchmark) => partOf(benchmark, mode));
  const bar = new ProgressBar(parts.reduce((sum, { seconds }) => sum + seconds, 0));
  const stop = new AbortController();
  let interruption: NodeJS.Signals | null = null;
  const interrupt = (signal: NodeJS.Signals): void => {
    // Who asks twice does not want to wait for the report.
    if (interruption !== null) process.exit(1);
    interruption = signal;
    stop.abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const outcomes = await runParts(parts, {
    seconds: limits[mode],
    stopped: () => (interruption === null ? null : 'interrupted'),
    begin: ({ name, seconds }) => bar.show(name, seconds),
    end: (outcome) => bar.note(outcomeText(outcome)),
    start: async ({ name, args }, { share, limit }) => {
      const log = resultPath(`logs/${name}.txt`);
      const env = { [shareVariable]: String(share) };
      const ended = await runProcess({ args: [main, name, ...args], env, log, limit, signal: stop.signal });
      if (ended.ending !== 'failed') return ended;
      return { ...ended, detail: `${ended.detail}: see ${relative(process.cwd(), log)}` };
    },
  });
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  bar.end();
  return { outcomes, interruption };
}

const main = fileURLToPath(new URL('./main.js', import.meta.url));

function partOf({ name, runs, seconds, needsNative }: Benchmark, mode: Mode): BenchmarkPart[] {
  if (!runs || !seconds || (needsNative && !isNativeAllowed())) return [];
  return [{ name, seconds: seconds[mode], args: [...runs[mode], ...(isNativeAllowed() ? [nativeOption] : [])] }];
}
