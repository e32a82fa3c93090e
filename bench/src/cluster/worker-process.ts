// A worker of the command in a process of its own, with the processor time that it uses.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('bin/proximal.mjs', import.meta.resolve('proximal/package.json')));

/** Starts a worker with one thread, and waits until it takes tasks. */
export async function startWorkerProcess(url: string): Promise<ChildProcess> {
  const words = ['cluster', 'worker', '--redis', url, '--concurrency', '1'];
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(createInterface(child.stdout), 'line');
  return child;
}

export async function stopWorkerProcess(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** The processor time of a process in seconds, in clock ticks of 10 ms; NaN where the system has no /proc. */
export function processorTime(pid: number): number {
  try {
    // The name of the program, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}
