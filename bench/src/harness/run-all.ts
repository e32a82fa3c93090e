// `npm run bench`: every benchmark in its own process within a time limit, then the report.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchmarks } from '../registry.ts';
import { report } from '../report/report.ts';
import { type Benchmark, quickOption } from './benchmark.ts';
import { isNativeAllowed, nativeOption, withoutNative } from './native.ts';
import { outcomeText, type Part, type PartOutcome, runParts, runProcess } from './parts.ts';
import { shareVariable } from './processes.ts';
import { resultPath, writeResults } from './results.ts';
import { readShardOption, type Shard } from './shard.ts';
import { UsageError } from './usage.ts';

/** Seconds for all benchmarks, so that a run with its report takes less than five minutes (quick) or an hour (full). */
const limits = { quick: 285, full: 3500 } as const;
type Mode = keyof typeof limits;

interface BenchmarkPart extends Part {
  readonly args: readonly string[];
}

export async function everything(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      shard: { type: 'string', default: '1/1' },
    },
  });
  if (values.quick && values.full) throw new UsageError('Give --quick or --full, not both.');
  const mode = values.full ? 'full' : 'quick';
  if (!isNativeAllowed()) console.log(`Without libraries in C++: ${withoutNative}.`);
  const began = performance.now();
  const shard = readShardOption(values.shard);
  const { outcomes, interruption } = await runAll(mode, shard);
  const took = (performance.now() - began) / 1000;
  writeResults('run', { mode, native: isNativeAllowed(), limit: limits[mode], took, parts: outcomes });
  reportIfAny();
  const incomplete = outcomes.filter(({ ending }) => ending !== 'done');
  const names = incomplete.map(({ name, ending }) => `${name} (${ending})`);
  console.log(
    incomplete.length === 0
      ? `All benchmarks ran in ${minutes(took)}.`
      : `The benchmarks ran in ${minutes(took)}, but without ${names.join(', ')}.`,
  );
  if (incomplete.length > 0) process.exitCode = interruption === 'SIGINT' ? 130 : interruption === 'SIGTERM' ? 143 : 1;
}

/** Writes the report, or prints why there is none, as after an interrupt in the first part of the first run. */
function reportIfAny(): void {
  try {
    report(benchmarks, []);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.log(error.message);
  }
}

/** All parts, until the time is over or the run is interrupted. */
async function runAll(
  mode: Mode,
  shard: Shard,
): Promise<{ outcomes: PartOutcome[]; interruption: NodeJS.Signals | null }> {
  const parts = benchmarks
    .flatMap((benchmark) => partOf(benchmark, mode))
    .filter((_, k) => k % shard.count === shard.index - 1);
  const bar = new ProgressBar(parts.reduce((sum, { seconds }) => sum + seconds, 0));
  const stop = new AbortController();
  let interruption: NodeJS.Signals | null = null;
  const interrupt = (signal: NodeJS.Signals): void => {
    // A second interrupt skips the report.
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

const main = fileURLToPath(new URL('../main.js', import.meta.url));

function partOf({ name, seconds, needsNative }: Benchmark, mode: Mode): BenchmarkPart[] {
  if (needsNative && !isNativeAllowed()) return [];
  const args = [...(mode === 'quick' ? [quickOption] : []), ...(isNativeAllowed() ? [nativeOption] : [])];
  return [{ name, seconds: seconds[mode], args }];
}

/** Progress of a long run: a bar on a terminal, and only the notes elsewhere. */
class ProgressBar {
  private done = 0;
  private started = 0;
  private what = '';
  private weight = 0;
  private readonly start = performance.now();
  private readonly ticker: NodeJS.Timeout;

  /** @param total the sum of all weights, in planned seconds */
  constructor(
    private readonly total: number,
    private readonly out: NodeJS.WriteStream = process.stderr,
  ) {
    this.ticker = setInterval(() => this.draw(), 1000).unref();
  }

  /** Shows the name of the part that is running. */
  show(what: string, weight: number): void {
    this.what = what;
    this.weight = weight;
    this.started = performance.now();
    this.draw();
  }

  /** Prints a line about the part that is done. */
  note(text: string): void {
    this.done += this.weight;
    this.weight = 0;
    this.clear();
    console.log(text);
  }

  end(): void {
    clearInterval(this.ticker);
    this.clear();
  }

  private draw(): void {
    if (!this.out.isTTY) return;
    const width = 24;
    const under = Math.min(this.weight, (performance.now() - this.started) / 1000);
    const filled = Math.min(width, Math.round((width * (this.done + under)) / this.total));
    const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
    this.clear();
    this.out.write(`${bar} ${minutes((performance.now() - this.start) / 1000)}: ${this.what}`);
  }

  private clear(): void {
    if (this.out.isTTY) this.out.write('\r\u001b[2K');
  }
}

/** Minutes and seconds, as 1:05. */
function minutes(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
