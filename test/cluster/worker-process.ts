// Workers as processes of their own, started by the command.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../support/folders.ts';
import { plainEnvironment } from '../support/run.ts';

/** The command in the clone. */
export const program = join(root, 'packages/proximal/bin/proximal.mjs');

/** Seconds after which the task of a worker that was killed is given to another one. */
const stalledTime = 2;

export class WorkerProcess {
  /** What the worker printed to standard error. */
  messages = '';

  private constructor(readonly child: ChildProcess) {}

  /** Starts a worker, and waits until it takes tasks. */
  static async start(url: string, ...words: readonly string[]): Promise<WorkerProcess> {
    const args = ['cluster', 'worker', '--redis', url, '-c', '1', '--stalled-time', String(stalledTime), ...words];
    const child = spawn(process.execPath, [program, ...args], { env: plainEnvironment() });
    const worker = new WorkerProcess(child);
    child.stderr.on('data', (text) => {
      worker.messages += text;
    });
    await new Promise<void>((resolve, reject) => {
      createInterface(child.stdout).once('line', () => resolve());
      child.once('exit', (code) => reject(new Error(`the worker ended with ${code}: ${worker.messages}`)));
    });
    return worker;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Ends the worker in the middle of its tasks. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Lets the worker finish its tasks. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }
}

export function startWorkers(url: string, count: number): Promise<WorkerProcess[]> {
  return Promise.all(Array.from({ length: count }, () => WorkerProcess.start(url)));
}
