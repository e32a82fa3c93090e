// Parts that run one after the other within a bounded time, whatever becomes of each.

export interface Part {
  readonly name: string;
  /** What it takes on two idle cores. */
  readonly seconds: number;
}

export type Ending = 'done' | 'failed' | 'cut off' | 'left out';

export interface PartOutcome extends Part {
  readonly ending: Ending;
  /** How long it took. */
  readonly took: number;
  /** What went wrong; empty if nothing did. */
  readonly detail: string;
}

/** How a part ended by itself or was ended. */
export interface Ended {
  readonly ending: 'done' | 'failed' | 'cut off';
  readonly detail: string;
}

export interface Allowance {
  /** Seconds that the part should take: parts that can make fewer repetitions then do. */
  readonly share: number;
  /** Seconds after which it is cut off. */
  readonly limit: number;
}

/** How much longer than expected a part may take before it counts as one that hangs. */
const patience = 1.5;

/**
 * What part `k` may take of the `left` seconds. Its share is in proportion to what is planned; beyond that it may use the time
 * that no part has planned for. On a machine that is slower than planned it may take as much longer as the parts before it did: half
 * of all parts is worth more than half of each.
 * @param slowness how many times as long as planned the parts have taken so far
 */
export function allowanceOf(parts: readonly Part[], k: number, left: number, slowness = 1): Allowance {
  const sum = (some: readonly Part[]): number => some.reduce((all, { seconds }) => all + seconds, 0);
  const [rest, behind] = [sum(parts.slice(k)), sum(parts.slice(k + 1))];
  const scale = left / rest;
  const unplanned = left - Math.min(1, scale) * behind;
  const expected = patience * slowness * parts[k].seconds;
  return { share: scale * parts[k].seconds, limit: Math.max(unplanned, Math.min(left, expected)) };
}

export interface RunOptions<P extends Part> {
  /** For all of them. */
  readonly seconds: number;
  readonly start: (part: P, allowance: Allowance) => Promise<Ended>;
  /** The reason why nothing else is to be started, or null. */
  readonly stopped: () => string | null;
  readonly begin?: (part: P) => void;
  readonly end?: (outcome: PartOutcome) => void;
  /** Milliseconds. */
  readonly now?: () => number;
}

export async function runParts<P extends Part>(parts: readonly P[], options: RunOptions<P>): Promise<PartOutcome[]> {
  const { seconds, start, stopped, begin, end, now = () => performance.now() } = options;
  const due = now() / 1000 + seconds;
  const outcomes: PartOutcome[] = [];
  for (const [k, part] of parts.entries()) {
    begin?.(part);
    const began = now() / 1000;
    const reason = stopped() ?? (began >= due ? 'the time was over' : null);
    const ended =
      reason === null
        ? await start(part, allowanceOf(parts, k, due - began, slownessOf(outcomes)))
        : { ending: 'left out' as const, detail: reason };
    const outcome = { name: part.name, seconds: part.seconds, took: now() / 1000 - began, ...ended };
    outcomes.push(outcome);
    end?.(outcome);
  }
  return outcomes;
}

/** At least 1: whoever is fast leaves time to the others anyway. */
function slownessOf(outcomes: readonly PartOutcome[]): number {
  const done = outcomes.filter(({ ending }) => ending === 'done');
  const sum = (of: 'took' | 'seconds'): number => done.reduce((all, outcome) => all + outcome[of], 0);
  return done.length > 0 ? Math.max(1, sum('took') / sum('seconds')) : 1;
}

/** In a line, for whoever waits. */
export function outcomeText({ name, ending, took, detail }: PartOutcome): string {
  if (ending === 'left out') return `${name}: LEFT OUT, ${detail}`;
  const time = `${took.toFixed(0)} s`;
  if (ending === 'done') return `${name}: ${time}`;
  return `${name}: ${ending.toUpperCase()} after ${time}, ${detail}`;
}
