// Who takes part, and in which form.
import type { PlaneSet } from './sets.ts';

/** The paper's levels: 1 is Boolean, 2 the distance. */
export type Level = 1 | 2;

/** An entrant at work on one set: each function answers all problems. */
export interface Subject {
  /** How often it does so in one call. Default once. */
  readonly times?: number;
  readonly distances?: (out: Float64Array) => void;
  /** 1 for a collision, else 0. */
  readonly collisions?: (out: Float64Array) => void;
}

export interface Entrant {
  readonly title: string;
  /** Ours, one of the paper's methods written again in JavaScript, a package of npm, or a native library. */
  readonly kind: 'ours' | 'baseline' | 'npm' | 'native';
  /** How the answers are asked for, and from what each starts. */
  readonly how: string;
  /** Whether it computes with 32-bit numbers. */
  readonly isSingle?: boolean;
  readonly enter: (set: PlaneSet) => Subject | Promise<Subject>;
}

/** A query of an entrant on a set, ready to be timed. */
export interface Contender {
  readonly title: string;
  readonly level: Level;
  readonly isOwn: boolean;
  readonly isSingle: boolean;
  readonly run: (repeats: number) => Promise<number[]>;
  readonly answers: () => Promise<ArrayLike<number>>;
}

export function contendersOf({ title, kind, isSingle = false }: Entrant, subject: Subject, count: number): Contender[] {
  const { distances, collisions, times = 1 } = subject;
  const out = new Float64Array(count);
  const contender = (level: Level, work: (out: Float64Array) => void): Contender => ({
    title,
    level,
    isOwn: kind === 'ours',
    isSingle,
    run: async (repeats) => Array.from({ length: repeats }, () => time(work, out) / times),
    answers: async () => {
      out.fill(Number.NaN);
      work(out);
      return out.slice();
    },
  });
  return [...(collisions ? [contender(1, collisions)] : []), ...(distances ? [contender(2, distances)] : [])];
}

function time(work: (out: Float64Array) => void, out: Float64Array): number {
  const start = process.hrtime.bigint();
  work(out);
  return Number(process.hrtime.bigint() - start) / out.length;
}
