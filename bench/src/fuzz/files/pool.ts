// Parallel processes that check inputs in batches. If an input may have taken more than half of the memory limit, if shared state has changed, or
// if the process was stopped or crashed, the inputs of the batch are checked again one by one in another process. An input that took more than half
// of a limit, or at which a process ended, is checked once more in a process of its own. Only this last measurement decides about time and memory,
// since in a shared process the garbage of earlier inputs counts.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Batch } from './batches.ts';
import { isLarge, isSlow } from './limits.ts';
import type { Request, Result, Summary } from './worker.ts';

/** The program of the worker processes, and their limits. */
export interface Processes {
  readonly program: string;
  /** CPU seconds for one input; an input that takes longer is checked again alone. */
  readonly cpuLimit: number;
  /** CPU seconds for an input that is checked alone; an input that takes longer fails. */
  readonly cpuLimitAlone: number;
}

const defaultProcesses: Processes = {
  program: fileURLToPath(new URL('worker.js', import.meta.url)),
  cpuLimit: 3,
  cpuLimitAlone: 10,
};

/** A process that has used no processor time for this many times its time limit is stopped, unless it is running or waiting to be scheduled. */
const idleFactor = 30;

/** A process's processor time in seconds (Linux counts hundredths), and whether it runs or waits to be scheduled; null if it is not reported. */
function processorOf(pid: number | undefined): { seconds: number; isRunning: boolean } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return { seconds: (Number(fields[11]) + Number(fields[12])) / 100, isRunning: fields[0] === 'R' };
  } catch {
    return null;
  }
}

/** How a process ended unexpectedly. */
interface Stop {
  readonly number: number;
  readonly kind: 'time' | 'memory' | 'crash';
  readonly detail: string;
}

class Worker {
  private readonly process: ChildProcess;
  /** The number of the input that is being checked; −1 if there is none. */
  private current = -1;
  /** When the current input was started, by `performance.now()`. */
  private startTime = 0;
  /** The current input, the processor time of the process at its start, the time that the input had used at the last progress, and when that was. */
  private progress = { number: -1, seconds: 0, last: 0, at: 0 };
  private isKilled = false;
  private hasEnded = false;
  private errorOutput = '';
  private onResult: (number: number, result: unknown) => void = () => {};
  private onEnd: (stop: Stop | null) => void = () => {};
  private readonly timer: NodeJS.Timeout;

  constructor(
    program: string,
    private readonly seconds: number,
  ) {
    this.process = spawn(process.execPath, ['--max-old-space-size=768', '--expose-gc', program], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const { stdin, stdout, stderr } = this.process;
    stderr?.on('data', (text) => {
      this.errorOutput = (this.errorOutput + String(text)).slice(-4000);
    });
    stdin?.on('error', () => {});
    if (stdout) createInterface({ input: stdout }).on('line', (line) => this.onLine(line));
    this.process.on('close', (code, signal) => this.onClose(code, signal));
    this.timer = setInterval(() => this.checkTime(), 100);
  }

  /** @returns why the process stopped before it was done; null if it was done */
  run<T>(request: Request, onResult: (number: number, result: T) => void): Promise<Stop | null> {
    this.onResult = onResult as (number: number, result: unknown) => void;
    this.current = request.numbers[0];
    this.startTime = performance.now();
    // If the process has died since, its first input is checked alone, and the others by another process.
    if (this.hasEnded) return Promise.resolve({ number: this.current, kind: 'crash', detail: this.errorOutput });
    this.process.stdin?.write(`${JSON.stringify(request)}\n`);
    return new Promise((resolve) => {
      this.onEnd = resolve;
    });
  }

  end(): void {
    clearInterval(this.timer);
    this.process.stdin?.end();
  }

  private onLine(line: string): void {
    const rest = line.slice(1);
    if (line[0] === '>') {
      this.current = Number(rest);
      this.startTime = performance.now();
    } else if (line[0] === '.') {
      this.onResult(this.current, JSON.parse(rest));
    } else {
      this.current = -1;
      this.onEnd(null);
    }
  }

  private checkTime(): void {
    if (this.current < 0 || this.isKilled) return;
    const elapsed = (performance.now() - this.startTime) / 1000;
    const taken = processorOf(this.process.pid);
    if (this.progress.number !== this.current)
      this.progress = { number: this.current, seconds: taken?.seconds ?? 0, last: 0, at: this.startTime };
    const seconds = taken === null ? elapsed : taken.seconds - this.progress.seconds;
    // On a busy machine a process makes progress slowly.
    if (taken?.isRunning || seconds > this.progress.last) {
      this.progress.last = seconds;
      this.progress.at = performance.now();
    }
    const idle = (performance.now() - this.progress.at) / 1000;
    if (seconds < this.seconds && idle < idleFactor * this.seconds) return;
    this.isKilled = true;
    this.process.kill('SIGKILL');
  }

  private onClose(code: number | null, signal: string | null): void {
    clearInterval(this.timer);
    this.hasEnded = true;
    const isOutOfMemory = /heap out of memory|heap limit|Array buffer allocation failed/.test(this.errorOutput);
    const kind = this.isKilled ? 'time' : isOutOfMemory ? 'memory' : 'crash';
    const detail = this.isKilled
      ? `not finished within ${this.seconds} s`
      : `exit code ${code}, signal ${signal}: ${this.errorOutput}`;
    this.onEnd({ number: this.current, kind, detail });
  }
}

/** A case and its result. */
export interface Checked {
  readonly number: number;
  readonly result: Result;
}

/** Cases that passed. */
export interface Passed {
  readonly name: string;
  readonly count: number;
  readonly read: number;
  /** An upper bound on the largest time of one case, in seconds. */
  readonly seconds: number;
  /** An upper bound on the largest memory of one case, in bytes. */
  readonly memory: number;
}

export interface PoolOptions {
  readonly seed: number;
  readonly workers: number;
  readonly batches: Iterator<Batch, void>;
  readonly onPassed: (passed: Passed) => void;
  readonly onFailed: (checked: Checked) => void;
  /** For tests. */
  readonly processes?: Processes;
}

export async function checkSideBySide(options: PoolOptions): Promise<void> {
  await Promise.all(Array.from({ length: options.workers }, () => new BatchRunner(options).run()));
}

/**
 * Checks batches with one worker process, which is replaced when it ends, or when its memory or shared state could affect later
 * measurements.
 */
class BatchRunner {
  private readonly processes: Processes;
  private worker: Worker;

