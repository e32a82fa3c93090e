// Random tests that shrink. A case is determined by the random numbers it draws, so a failing case is simplified by
// drawing fewer and simpler numbers (as Hypothesis does): every generator that takes an Rng can be shrunk.
import { Rng } from '../src/math/index.ts';

interface ForAllOptions {
  /** The seed of the generator; the environment variable PROXIMAL_SEED overrides it. */
  readonly seed: number;
  readonly cases: number;
  /** The largest number of simpler cases that are tried after a failure. Default 2000. */
  readonly tries?: number;
  /** The draws and the index of one case, as a failure prints them: only this case is checked. */
  readonly draws?: readonly number[];
  readonly index?: number;
}

/**
 * Checks `cases` random cases. The first case that throws is shrunk, and its error is thrown with the seed and the draws that repeat it.
 */
export function forAll(
  { seed, cases, tries = 2000, draws, index: only = 0 }: ForAllOptions,
  check: (rng: Rng, index: number) => void,
): void {
  if (draws) {
    check(replayed(draws), only);
    return;
  }
  const start = Number(process.env['PROXIMAL_SEED'] ?? seed);
  const source = new Rng(start);
  for (let index = 0; index < cases; index++) {
    const rng = new RecordedRng(() => source.uniform());
    try {
      check(rng, index);
    } catch (error) {
      const smallest = shrink({ draws: rng.draws, error }, tries, (again) => check(again, index));
      throw explain(smallest, `seed ${start}, case ${index} of ${cases}`, index);
    }
  }
}

/** A case that fails. */
interface Failure {
  readonly draws: readonly number[];
  readonly error: unknown;
}

/** Draws numbers from 0 to 1 from `draw`, by their index, and records them. */
class RecordedRng extends Rng {
  readonly draws: number[] = [];

  constructor(private readonly draw: (index: number) => number) {
    super(0);
  }

  override next(): number {
    return Math.floor(this.uniform() * 2 ** 32);
  }

  override uniform(low = 0, high = 1): number {
    const unit = this.draw(this.draws.length);
    this.draws.push(unit);
    return low + (high - low) * unit;
  }
}

/** Draws given numbers, and zeros when these are used up. */
function replayed(draws: readonly number[]): RecordedRng {
  return new RecordedRng((index) => draws[index] ?? 0);
}

/** Replaces the case by the first simpler one that also fails, until there is none or `maxTries` were tried. */
function shrink(first: Failure, maxTries: number, check: (rng: Rng) => void): Failure {
  let best = first;
  let tries = 0;
  const findSimpler = (): boolean => {
    for (const draws of simplerThan(best.draws)) {
      if (++tries > maxTries) return false;
      const rng = replayed(draws);
      try {
        check(rng);
      } catch (error) {
        best = { draws: draws.slice(0, rng.draws.length), error };
        return true;
      }
    }
    return false;
  };
  while (findSimpler());
  return best;
}

/** Fewer numbers, then zeros, then fewer digits. Each candidate is shorter, or as long with fewer digits, so that shrinking ends. */
function* simplerThan(draws: readonly number[]): Generator<number[]> {
  for (const [from, to] of spans(draws.length)) yield [...draws.slice(0, from), ...draws.slice(to)];
  for (const [from, to] of spans(draws.length)) {
    const isZero = draws.slice(from, to).every((draw) => draw === 0);
    if (!isZero) yield draws.map((draw, k) => (k >= from && k < to ? 0 : draw));
  }
  for (const parts of [2, 16, 1024])
    for (const [k, draw] of draws.entries()) {
      const rounded = Math.floor(draw * parts) / parts;
      if (rounded !== draw) yield draws.map((other, j) => (j === k ? rounded : other));
    }
}

/** The whole list, its halves, their halves, … down to each element. */
function* spans(length: number): Generator<[from: number, to: number]> {
  for (let size = length; size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from + size <= length; from += size) yield [from, from + size];
}

/** The original error, with instructions to repeat the case appended to its message. */
function explain({ draws, error }: Failure, where: string, index: number): unknown {
  const known = error instanceof Error ? error : new Error(String(error));
  known.message += `\n${where}, shrunk; to repeat it alone: forAll({ …, index: ${index}, draws: [${draws.join(', ')}] }, …)`;
  return known;
}
