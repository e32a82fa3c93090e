// Defers Ctrl-C while work must not be interrupted.
import { setImmediate } from 'node:timers/promises';
import { Interruption } from './outcome.ts';
import { care, shared } from './thread.ts';

/**
 * Records whether Ctrl-C was pressed. A second Ctrl-C ends the program at once. In a worker thread `isAsked` is always current, in the main
 * thread after `listen`.
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

  get isAsked(): boolean {
    return this.wasAsked || (shared !== null && Atomics.load(shared.cell, 0) === care.asked);
  }

  /** Waits for pending signals: a signal arrives in one turn of the event loop, and its listeners are called in the next. */
  async listen(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  }

  /** Restores the default: Ctrl-C ends the program. */
  end(): void {
    if (shared) this.wasAsked = Atomics.exchange(shared.cell, 0, care.none) === care.asked;
    else process.off('SIGINT', this.remember);
  }
}

/** Runs an action that Ctrl-C does not interrupt. */
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
