/** How far a long run is: a bar on a terminal, and only the notes elsewhere. */
export class ProgressBar {
  private done = 0;
  private readonly start = performance.now();

  constructor(
    private readonly total: number,
    private readonly out: NodeJS.WriteStream = process.stderr,
  ) {}

  /** What is being done now. */
  show(what: string): void {
    if (!this.out.isTTY) return;
    const width = 24;
    const filled = Math.round((width * this.done) / this.total);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
    const seconds = ((performance.now() - this.start) / 1000).toFixed(0);
    this.clear();
    this.out.write(`${bar} ${this.done} of ${this.total}, ${seconds} s: ${what}`);
  }

  /** Something is done: the line stays. */
  note(text: string): void {
    this.done++;
    this.clear();
    console.log(text);
  }

  end(): void {
    this.clear();
  }

  private clear(): void {
    if (this.out.isTTY) this.out.write('\r\u001b[2K');
  }
}
