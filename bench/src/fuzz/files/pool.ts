// Processes that check inputs side by side. One that takes too long or dies is replaced, and the input that it was at is checked again alone:
// only what fails there is a failure, since neighbours cost time, and garbage of earlier inputs memory.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { mostMemory, mostSeconds } from './limits.ts';
import type { Result } from './worker.ts';

/** How processes are started, and when they are stopped. */
export interface Processes {
  readonly program: string;
  /** Seconds of the processor for one input; what takes longer is checked again alone. */
  readonly patience: number;
  /** The same for an input that is checked alone. */
  readonly patienceAlone: number;
}

const usual: Processes = {
  program: fileURLToPath(new URL('worker.js', import.meta.url)),
  patience: 3,
  patienceAlone: 10,
};

/** A process that has nothing to do, or gets no processor, is stopped after so many times its seconds by the clock. */
const asleep = 30;

/** Seconds of the processor that a process has taken; null where the system does not tell. Linux counts hundredths. */
function processorSeconds(pid: number | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
}
/** Cases that a process is asked for at a time. */
const batchSize = 100;
/** A process this large is replaced, so that the next input that needs memory shows. */
const retiredAt = 600 * 2 ** 20;

/** How a process ended that was not asked to. */
interface Stop {
  readonly number: number;
  readonly kind: 'time' | 'memory' | 'crash';
  readonly detail: string;
}

class Worker {
  private readonly process: ChildProcess;
  private current = -1;
  private begun = 0;
  /** The input that was looked at last, and what the process had taken by then. */
  private watched = { number: -1, seconds: 0 };
  private isKilled = false;
  private isGone = false;
  private complaint = '';
  private largest = 0;
  private onResult: (number: number, result: Result) => void = () => {};
  private onEnd: (stop: Stop | null) => void = () => {};
  private readonly watch: NodeJS.Timeout;

  constructor(
    program: string,
    private readonly seconds: number,
  ) {
    this.process = spawn(process.execPath, ['--max-old-space-size=768', '--expose-gc', program], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const { stdin, stdout, stderr } = this.process;
    stderr?.on('data', (text) => {
      this.complaint = (this.complaint + String(text)).slice(-4000);
    });
    stdin?.on('error', () => {});
    if (stdout) createInterface({ input: stdout }).on('line', (line) => this.hear(line));
    this.process.on('close', (code, signal) => this.closed(code, signal));
    this.watch = setInterval(() => this.look(), 100);
  }

  get isLarge(): boolean {
    return this.largest > retiredAt;
  }

  /** @returns why the process stopped before it was done; null if it was done */
  run(
    seed: number,
    numbers: readonly number[],
    isAlone: boolean,
    onResult: (number: number, result: Result) => void,
  ): Promise<Stop | null> {
    this.onResult = onResult;
    this.current = numbers[0];
    this.begun = performance.now();
    // It may have died since: then what it is asked first is checked alone, and the rest by another.
    if (this.isGone) return Promise.resolve({ number: numbers[0], kind: 'crash', detail: this.complaint });
    this.process.stdin?.write(`${JSON.stringify({ seed, numbers, isAlone })}\n`);
    return new Promise((resolve) => {
      this.onEnd = resolve;
    });
  }

  end(): void {
    clearInterval(this.watch);
    this.process.stdin?.end();
  }

  private hear(line: string): void {
    const rest = line.slice(1);
    if (line[0] === '>') {
      this.current = Number(rest);
      this.begun = performance.now();
    } else if (line[0] === '.') {
      const result = JSON.parse(rest) as Result;
      this.largest = Math.max(this.largest, result.memory);
      this.onResult(this.current, result);
    } else this.onEnd(null);
  }

  private look(): void {
    if (this.current < 0 || this.isKilled) return;
    const elapsed = (performance.now() - this.begun) / 1000;
    const taken = processorSeconds(this.process.pid);
    if (this.watched.number !== this.current) this.watched = { number: this.current, seconds: taken ?? 0 };
    const seconds = taken === null ? elapsed : taken - this.watched.seconds;
    if (seconds < this.seconds && elapsed < asleep * this.seconds) return;
    this.isKilled = true;
    this.process.kill('SIGKILL');
  }

  private closed(code: number | null, signal: string | null): void {
    clearInterval(this.watch);
    this.isGone = true;
    const isHeap = /heap out of memory|heap limit|Array buffer allocation failed/.test(this.complaint);
    const kind = this.isKilled ? 'time' : isHeap ? 'memory' : 'crash';
    const how = this.isKilled
      ? `no end within ${this.seconds} s`
      : `exit code ${code}, signal ${signal}: ${this.complaint}`;
    this.onEnd({ number: this.current, kind, detail: how });
  }
}

/** A case and what came of it. */
export interface Checked {
  readonly number: number;
  readonly result: Result;
}

export interface PoolOptions {
  readonly seed: number;
  readonly workers: number;
  /** The next numbers of cases, at most so many; none at the end. */
  readonly take: (count: number) => readonly number[];
  readonly report: (checked: Checked) => void;
  /** For tests. */
  readonly processes?: Processes;
}

export async function checkSideBySide(options: PoolOptions): Promise<void> {
  const { seed, workers, take, report, processes = usual } = options;
  const { program, patience } = processes;
  const serve = async (): Promise<void> => {
    let worker = new Worker(program, patience);
    for (let batch = take(batchSize); batch.length > 0; batch = take(batchSize)) {
      for (let left = batch; left.length > 0; ) {
        const suspects: number[] = [];
        const stop = await worker.run(seed, left, false, (number, result) => {
          if (isSuspect(result)) suspects.push(number);
          else report({ number, result });
        });
        if (stop) suspects.push(stop.number);
        left = stop ? left.slice(left.indexOf(stop.number) + 1) : [];
        for (const number of suspects) report({ number, result: await checkAlone(seed, number, processes) });
        if (!stop && !worker.isLarge) continue;
        worker.end();
        worker = new Worker(program, patience);
      }
    }
    worker.end();
  };
  await Promise.all(Array.from({ length: workers }, serve));
}

/** Half of what is allowed is worth a closer look. */
function isSuspect({ kind, seconds, memory, size }: Result): boolean {
  return kind === undefined && (seconds > mostSeconds(size) / 2 || memory > mostMemory(size) / 2);
}

/** Checks one case in a process of its own, with its time and memory. */
export async function checkAlone(seed: number, number: number, processes = usual): Promise<Result> {
  const worker = new Worker(processes.program, processes.patienceAlone);
  let found: Result | null = null;
  const stop = await worker.run(seed, [number], true, (_number, result) => {
    found = result;
  });
  worker.end();
  if (found && !stop) return found;
  const { kind, detail } = stop ?? { kind: 'crash', detail: 'it ended without a word' };
  return { size: 0, isRead: false, seconds: 0, memory: 0, kind, detail };
}
