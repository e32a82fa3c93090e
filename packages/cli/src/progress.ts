// A progress bar: one line on standard error, redrawn in place; nothing if standard error is not a terminal.
import { writeSync } from 'node:fs';
import { errorColors } from './colors.ts';

/** Moves the cursor to the start of the line, and erases the line. */
export const clearLine = '\r\x1b[K';

const width = 24;
/** Milliseconds between two redraws. */
const redrawInterval = 100;

/**
 * Writes to standard error at once. `process.stderr` of a worker thread writes only when the event loop runs, and a search has no turns of the
 * event loop.
 */
const draw = (text: string): void => void writeSync(2, text);

export class Progress {
  private readonly isTerminal = process.stderr.isTTY === true;
  private readonly start = performance.now();
  private last = 0;

  /** @param fraction the completed fraction of the work, from 0 to 1 */
  update(fraction: number, text: string): void {
    const now = performance.now();
    if (!this.isTerminal || now - this.last < redrawInterval) return;
    this.last = now;
    const done = Math.min(1, Math.max(0, fraction));
    const filled = Math.round(done * width);
    const bar = `${'█'.repeat(filled)}${errorColors.dim('░'.repeat(width - filled))}`;
    const left = done > 0 ? `, ${Math.ceil(((now - this.start) / 1000) * (1 / done - 1))} s left` : '';
    draw(`${clearLine}${bar} ${Math.floor(100 * done)} %  ${text}${left}`);
  }

  /** Removes the bar. */
  end(): void {
    if (this.isTerminal && this.last > 0) draw(clearLine);
  }
}
