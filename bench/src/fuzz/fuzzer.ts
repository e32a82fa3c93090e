import type { Target } from 'proximal';
import type { Named } from '../harness/usage.ts';

/** A failure, with the numbers that show it. */
export interface Failure {
  readonly kind: string;
  readonly detail: string;
  /** The query with the wrong answer; left out if it is not known. */
  readonly query?: Query;
}

/** One of the queries of a case: the function, and the variant of the call. */
export interface Query {
  readonly function: 'distance' | 'collide';
  readonly variant: string;
  readonly margin?: number;
}

/** The origin of a case. */
export interface Origin {
  readonly seed: number;
  readonly case: number;
}

/** The result of checking one case. */
export interface Verdict {
  /** Summed over the cases of a class. */
  readonly counts: Readonly<Record<string, number>>;
  /** The largest over the cases of a class. */
  readonly worst: Readonly<Record<string, number>>;
  readonly failures: readonly Failure[];
  /** Findings that are allowed, but reported. */
  readonly notes: readonly Failure[];
  /** The results, printed when the case is replayed. */
  readonly details: object;
}

/** Cases as problem or simulation files. */
export interface CaseFiles<Case> {
  /** The command of `proximal` that runs them. */
  readonly command: 'query' | 'simulate';
  /** @param origin where the case comes from and what was found */
  readonly write: (item: Case, title: string, found: readonly Failure[], origin: object) => string;
  /** A case from a file, by this fuzzer or of any other origin. */
  readonly read: (text: string) => Case;
}

/** Random cases of one kind of query, and the checks that every one of them has to pass. */
export interface Fuzzer<Case extends object = object> extends Named {
  /** The kinds of shape that `--only` can name. */
  readonly kinds: readonly string[];
  /** The case of a seed and number; null if `only` excludes it. */
  readonly generate: (seed: number, number: number, only: readonly string[]) => Case | null;
  readonly check: (item: Case, targets: readonly Target[]) => Verdict;
  /** The tables to print: a title, and the row of a case. Of a long table only rows with failures are printed. */
  readonly classes: readonly {
    readonly title: string;
    readonly of: (item: Case) => string;
    readonly isLong?: boolean;
  }[];
  /** Counts that are printed with their share of another, by name. */
  readonly shares?: Readonly<Record<string, string>>;
  readonly files: CaseFiles<Case>;
  /** The case as a line of source. */
  readonly write: (item: Case) => string;
  /** A failing case as a test of the library, with its expectations: a file for `packages/proximal/test/repro/`. */
  readonly writeRepro: (item: Case, found: readonly Failure[], from: Origin) => string;
  /** Simpler cases that may fail in the same way, the most promising first. */
  readonly simplify: (item: Case) => Iterable<Case>;
}
