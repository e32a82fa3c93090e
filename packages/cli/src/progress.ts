// A progress bar: one line on standard error, redrawn in place; nothing if standard error is not a terminal.
import { errorColors } from './colors.ts';

const width = 24;
/** Milliseconds between two redraws. */
const redrawInterval = 100;

export class Progress {
  private readonly isTerminal = process.stderr.isTTY === true;
  private readonly start = performance.now();
  private last = 0;

  /** @param share the completed share of the work, from 0 to 1 */
  update(share: number, text: string): void {
    const now = performance.now();
    if (!this.isTerminal || now - this.last < redrawInterval) return;
    this.last = now;
    const done = Math.min(1, Math.max(0, share));
    const filled = Math.round(done * width);
    const bar = `${'█'.repeat(filled)}${errorColors.dim('░'.repeat(width - filled))}`;
    const left = done > 0 ? `, ${Math.ceil(((now - this.start) / 1000) * (1 / done - 1))} s left` : '';
    process.stderr.write(`\r\x1b[K${bar} ${Math.floor(100 * done)} %  ${text}${left}`);
  }

  /** Removes the bar, and waits until it is gone: the two output streams of a thread are independent, and standard output must come after it. */
  async end(): Promise<void> {
    if (!this.isTerminal || this.last === 0) return;
    await new Promise((resolve) => process.stderr.write('\r\x1b[K', resolve));
  }
}
