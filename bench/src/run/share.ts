// The time that a benchmark should take, where it is one part of a run of all.

/** Seconds, from whoever runs all benchmarks. */
export const shareVariable = 'PROXIMAL_BENCH_SECONDS';

/** For processes among which a benchmark divides its share, one after the other. */
export function shareOf(count: number): NodeJS.ProcessEnv {
  const share = process.env[shareVariable];
  return share === undefined ? {} : { [shareVariable]: String(Number(share) / count) };
}

/** The moment, by `performance.now()`, at which a part of the share is spent; never, without a share. */
export function momentOf(part: number): number {
  return 1000 * part * Number(process.env[shareVariable] ?? Number.POSITIVE_INFINITY);
}

/** How much of the share may be spent before the last step: what follows, tables and plots, takes time too. */
const forSteps = 0.85;

/**
 * Divides a benchmark's share of the time into steps. A step may take its part of what is left: what the steps before it have not
 * used is theirs that follow. Without a share, all have as long as they like.
 */
export class Pace {
  private readonly due: number;

  /** @param now milliseconds since the process began */
  constructor(
    private steps: number,
    share = Number(process.env[shareVariable] ?? Number.POSITIVE_INFINITY),
    private readonly now = () => performance.now(),
  ) {
    this.due = 1000 * forSteps * share;
  }

  /** Begins a step: the moment, by the same clock, until which it should be done. */
  next(): number {
    const [now, steps] = [this.now(), Math.max(1, this.steps--)];
    return now + Math.max(0, this.due - now) / steps;
  }
}
