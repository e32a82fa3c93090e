// One contender on one set.
import { type Summary, summarize } from '../measure.ts';
import { measureInTurns } from '../turns.ts';
import type { DepthContender } from './contender.ts';
import { judge, type Quality } from './judge.ts';
import type { DepthSet } from './sets.ts';

export interface Cell extends Quality {
  readonly set: string;
  readonly family: DepthSet['family'];
  readonly title: string;
  /** Microseconds per query. */
  readonly time: Summary;
  readonly samples: readonly number[];
  readonly supportCalls: number | null;
  readonly isSingle: boolean;
}

/** All contenders in turns, round after round, then their answers. */
export async function measureSet(
  set: DepthSet,
  contenders: readonly DepthContender[],
  rounds: number,
  until: number,
): Promise<Cell[]> {
  const samples = await measureInTurns(contenders, set.problems.length, rounds, { until });
  const cells: Cell[] = [];
  for (const [k, { title, supportCalls, isSingle, answers }] of contenders.entries()) {
    const times = samples[k].map((nanoseconds) => nanoseconds / 1000);
    const quality = judge(set, await answers());
    const common = { set: set.name, family: set.family, title, supportCalls, isSingle: isSingle === true };
    cells.push({ ...common, time: summarize(times), samples: times, ...quality });
  }
  return cells;
}

export class Cells {
  constructor(readonly all: readonly Cell[]) {}

  find(set: string, title: string): Cell | null {
    return this.all.find((cell) => cell.set === set && cell.title === title) ?? null;
  }

  /** How many times as long `other` takes as `own`, in the median over the rounds. */
  ratio(set: string, other: string, own: string): number | null {
    const [slow, fast] = [this.find(set, other), this.find(set, own)];
    if (!slow || !fast) return null;
    return summarize(slow.samples.map((time, k) => time / fast.samples[k])).median;
  }

  sets(): string[] {
    return [...new Set(this.all.map(({ set }) => set))];
  }

  titles(sets: readonly string[]): string[] {
    return [...new Set(this.all.filter(({ set }) => sets.includes(set)).map(({ title }) => title))];
  }
}
