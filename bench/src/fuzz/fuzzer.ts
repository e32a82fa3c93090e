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
  /** The margin of `collide`, in meters. */
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

/** Cases as files: problem or simulation files, except for `worlds` and `qp`, whose files only the fuzzer reads. */
export interface CaseFiles<Case> {
  /** The command of `proximal` that runs them; null if there is none. */
  readonly command: 'query' | 'simulate' | null;
  /**
   * @param found decides which query a problem file contains
   * @param origin stored in the file: command, seed, case, targets, class and findings
   */
  readonly write: (item: Case, title: string, found: readonly Failure[], origin: object) => string;
  /**
   * Reads the case from a file that `write` made. Except for `laws`, `worlds` and `qp`, it also reads problem or simulation files of other
   * origin. Throws a `UsageError` if the file is of another kind; `worlds` and `qp` do not check it.
   */
  readonly read: (text: string) => Case;
}

/** Random cases of one kind, queries, simulations or quadratic programs, and the checks that each has to pass. */
export interface Fuzzer<Case extends object = object> extends Named {
  /** The names that `--only` accepts: kinds of shape, laws, runs or classes; empty if it accepts none. */
  readonly kinds: readonly string[];
  /** The case of a seed and number; null if `only` excludes it. */
  readonly generate: (seed: number, number: number, only: readonly string[]) => Case | null;
  readonly check: (item: Case, targets: readonly Target[]) => Verdict;
  /**
   * The classifications of cases. Each is printed as a table with a row per class: `of` gives the class of a case. Of a long table
   * only rows with failures are printed.
   */
  readonly classes: readonly {
    readonly title: string;
    readonly of: (item: Case) => string;
    readonly onlyFailures?: boolean;
  }[];
  /** Maps names of counts to names of other counts: the first is also printed as a percentage of the second. */
  readonly shares?: Readonly<Record<string, string>>;
  readonly files: CaseFiles<Case>;
  /** The case as one line for the terminal: a call in source for queries, JSON for simulations. */
  readonly write: (item: Case) => string;
  /** A failing case as a test of the library, with its expectations: a file for `packages/proximal/test/repro/`. */
  readonly writeRepro: (item: Case, found: readonly Failure[], from: Origin) => string;
  /** Simpler cases that may fail in the same way, the most promising first. */
  readonly simplify: (item: Case) => Iterable<Case>;
}
