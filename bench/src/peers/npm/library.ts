// What a package of npm has to bring to answer a problem file.
import type { FileSet } from '../../problems/problem-set.ts';

/** Answers problem number k: a value in the first place, then two points where it has them (see native/harness.hpp). */
export type Query = (k: number, answer: Float64Array) => void;

/** The queries by name, on bodies that were made and placed before any clock runs. */
export type Queries = Readonly<Record<string, Query>>;

/** Thrown by a package that has no such shape. */
export class Unsupported extends Error {}

export type Enter = (set: FileSet) => Promise<Queries>;

/** Three numbers by name, as most packages have them. */
export interface Named {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Writes a point into an answer. */
export function store(answer: Float64Array, at: 1 | 4, { x, y, z }: Named): void {
  answer[at] = x;
  answer[at + 1] = y;
  answer[at + 2] = z;
}
