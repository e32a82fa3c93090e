// The problem file: two shapes, two poses, a query and the expected answer, as one JSON document.
import { outOfRange, wrongType } from '../check/argument.ts';
import { parseDocument, readObject, within } from '../check/document.ts';
import { plane } from './plane-queries.ts';
import { space } from './queries.ts';
import type { AnyShape, ProblemQuery, ProblemSpace, RunnableQuery } from './space.ts';
import { jsonText } from './text.ts';

/** A shape and its pose. */
export interface ProblemBody {
  readonly shape: AnyShape;
  /** Body to world: x y z qx qy qz qw in 3D, x y cos sin in 2D; the position in meters. */
  readonly pose: Float64Array;
}

/** The expected answer. */
export interface ExpectedAnswer {
  readonly value?: number | boolean;
  /**
   * The largest allowed error of a number. Default: 1e-9 of the smaller bounding radius that is positive and finite (1 m if there is
   * none); for a growth distance, 1e-7 of the expected value.
   */
  readonly tolerance?: number;
  readonly status?: string;
}

/**
 * A query with everything that it needs: see `readProblem`.
 * @example
 * ```ts
 * const problem: Problem = {
 *   dimension: 3,
 *   a: { shape: box(1, 1, 1), pose: compose({}, {}) },
 *   b: { shape: sphere(1), pose: compose({ position: [3, 0, 0] }, {}) },
 *   query: 'distance',
 *   options: {},
 * };
 * ```
 */
export interface Problem {
  readonly dimension: 2 | 3;
  /** A title for the reader; not used otherwise. */
  readonly title?: string;
  readonly a: ProblemBody;
  readonly b: ProblemBody;
  /** One of `problemQueries(dimension)`, by name. */
  readonly query: string;
  /** The query's options that are plain data. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly expected?: ExpectedAnswer;
  /** The origin of the problem, as any JSON value. It is kept but not interpreted. */
  readonly origin?: unknown;
}

export const format = 'proximal-problem';
const version = 1;
/** Options that files from before version 0.2 of the library have outside of `expert`. */
const formerNames = ['criterion', 'schedule', 'normalize', 'accelerate'];
const fields = ['format', 'version', 'dimension', 'title', 'a', 'b', 'query', 'options', 'expected', 'origin'];

/** The descriptor of 3D or 2D; throws for any other dimension. */
export function spaceOf(where: string, argument: string, dimension: unknown): ProblemSpace<AnyShape> {
  if (dimension === 3) return space as unknown as ProblemSpace<AnyShape>;
  if (dimension === 2) return plane as unknown as ProblemSpace<AnyShape>;
  throw outOfRange(where, argument, dimension, 'give 2 for the plane or 3 for space');
}

/** The query of a name; throws an error with the known names if there is none. */
export function queryOf(
  where: string,
  { dimension, queries }: ProblemSpace<AnyShape>,
  name: unknown,
): RunnableQuery<AnyShape> {
  const query = queries.find((each) => each.name === name);
  if (query) return query;
  const names = queries.map((each) => each.name).join(', ');
  throw outOfRange(where, 'query', name, `in ${dimension === 3 ? 'space' : 'the plane'} give one of ${names}`);
}

/**
 * The queries available in a problem file, with their algorithms.
 * @example
 * ```ts
 * problemQueries(3).map(({ name }) => name); // ['distance', 'collide', 'signedDistance', …]
 * ```
 */
export function problemQueries(dimension: 2 | 3): readonly ProblemQuery[] {
  return spaceOf('problemQueries', 'dimension', dimension).queries;
}

/**
 * Reads a problem file. Untrusted data is safe: all fields but `origin` are checked, and the error message names the wrong field.
 * The query's options are checked when it is run.
 * @param json the text of the file, or the result of `JSON.parse`
 * @example
 * ```ts
 * const problem = readProblem(`{
 *   "format": "proximal-problem", "version": 1, "query": "distance",
 *   "a": { "shape": { "version": 1, "kind": "box", "hx": 1, "hy": 1, "hz": 1 } },
 *   "b": { "shape": { "version": 1, "kind": "sphere", "radius": 1 }, "pose": { "position": [3, 0, 0] } }
 * }`);
 * answerProblem(problem).value; // 1
 * ```
 */
