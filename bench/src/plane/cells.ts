import { type Summary, summarize } from '../measure.ts';
import type { Level } from './entrant.ts';
import type { Measured } from './measured.ts';

/** Where a number stands in the tables. */
export interface Place {
  readonly vertices: number;
  readonly situation: Measured['situation'];
  readonly level: Level;
}

/** More wrong answers than this share, and a time says nothing. */
const mostWrong = 0.01;

/** What was measured, by place and title. */
export class Cells {
  private readonly cells: Map<string, Measured>;

  constructor(
    readonly measured: readonly Measured[],
    /** Problems in each set. */
    private readonly problems: number,
  ) {
    this.cells = new Map(measured.map((cell) => [keyOf(cell, cell.title), cell]));
  }

  find(place: Place, title: string): Measured | undefined {
    return this.cells.get(keyOf(place, title));
  }

  /** Nanoseconds per query. */
  time(place: Place, title: string): Summary | null {
    const cell = this.find(place, title);
    return cell ? summarize(cell.samples) : null;
  }

  /** How many times as long as `base` it takes, from the ratios of the rounds. */
  ratio(place: Place, title: string, base: string): Summary | null {
    const [cell, other] = [this.find(place, title), this.find(place, base)];
    return cell && other ? summarize(cell.samples.map((sample, k) => sample / other.samples[k])) : null;
  }

  /** Whether its answers are right, but for a few. */
  isRight(place: Place, title: string): boolean {
    return (this.find(place, title)?.wrong.length ?? 0) <= mostWrong * this.problems;
  }

  titles(isMoving: boolean): string[] {
    const cells = this.measured.filter(({ situation }) => (situation === 'moving') === isMoving);
    return [...new Set(cells.map(({ title }) => title))];
  }
}

function keyOf({ vertices, situation, level }: Place, title: string): string {
  return [vertices, situation, level, title].join('/');
}
