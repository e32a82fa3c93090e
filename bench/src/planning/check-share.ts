// The share of collision checking in the time of a planner.
import type { Plan, RobotCell } from 'proximal/planning';

/** Seconds of a run. */
export interface CheckTime {
  /** The time of all checks of configurations, and tests and proofs of motions. */
  readonly checks: number;
  /** The time of the whole run. */
  readonly total: number;
}

/**
 * The internal methods that planners call for collision checking; they do not call each other. The public interface has no timer of checks, which
 * would cost time in every plan, so this benchmark wraps the internal methods.
 */
interface Checker {
  isFree: Method;
  readonly search: { run: Method };
  readonly balls: { isFreeSampled: Method } | null;
}

type Method = (...args: unknown[]) => unknown;

/** Equal runs, of which the fastest counts: other processes interrupt some of them. */
const runs = 3;

/** Runs a planner with a timer around each check. The time of a check includes the reading of the clock, about 0.1 µs. */
export function checkTimeOf(cell: RobotCell, make: () => Plan): CheckTime {
  const all = Array.from({ length: runs }, () => checkTimeOfRun(cell, make));
  return all.reduce((best, run) => (run.total < best.total ? run : best));
}

function checkTimeOfRun(cell: RobotCell, make: () => Plan): CheckTime {
  const { checker } = cell as unknown as { readonly checker: Checker };
  let checks = 0;
  const timed = (method: Method): Method =>
    function (this: unknown, ...args) {
      const before = performance.now();
      const result = method.apply(this, args);
      checks += performance.now() - before;
      return result;
    };
  const { search, balls } = checker;
  // Own properties hide the methods of the classes until they are deleted.
  checker.isFree = timed(checker.isFree);
  search.run = timed(search.run);
  if (balls) balls.isFreeSampled = timed(balls.isFreeSampled);
  try {
    const before = performance.now();
    make();
    return { checks: checks / 1000, total: (performance.now() - before) / 1000 };
  } finally {
    Reflect.deleteProperty(checker, 'isFree');
    Reflect.deleteProperty(search, 'run');
    if (balls) Reflect.deleteProperty(balls, 'isFreeSampled');
  }
}

/** The share of the checks in the time of all runs, from 0 to 1. */
export function shareOf(times: readonly CheckTime[]): number {
  const sum = (of: (time: CheckTime) => number): number => times.reduce((total, time) => total + of(time), 0);
  return (
    sum(({ checks }) => checks) /
    Math.max(
      Number.MIN_VALUE,
      sum(({ total }) => total),
    )
  );
}
