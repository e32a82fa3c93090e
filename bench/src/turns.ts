// Timing of contenders that live in other processes as well as in this one.
import { quantile, RoundClock } from './measure.ts';

export interface TurnTaker {
  /** Nanoseconds per problem, one number for each repeat. */
  readonly run: (repeats: number) => Promise<number[]>;
}

/** Milliseconds that one sample should take. */
const defaultSampleTime = 15;
/**
 * The first pass of a turn finds the caches full of others' data. Who is fast makes many passes, and the median is one of the rest; so it is
 * for those that take up to this long, in milliseconds, for one. To longer ones it makes no difference.
 */
const longPass = 40;
const fewestPasses = 3;

/**
 * Samples of every contender, round after round, each first equally often.
 * @param until when to make no more rounds: see `MeasureOptions`
 */
export async function measureInTurns(
  contenders: readonly TurnTaker[],
  count: number,
  rounds: number,
  { sampleTime = defaultSampleTime, until }: { readonly sampleTime?: number; readonly until?: number } = {},
): Promise<number[][]> {
  const repeats: number[] = [];
  for (const { run } of contenders) {
    const pass = (Math.min(...(await run(3))) * count) / 1e6;
    repeats.push(Math.max(pass > longPass ? 1 : fewestPasses, Math.round(sampleTime / pass)));
  }
  const samples: number[][] = contenders.map(() => []);
  const clock = new RoundClock(until);
  for (let round = 0; round < rounds && clock.hasTimeFor(round); round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const k = (turn + round) % contenders.length;
      samples[k].push(quantile(await contenders[k].run(repeats[k]), 0.5));
    }
  }
  return samples;
}
