// Table I: three meshes of increasing size, close by or shallowly overlapping, −0.01 m to 0.01 m.
import type { ProblemSet } from '../problems/problem-set.ts';
import { countPasses } from './count.ts';
import { type HullSet, hullOfSize } from './hulls.ts';
import { meshMethods, type Query, queries } from './methods.ts';
import { makeProblems } from './sets.ts';
import { type Spread, spreadOf } from './statistics.ts';
import { timeMethods } from './time.ts';

/** The paper's vertex counts. */
export const sizes = [240, 1811, 3585] as const;
const distances = [-0.01, -1e-3, -1e-4, 1e-4, 1e-3, 0.01];

export interface Table1Cell {
  /** The paper's vertex counts, and those of the meshes we have. */
  readonly wanted: readonly [number, number];
  readonly actual: readonly [number, number];
  readonly query: Query;
  /** Microseconds and iterations by method. */
  readonly time: Readonly<Record<string, Spread>>;
  readonly iterations: Readonly<Record<string, Spread>>;
}

export function sizeSet(hulls: HullSet, sizeA: number, sizeB: number, countEach: number, seed: number): ProblemSet {
  const shapes = [hullOfSize(hulls, sizeA).hull, hullOfSize(hulls, sizeB).hull];
  return {
    name: `${sizeA} × ${sizeB}`,
    shapes,
    problems: makeProblems(shapes, distances, countEach, seed, () => [0, 1]),
  };
}

export function runTable1(hulls: HullSet, countEach: number, seed: number): Table1Cell[] {
  const pairs = sizes.flatMap((a, k) => sizes.slice(k).map((b) => [a, b] as const));
  return pairs.flatMap((wanted) => {
    const set = sizeSet(hulls, ...wanted, countEach, seed);
    const actual = [hullOfSize(hulls, wanted[0]).hull.vertexCount, hullOfSize(hulls, wanted[1]).hull.vertexCount];
    return queries.map(({ query }) => ({
      wanted,
      actual: actual as [number, number],
      query,
      time: byMethod(set.problems.map((problem) => timeMethods(set, problem, query, meshMethods))),
      iterations: byMethod(
        set.problems.map((problem) => meshMethods.map(({ options }) => countPasses(set, problem, query, options))),
      ),
    }));
  });
}

function byMethod(rows: readonly (readonly number[])[]): Record<string, Spread> {
  return Object.fromEntries(meshMethods.map(({ key }, m) => [key, spreadOf(rows.map((row) => row[m]))]));
}
