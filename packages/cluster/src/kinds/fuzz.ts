// Random pairs of shapes that follow from a seed. Every algorithm answers every query; proofs are checked, and values are compared. The lines also
// have iterations, support calls and bounds.
import { box, capsule, cone, convex, cylinder, ellipsoid, type Shape, sphere } from 'proximal';
import { compose, type Pose, Rng } from 'proximal/math';
import { type Answer, answerProblemByAll, type Problem, problemQueries } from 'proximal/problem';
import { type Fields, invalid, readInteger, readList } from '../check.ts';
import type { JobKind, OpenWork, Work } from '../work.ts';
import { failedLine, openLines } from './lines.ts';

/** Generators of shapes with sizes around 1 m. */
const makers: Readonly<Record<string, (rng: Rng) => Shape>> = {
  sphere: (rng) => sphere(rng.uniform(0.1, 1)),
  box: (rng) => box(rng.uniform(0.05, 1), rng.uniform(0.05, 1), rng.uniform(0.05, 1)),
  capsule: (rng) => capsule(rng.uniform(0.05, 0.5), rng.uniform(0.05, 1)),
  cylinder: (rng) => cylinder(rng.uniform(0.05, 1), rng.uniform(0.05, 1)),
  cone: (rng) => cone(rng.uniform(0.05, 1), rng.uniform(0.05, 1)),
  ellipsoid: (rng) => ellipsoid(rng.uniform(0.05, 1), rng.uniform(0.05, 1), rng.uniform(0.05, 1)),
  convex: (rng) =>
    convex(Array.from({ length: 8 + rng.index(60) }, () => rng.direction().map((x) => x * rng.uniform(0.5, 1)))),
};

interface FuzzFields {
  readonly seed: number;
  readonly count: number;
  readonly shapes: readonly string[];
  readonly queries: readonly string[];
}

export const fuzz: JobKind = {
  name: 'fuzz',
  fields: ['seed', 'count', 'shapes', 'queries'],
  extension: 'jsonl',
  read: readFuzz,
  open: openFuzz,
  failure: failedLine,
};

async function readFuzz(where: string, given: Fields): Promise<Pick<Work, 'fields' | 'files'>> {
  const known = problemQueries(3).map(({ name }) => name);
  const { seed = 0, count, shapes = Object.keys(makers), queries = known } = given;
  const names = (name: string, value: unknown, all: readonly string[]): string[] =>
    readList(where, name, value).map((entry) => {
      if (all.includes(entry as string)) return entry as string;
      throw invalid(where, name, entry, `give some of ${all.join(', ')}`);
    });
  const fields: FuzzFields = {
    seed: readInteger(where, 'seed', seed, 0, 0xffffffff),
    count: readInteger(where, 'count', count, 1, 2 ** 32),
    shapes: names('shapes', shapes, Object.keys(makers)),
    queries: names('queries', queries, known),
  };
  return { fields: fields as unknown as Fields, files: new Map() };
}

function openFuzz({ fields }: Work): OpenWork {
  const settings = fields as unknown as FuzzFields;
  return openLines(settings.count, (index) => {
    const pair = pairOf(settings, index);
    const results = settings.queries.map((query) => ({ query, ...checkedAnswers({ ...pair, query }) }));
    return { a: pair.a.shape.kind, b: pair.b.shape.kind, results };
  });
}

/** The pair of a case: it follows from seed and index alone. */
function pairOf({ seed, shapes }: FuzzFields, index: number): Omit<Problem, 'query'> {
  const rng = new Rng((Math.imul(seed, 0x9e3779b1) ^ index) >>> 0);
  const shape = (): Shape => makers[shapes[rng.index(shapes.length)]](rng);
  const pose = (): Pose => {
    const [position, distance] = [rng.direction(), rng.uniform(0, 1.5)];
    return compose({ position: position.map((x) => x * distance), rotation: rng.rotation() }, {});
  };
  const [a, b] = [0, 1].map(() => ({ shape: shape(), pose: Float64Array.from(pose()) }));
  return { dimension: 3, a, b, options: {} };
}

/** The answer of the default algorithm, and the errors found in the answers of all algorithms. */
function checkedAnswers(problem: Problem): object {
  const answers = answerProblemByAll(problem);
  const [first] = answers;
  const wrong = answers.flatMap((answer) => problemsOf(answer, first).map((text) => `${answer.algorithm}: ${text}`));
  const { value, lower, upper, status, iterations, supportCalls } = first;
  return { value, lower, upper, status, iterations, supportCalls, ...(wrong.length > 0 ? { wrong } : {}) };
}

/** Disjoint intervals of bounds contradict each other. Depths of local methods have no lower bound, so they are not compared. */
function problemsOf({ certificate, lower, upper, value, local }: Answer, first: Answer): string[] {
  const found = certificate?.valid === false ? ['the certificate is invalid'] : [];
  if (typeof value === 'boolean')
    return value === first.value ? found : [...found, `${value} instead of ${first.value}`];
  if (local || first.local || lower === undefined || upper === undefined) return found;
  const size = Math.max(1, Math.abs(Number(first.value)));
  const gap = Math.max(lower - Number(first.upper), Number(first.lower) - upper);
  return gap > 1e-9 * size ? [...found, `bounds ${lower} to ${upper} and ${first.lower} to ${first.upper}`] : found;
}