export function readProblem(json: string | object): Problem {
  const where = 'readProblem';
  const data = readObject(where, 'json', parseDocument(where, json), fields);
  if (data['format'] !== format) throw outOfRange(where, 'format', data['format'], `a problem file has "${format}"`);
  if (data['version'] !== version)
    throw outOfRange(where, 'version', data['version'], `this copy of proximal reads version ${version}`);
  const { dimension = 3, title, query, options = {}, expected, origin } = data;
  const space = spaceOf(where, 'dimension', dimension);
  if (title !== undefined && typeof title !== 'string') throw wrongType(where, 'title', title, 'give a text');
  return {
    dimension: space.dimension,
    ...(title === undefined ? {} : { title }),
    a: readBody('a', data['a'], space),
    b: readBody('b', data['b'], space),
    query: queryOf(where, space, query).name,
    options: readOptions(options),
    ...(expected === undefined ? {} : { expected: readExpected(expected) }),
    ...(origin === undefined ? {} : { origin }),
  };
}

/**
 * The text of a problem file, with all digits and the signs of zeros.
 * @throws TypeError for custom shapes, which are programs and have no JSON form
 * @example
 * ```ts
 * writeFileSync('problem.json', writeProblem(problem));
 * ```
 */
export function writeProblem(problem: Problem): string {
  if (typeof problem !== 'object' || problem === null)
    throw wrongType('writeProblem', 'problem', problem, 'give a problem');
  const { dimension, title, query, options, expected, origin } = problem;
  const body = ({ shape, pose }: ProblemBody): object => ({ shape: shape.toJSON(), pose: [...pose] });
  const [a, b] = [body(problem.a), body(problem.b)];
  const text = `${jsonText({ format, version, dimension, title, a, b, query, options, expected, origin })}\n`;
  // Read back at once: an invalid problem throws here and not when the file is read.
  readProblem(text);
  return text;
}

function readBody(path: string, value: unknown, space: ProblemSpace<AnyShape>): ProblemBody {
  const where = 'readProblem';
  const { shape, pose = {} } = readObject(where, path, value, ['shape', 'pose']);
  return within(where, `${path}.shape`, () => ({
    shape: space.readShape(shape as never),
    pose: space.readPose(`${path}.pose`, pose as never),
  }));
}

/** Reads the query's options. Expert options at the top level of older files are moved to `expert`. */
function readOptions(json: unknown): Record<string, unknown> {
  const options: Record<string, unknown> = { ...readObject('readProblem', 'options', json) };
  const former = formerNames.filter((name) => Object.hasOwn(options, name));
  if (former.length === 0) return options;
  const expert = {
    ...(options['expert'] as object),
    ...Object.fromEntries(former.map((name) => [name, options[name]])),
  };
  for (const name of former) delete options[name];
  return { ...options, expert };
}

function readExpected(json: unknown): ExpectedAnswer {
  const where = 'readProblem';
  const { value, tolerance, status } = readObject(where, 'expected', json, ['value', 'tolerance', 'status']);
  if (value !== undefined && typeof value !== 'boolean' && !Number.isFinite(value))
    throw wrongType(where, 'expected.value', value, 'give a number, or true or false');
  if (tolerance !== undefined && !(typeof tolerance === 'number' && tolerance >= 0))
    throw outOfRange(where, 'expected.tolerance', tolerance, 'give a number that is not negative');
  if (status !== undefined && typeof status !== 'string')
    throw wrongType(where, 'expected.status', status, "give a status such as 'separated'");
  return {
    ...(value === undefined ? {} : { value: value as number | boolean }),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(status === undefined ? {} : { status }),
  };
}
