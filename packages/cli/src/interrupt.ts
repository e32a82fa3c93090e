// Delays the reaction to Ctrl-C while work must not be interrupted.
import { setImmediate } from 'node:timers/promises';
import { Interruption } from './outcome.ts';
import { care, shared } from './thread.ts';

/**
 * Records Ctrl-C instead of ending the program, until `end`; a second Ctrl-C ends the program at once. In a worker thread, the main
 * thread records it in shared memory, so `isAsked` is always current. In the main thread, a signal is recorded only when the event
 * loop runs: await `listen` before reading `isAsked`.
 */
export class Interrupt {
  private wasAsked = false;
  private readonly remember = (): void => {
    if (this.wasAsked) process.exit(130);
    this.wasAsked = true;
  };

  constructor() {
    if (shared) Atomics.store(shared.cell, 0, care.careful);
    else process.on('SIGINT', this.remember);
  }

  /** Whether Ctrl-C was pressed. */
  get isAsked(): boolean {
    return this.wasAsked || (shared !== null && Atomics.load(shared.cell, 0) === care.asked);
  }

  /** Waits until pending signals are recorded: Node receives a signal in one turn of the event loop, and calls its listeners in the next. */
  async listen(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  }

  /** Restores the default, in which Ctrl-C ends the program. `isAsked` keeps its value. */
  end(): void {
    if (shared) this.wasAsked = Atomics.exchange(shared.cell, 0, care.none) === care.asked;
    else process.off('SIGINT', this.remember);
  }
}

/** Runs a synchronous action that Ctrl-C does not interrupt. If Ctrl-C was pressed during it, throws afterwards. */
export async function uninterrupted(action: () => void): Promise<void> {
  const interrupt = new Interrupt();
  try {
    action();
    await interrupt.listen();
  } finally {
    interrupt.end();
  }
  if (interrupt.isAsked) throw new Interruption('ended by Ctrl-C');
}
