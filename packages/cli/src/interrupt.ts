// Delays the reaction to Ctrl-C while work must not be interrupted.
import { setImmediate } from 'node:timers/promises';
import { Interruption } from './outcome.ts';
import { interruptState, shared } from './thread.ts';

/**
 * Records Ctrl-C instead of ending the program, until `end`; a second Ctrl-C ends the program at once. In a worker thread, the main
 * thread records it in shared memory, so `isRequested` is always current. In the main thread, a signal is recorded only when the event
 * loop runs: await `listen` before reading `isRequested`.
 */
export class Interrupt {
  private wasRequested = false;
  private readonly record = (): void => {
    if (this.wasRequested) process.exit(130);
    this.wasRequested = true;
  };

  constructor() {
    if (shared) Atomics.store(shared.cell, 0, interruptState.handled);
    else process.on('SIGINT', this.record);
  }

  /** Whether Ctrl-C was pressed. */
  get isRequested(): boolean {
    return this.wasRequested || (shared !== null && Atomics.load(shared.cell, 0) === interruptState.requested);
  }

  /** Waits until pending signals are recorded: Node receives a signal in one turn of the event loop, and calls its listeners in the next. */
  async listen(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  }

  /** Restores the default, in which Ctrl-C ends the program. `isRequested` keeps its value. */
  end(): void {
    if (shared)
      this.wasRequested = Atomics.exchange(shared.cell, 0, interruptState.unhandled) === interruptState.requested;
    else process.off('SIGINT', this.record);
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
  if (interrupt.isRequested) throw new Interruption('ended by Ctrl-C');
}