  constructor(private readonly options: PoolOptions) {
    this.processes = options.processes ?? defaultProcesses;
    this.worker = this.start();
  }

  async run(): Promise<void> {
    const { batches } = this.options;
    for (let next = batches.next(); !next.done; next = batches.next()) {
      const batch = next.value;
      if (batch.isHeavy) await this.checkEach(batch);
      else await this.checkAll(batch);
    }
    this.worker.end();
  }

  private start(): Worker {
    return new Worker(this.processes.program, this.processes.cpuLimit);
  }

  private replace(): void {
    this.worker.end();
    this.worker = this.start();
  }

  private async checkAll(batch: Batch): Promise<void> {
    const { seed, onPassed, onFailed } = this.options;
    const { name, numbers } = batch;
    let found: Summary | undefined;
    const stop = await this.worker.run<Summary>({ seed, numbers, mode: 'all' }, (_number, summary) => {
      found = summary;
    });
    if (stop || !found || found.broken || isLarge(found.memory, 0)) {
      this.replace();
      const failed = await this.checkEach(batch);
      // A failure that only several inputs cause together is reported with the number of the first.
      if (failed === 0 && found?.broken)
        onFailed({
          number: numbers[0],
          result: { ...unfinished, ...found.broken, detail: `${found.broken.detail}, after all of ${numbers}` },
        });
      return;
    }
    const { read, seconds, memory, hidden, slow, failures } = found;
    onPassed({ name, count: numbers.length - failures.length - slow.length, read, seconds, memory });
    for (const failure of failures) onFailed(failure);
    for (const number of slow) await this.checkAlone(name, number, true);
    if (isLarge(hidden, 0)) this.replace();
  }

  /** @returns the number of failures */
  private async checkEach({ name, numbers }: Batch): Promise<number> {
    const { seed } = this.options;
    let failed = 0;
    for (let remaining = numbers; remaining.length > 0; ) {
      const suspects: number[] = [];
      const stop = await this.worker.run<Result>({ seed, numbers: remaining, mode: 'each' }, (number, result) => {
        if (result.kind === undefined && isSuspect(result)) suspects.push(number);
        else if (!this.report(name, { number, result })) failed++;
      });
      if (stop) suspects.push(stop.number);
      remaining = stop ? remaining.slice(remaining.indexOf(stop.number) + 1) : [];
      for (const number of suspects) if (!(await this.checkAlone(name, number))) failed++;
      if (suspects.length > 0) this.replace();
    }
    return failed;
  }

  /** @param isCounted whether the batch has already counted it, if it was read */
  private async checkAlone(name: string, number: number, isCounted = false): Promise<boolean> {
    const result = await checkAlone(this.options.seed, number, this.processes);
    return this.report(name, { number, result: isCounted ? { ...result, isRead: false } : result });
  }

  /** @returns whether it passed */
  private report(name: string, { number, result }: Checked): boolean {
    const { kind, isRead, seconds, memory } = result;
    if (kind === undefined) this.options.onPassed({ name, count: 1, read: isRead ? 1 : 0, seconds, memory });
    else this.options.onFailed({ number, result });
    return kind === undefined;
  }
}

function isSuspect({ seconds, memory, size }: Result): boolean {
  return isSlow(seconds, size) || isLarge(memory, size);
}

/** The result of an input that did not finish. */
const unfinished = { size: 0, isRead: false, seconds: 0, memory: 0 };

/** Checks one case in a process of its own, with its time and memory. */
export async function checkAlone(seed: number, number: number, processes = defaultProcesses): Promise<Result> {
  const worker = new Worker(processes.program, processes.cpuLimitAlone);
  let found: Result | null = null;
  const stop = await worker.run<Result>({ seed, numbers: [number], mode: 'alone' }, (_number, result) => {
    found = result;
  });
  worker.end();
  if (found && !stop) return found;
  const { kind, detail } = stop ?? { kind: 'crash', detail: 'it ended without a result' };
  return { ...unfinished, kind, detail };
}
