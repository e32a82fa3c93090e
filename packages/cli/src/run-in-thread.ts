// Runs a command in a worker thread. Node delivers signals between turns of the event loop, and a simulation step or a search may take minutes.
// The main thread only waits, so that it receives signals at once.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { errorColors } from './colors.ts';
import { clearLine } from './progress.ts';
import { endings, interruptState, type Shared } from './thread.ts';

type Ending = keyof typeof endings;
const signals = Object.keys(endings) as Ending[];

/**
 * Milliseconds after which the process is killed if a terminated thread has not ended: termination interrupts loops of JavaScript and
 * WebAssembly, but not a thread that waits for a pipe.
 */
const terminationTime = 500;

/**
 * Runs a command line in a thread with the given module, and returns the exit code.
 * @param grace milliseconds within which a thread that handles Ctrl-C must finish its step and its files
 */
export async function runInThread(module: URL, words: readonly string[], grace = 10_000): Promise<number> {
  const proximal = sharedWith(process.stdout, process.stderr);
  const worker = new Worker(module, { argv: [...words], execArgv: [], workerData: { proximal } });
  const drafts: string[] = [];
  worker.on('message', (draft: string) => drafts.push(draft));
  const discard = (): void => {
    for (const draft of drafts) rmSync(draft, { force: true });
  };
  let graceTimer: NodeJS.Timeout | undefined;
  const end = (signal: Ending): void => {
    for (const each of signals) process.off(each, onSignal);
    const stuck = setTimeout(() => {
      discard();
      announce(signal);
      process.kill(process.pid, signal);
    }, terminationTime);
    void worker.terminate().then(() => {
      clearTimeout(stuck);
      discard();
      announce(signal);
      process.exit(endings[signal]);
    });
  };
  // A thread that handles Ctrl-C then finishes its files; a second Ctrl-C, or the end of the grace period, ends this thread. A thread that
  // does not handle Ctrl-C is ended at once.
  const onSignal = (signal: Ending): void => {
    const { cell } = proximal;
    const isHandled =
      signal === 'SIGINT' &&
      Atomics.compareExchange(cell, 0, interruptState.handled, interruptState.requested) === interruptState.handled;
    if (!isHandled) end(signal);
    else graceTimer = setTimeout(() => Atomics.load(cell, 0) === interruptState.requested && end(signal), grace);
  };
  process.on('exit', discard);
  for (const signal of signals) process.on(signal, onSignal);
  try {
    // Output of the thread may arrive after its exit.
    const texts = [worker.stdout, worker.stderr].map((stream) => once(stream, 'end'));
    const [code] = (await once(worker, 'exit')) as [number];
    await Promise.all(texts);
    return code;
  } finally {
    clearTimeout(graceTimer);
    process.off('exit', discard);
    for (const signal of signals) process.off(signal, onSignal);
  }
}

/** Tells the user that Ctrl-C ended the command; the message replaces the progress bar. Other signals come from programs. */
function announce(signal: Ending): void {
  if (signal !== 'SIGINT') return;
  console.error(`${process.stderr.isTTY ? clearLine : ''}${errorColors.red('proximal:')} ended by Ctrl-C`);
}

function sharedWith(stdout: NodeJS.WriteStream, stderr: NodeJS.WriteStream): Shared {
  const terminal = ({ isTTY, columns }: NodeJS.WriteStream) => ({ isTTY, columns });
  return { cell: new Int32Array(new SharedArrayBuffer(4)), stdout: terminal(stdout), stderr: terminal(stderr) };
}
