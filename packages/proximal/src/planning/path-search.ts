// The interface of the planners' searches.
import type { MotionTests } from './motion-tests.ts';
import type { PlanSettings } from './plan-options.ts';
import type { Space } from './space.ts';

/** A search that takes one sample per call of `step`. */
export interface PathSearch {
  /** The best path so far; null if there is none. */
  readonly path: Float64Array[] | null;
  /** The number of configurations in its trees or its roadmap. */
  readonly nodes: number;
  /** Whether further samples cannot improve the path. */
  readonly isDone: boolean;
  /** Tries the straight motions from the start to the goals. */
  tryDirectly(): void;
  /** Takes one sample. */
  step(): void;
  /** Called after the last step: searches once more with the samples since the last search. */
  end(): void;
}

/** Begins a search with the goals of the settings. */
export type BeginSearch = (space: Space, tests: MotionTests, settings: PlanSettings, seed: number) => PathSearch;

/** The straight path to the first goal that a free motion reaches; null if there is none. */
export function straightPath(
  space: Space,
  tests: MotionTests,
  start: Float64Array,
  goals: readonly Float64Array[],
): Float64Array[] | null {
  for (const goal of goals) {
    space.toward(start, goal, tests.checker.search.velocity);
    if (tests.isFree(start, goal)) return [start.slice(), space.unwind(goal, start)];
  }
  return null;
}
