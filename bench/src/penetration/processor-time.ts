// Processor times of contenders in this and in other processes, which do not depend on the load of the machine as wall-clock times do.
import { existsSync, readFileSync } from 'node:fs';
import { type Timed, takeTurns } from '../harness/timer.ts';

export interface Processed extends Timed {
  /** The process that does the work; default: this one. */
  readonly pid?: number;
}

/** In milliseconds for one sample: /proc counts in ticks of 10 ms. */
const sampleTime = 400;

/** Linux has the processor times of other processes in /proc. */
export const hasProcessorTimes = existsSync('/proc/self/stat');

/** Nanoseconds of processor time per operation: `samples[contender][round]`. */
export async function processorTimes(contenders: readonly Processed[], rounds: number): Promise<number[][]> {
  const repeats: number[] = [];
  for (const contender of contenders) {
    await contender.run(1);
    const start = performance.now();
    await contender.run(1);
    repeats.push(Math.max(1, Math.round(sampleTime / (performance.now() - start))));
  }
  const samples: number[][] = contenders.map(() => []);
  const turns: number[] = [];
  takeTurns(rounds, contenders.length, (k) => void turns.push(k));
  for (const k of turns) {
    const { pid, operations, run } = contenders[k];
    const start = usedBy(pid);
    await run(repeats[k]);
    samples[k].push((usedBy(pid) - start) / (repeats[k] * operations));
  }
  return samples;
}

/** Nanoseconds of processor time that a process has used. */
function usedBy(pid: number | undefined): number {
  if (pid === undefined) {
    const { user, system } = process.cpuUsage();
    return 1000 * (user + system);
  }
  // After the name in parentheses: the 12th and 13th fields are the ticks in user and in system mode.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\)\s/s, '')
    .split(' ');
  return 1e7 * (Number(fields[11]) + Number(fields[12]));
}
