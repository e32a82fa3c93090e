// Ctrl-C while something must not be cut off.
import { setImmediate } from 'node:timers/promises';
import { Interruption } from './outcome.ts';

/** Whether Ctrl-C was pressed since it was made. A second Ctrl-C ends the program at once. */
export class Interrupt {
  isAsked = false;
  private readonly remember = (): void => {
    if (this.isAsked) process.exit(130);
    this.isAsked = true;
  };

  constructor() {
    process.on('SIGINT', this.remember);
  }

  /** Lets what has arrived be noticed: a signal is handed over in one turn of the event loop, and its listeners are called in the next. */
  async listen(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await setImmediate();
  }

  /** Ctrl-C ends the program again. */
  end(): void {
    process.off('SIGINT', this.remember);
  }
}

/** Does something as a whole: Ctrl-C waits until it is done. */
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
