/** How far a long run is: a bar on a terminal, and only the notes elsewhere. */
export class ProgressBar {
  private done = 0;
  private started = 0;
  private what = '';
  private weight = 0;
  private readonly start = performance.now();
  private readonly ticker: NodeJS.Timeout;

  /** @param total what the weights of all things to do add up to: the seconds that they should take */
  constructor(
    private readonly total: number,
    private readonly out: NodeJS.WriteStream = process.stderr,
  ) {
    this.ticker = setInterval(() => this.draw(), 1000).unref();
  }

  /** What is being done now. */
  show(what: string, weight: number): void {
    this.what = what;
    this.weight = weight;
    this.started = performance.now();
    this.draw();
  }

  /** Something is done: the line stays. */
  note(text: string): void {
    this.done += this.weight;
    this.weight = 0;
    this.clear();
    console.log(text);
  }

  end(): void {
    clearInterval(this.ticker);
    this.clear();
  }

  private draw(): void {
    if (!this.out.isTTY) return;
    const width = 24;
    const under = Math.min(this.weight, (performance.now() - this.started) / 1000);
    const filled = Math.min(width, Math.round((width * (this.done + under)) / this.total));
    const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
    this.clear();
    this.out.write(`${bar} ${minutes((performance.now() - this.start) / 1000)}: ${this.what}`);
  }

  private clear(): void {
    if (this.out.isTTY) this.out.write('\r\u001b[2K');
  }
}

/** Minutes and seconds, as clocks have them. */
export function minutes(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
