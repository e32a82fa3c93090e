import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { GroupSamples } from './measure.ts';
import { shareOf } from './run/share.ts';

/** The environment variable that tells a process that it is one history of a benchmark, and which. */
const variable = 'PROXIMAL_BENCH_HISTORY';

/** Whether this process is one history of a benchmark. */
export function isHistory(): boolean {
  return process.env[variable] !== undefined;
}

/**
 * Runs `work` in `count` fresh processes of the same benchmark, each with its own number, and returns what each gave.
 * In such a process it runs `work`, hands the answer back and ends.
 */
export async function inFreshProcesses<T>(
  benchmark: string,
  args: readonly string[],
  count: number,
  work: (history: number) => T | Promise<T>,
): Promise<T[]> {
  const history = process.env[variable];
  if (history !== undefined) {
    const answer = JSON.stringify(await work(Number(history)));
    // The end of the process would cut off what a full pipe has not yet taken.
    await new Promise<void>((done) => process.stdout.write(answer, () => done()));
    process.exit(0);
  }
  const main = fileURLToPath(new URL('./main.js', import.meta.url));
  return Array.from({ length: count }, (_, k) => {
    const env = { ...process.env, ...shareOf(count), [variable]: String(k + 1) };
    const child = spawnSync(process.execPath, [main, benchmark, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (child.status !== 0)
      throw new Error(`process ${k + 1} of the benchmark ${benchmark} ended with code ${child.status}`);
    return JSON.parse(child.stdout) as T;
  });
}

/** The samples of several processes as if they were more rounds of one. */
export function pool(histories: readonly (readonly GroupSamples[])[]): GroupSamples[] {
  return histories[0].map(({ name, samples }, g) => ({
    name,
    samples: samples.map((_, c) => histories.flatMap((history) => history[g].samples[c])),
  }));
}
