/** Progress on standard error: one line, rewritten in place; nothing if standard error is not a terminal. */
export class Progress {
  private readonly start = performance.now();
  private readonly isTerminal = process.stderr.isTTY === true;
  private last = this.start;

  /**
   * @param unit what is counted
   * @param before the number done in an earlier run
   */
  constructor(
    private readonly total: number,
    private readonly unit: string,
    private readonly before = 0,
  ) {}

  /** @param failures failed cases */
  update(done: number, failures: number): void {
    const now = performance.now();
    if (!this.isTerminal || now - this.last < 200) return;
    this.last = now;
    const seconds = (now - this.start) / 1000;
    const rate = (done - this.before) / seconds;
    const secondsLeft = Math.ceil((this.total - done) / rate);
    const percent = Math.min(100, (100 * done) / this.total).toFixed(1);
    const text = `${percent} %  ${done} ${this.unit}, ${failures} cases failed, ${Math.round(rate)} per second, ${secondsLeft} s left`;
    process.stderr.write(`\r\x1b[K${text}`);
  }

  end(): void {
    if (this.isTerminal) process.stderr.write('\r\x1b[K');
  }
}
