// A case as a problem file, which `proximal query` answers and `--file` checks again: docs/problems.md.
import { type ExpectedAnswer, readProblem, writeProblem } from 'proximal/problem';
import { UsageError } from '../harness/usage.ts';
import type { CaseFiles, Failure } from './fuzzer.ts';

/** A shape in its JSON form, or one of the fuzzers' own custom shapes. */
export interface Spec {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** Two shapes and their poses, common to all cases of pairs. */
export interface PlacedPair<Shape extends object = Spec> {
  readonly a: Shape;
  readonly poseA: ArrayLike<number>;
  readonly b: Shape;
  readonly poseB: ArrayLike<number>;
}

/** The query of a problem file that shows a failure. */
export interface ProblemQuery {
  readonly query: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly expected?: ExpectedAnswer;
  /** Whether the query has A and B exchanged. */
  readonly isReversed?: boolean;
}

/** A pair from a problem file, with additional data if a fuzzer wrote the file. */
export interface PairOfFile extends PlacedPair {
  readonly rest: Readonly<Record<string, unknown>>;
}

/** The data in `origin` of a problem file, for `--file`. */
interface Kept {
  readonly isReversed?: boolean;
  /** The original specs, if they have custom shapes. */
  readonly a?: Spec;
  readonly b?: Spec;
  readonly rest: Readonly<Record<string, unknown>>;
}

/**
 * Pairs as problem files.
 * @param failedQuery returns the query of a failing case that the file contains
 * @param read makes a case of any pair
 */
export function pairFiles<Case extends PlacedPair>(
  dimension: 2 | 3,
  failedQuery: (item: Case, found: readonly Failure[]) => ProblemQuery,
  read: (pair: PairOfFile) => Case,
): CaseFiles<Case> {
  return {
    command: 'query',
    write: (item, title, found, origin) => problemOfCase(dimension, title, item, failedQuery(item, found), origin),
    read: (text) => read(caseOfProblem(dimension, text)),
  };
}

function problemOfCase(
  dimension: 2 | 3,
  title: string,
  item: PlacedPair,
  { query, options = {}, expected, isReversed = false }: ProblemQuery,
  origin: object,
): string {
  const { a, poseA, b, poseB, ...rest } = item;
  const [specA, specB] = [replaceCustom(a), replaceCustom(b)];
  const kept: Kept = {
    ...(isReversed && { isReversed }),
    ...(specA !== a && { a }),
    ...(specB !== b && { b }),
    rest,
  };
  const bodies = [body(specA, poseA), body(specB, poseB)];
  if (isReversed) bodies.reverse();
  return writeProblem({
    dimension,
    title: specA === a && specB === b ? title : `${title} (custom shapes are replaced by ellipsoids)`,
    a: bodies[0],
    b: bodies[1],
    query,
    options,
    ...(expected && { expected }),
    origin: { ...origin, kept },
  });
}

/** The JSON form as given: a hull rebuilt from its vertices might order them differently. */
function body(spec: Spec, pose: ArrayLike<number>) {
  const shape = { kind: spec.kind, boundingRadius: Number.NaN, toJSON: () => spec };
  return { shape, pose: Float64Array.from(pose) };
}

/**
 * Replaces custom shapes, which a file cannot contain, by ellipsoids and ellipses; returns the spec itself if it has no custom
 * shapes.
 */
function replaceCustom(spec: Spec): Spec {
  if (spec.kind !== 'custom') {
    const inner = Object.entries(spec).filter(([, value]) => isSpec(value) && replaceCustom(value) !== value);
    return inner.length === 0
      ? spec
      : { ...spec, ...Object.fromEntries(inner.map(([name, value]) => [name, replaceCustom(value as Spec)])) };
  }
  const radii = (spec['radii'] ?? [spec['rx'], spec['ry']]) as number[];
  // The radii of an ellipsoid must be positive.
  const [rx, ry, rz] = radii.map((radius) => Math.max(radius, 1e-9 * Math.max(...radii)));
  return rz === undefined ? { version: 1, kind: 'ellipse', rx, ry } : { version: 1, kind: 'ellipsoid', rx, ry, rz };
}

function isSpec(value: unknown): value is Spec {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** The pair of a problem file, which a fuzzer or another program wrote. */
function caseOfProblem(dimension: 2 | 3, text: string): PairOfFile {
  const { problem, json } = readText(text);
  if (problem.dimension !== dimension)
    throw new UsageError(`The problem has ${problem.dimension} dimensions, but this fuzzer needs ${dimension}.`);
  const {
    isReversed = false,
    rest = {},
    ...custom
  } = ((problem.origin as { kept?: Kept })?.kept ?? {}) as Partial<Kept>;
  const [first, second] = isReversed ? (['b', 'a'] as const) : (['a', 'b'] as const);
  return {
    a: custom.a ?? json[first].shape,
    poseA: problem[first].pose,
    b: custom.b ?? json[second].shape,
    poseB: problem[second].pose,
    rest,
  };
}

function readText(text: string) {
  try {
    const json = JSON.parse(text) as Record<'a' | 'b', { readonly shape: Spec }>;
    return { problem: readProblem(json), json };
  } catch (error) {
    throw new UsageError(`It is not a problem file: ${(error as Error).message}`);
  }
}
