// The other growth methods on random pairs of shapes they accept: valid certificates, bounds that agree with the ray method's, and equal bits. A
// method that stops before its bounds meet, and reports it, is counted, but is not a failure.
import {
  certify,
  type GrowthAlgorithm,
  type GrowthAlgorithmName,
  type GrowthResult,
  growthAlgorithms,
  growthDistance,
  type Shape,
  setTarget,
  type Target,
} from 'proximal';
import { randomOverlap } from '../random/overlaps.ts';
import { classOf, type PairCase, readPair, writePair } from '../random/pairs.ts';
import { randomKinds } from '../random/shapes.ts';
import { simplifyPair } from '../random/simplify.ts';
import { buildShape } from '../random/specs.ts';
import { type ProblemQuery, pairFiles } from './case-problem.ts';
import type { Failure, Fuzzer, Verdict } from './fuzzer.ts';
import { jsonRepro } from './json-repro.ts';
import { Report } from './report.ts';
import { bodyOf, type Scene } from './scene.ts';

type Answers = Readonly<Record<string, GrowthResult>>;

export const growthMethodsFuzzer: Fuzzer<PairCase> = {
  name: 'growth-methods',
  title: 'growthDistance() by the other methods: certificates, and bounds that agree with the ray method',
  kinds: randomKinds,
  generate(seed, number, only) {
    const item = randomOverlap(seed, number, only);
    return item !== null && methodsFor(item).length > 0 ? item : null;
  },
  check,
  classes: [
    { title: 'kinds', of: classOf, onlyFailures: true },
    { title: 'situation', of: ({ situation, scope }) => `${situation}${scope === 'extreme' ? ' (extreme)' : ''}` },
  ],
  files: pairFiles(3, failedQuery, readPair),
  write: (item) => writePair(item).replace('distance', 'growthDistance'),
  writeRepro: jsonRepro({
    fuzzer: 'growth-methods',
    module: '../../src/index.ts',
    functions: ['certify', 'growthAlgorithms', 'growthDistance'],
    lines: [
      'for (const { name, takes } of growthAlgorithms()) {',
      '  if (!takes(a) || !takes(b)) continue;',
      '  const result = growthDistance(a, poseA, b, poseB, { algorithm: name as "ray" });',
      '  expect(certify(a, poseA, b, poseB, result).valid).toBe(true);',
      '}',
    ],
  }),
  simplify: (item) => [...simplifyPair(item)].filter(hasMethod),
};

/** The query by the failed method, whose name begins the detail. */
function failedQuery(_item: PairCase, found: readonly Failure[]): ProblemQuery {
  const method = growthAlgorithms().find(({ name }) => found.some(({ detail }) => detail.startsWith(`${name}: `)));
  return { query: 'growthDistance', ...(method && { options: { algorithm: method.name } }) };
}

/** The methods besides the ray method that accept both shapes with their own centers; none for unbounded shapes, or if neither has volume. */
function methodsFor(item: PairCase): GrowthAlgorithm[] {
  const shapes = [buildShape(item.a), buildShape(item.b)];
  if (!shapes.every(({ isBounded }) => isBounded) || !shapes.some(({ inradius }) => inradius > 0)) return [];
  const isFor = ({ takes, depth }: GrowthAlgorithm, shape: Shape): boolean =>
    takes(shape) && (!depth || shape.inradius > depth(shape));
  return growthAlgorithms().filter((method) => method.name !== 'ray' && shapes.every((shape) => isFor(method, shape)));
}

function hasMethod(item: PairCase): boolean {
  try {
    return methodsFor(item).length > 0;
  } catch {
    return false;
  }
}

function check(item: PairCase, targets: readonly Target[]): Verdict {
  const report = new Report({ queries: 0, limit: 0, stalled: 0, invalid: 0, bits: 0 });
  const details: Record<string, Answers> = {};
  try {
    const scene: Scene = { a: bodyOf(buildShape(item.a), item.poseA), b: bodyOf(buildShape(item.b), item.poseB) };
    for (const target of targets) details[target] = runQuery(target, scene, methodsFor(item));
    const first = details[targets[0]];
    checkAnswers(report, scene, first);
    report.count('queries', Object.keys(first).length - 1);
    for (const target of targets) {
      if (write(details[target]) !== write(first)) report.fail('bits', `${target} and ${targets[0]}`);
    }
  } catch (error) {
    report.fail('throws', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return report.verdict(details);
}

function runQuery(target: Target, { a, b }: Scene, methods: readonly GrowthAlgorithm[]): Answers {
  setTarget(target);
  const names = ['ray', ...methods.map(({ name }) => name)] as GrowthAlgorithmName[];
  return Object.fromEntries(
    names.map((algorithm) => [algorithm, growthDistance(a.shape, a.pose, b.shape, b.pose, { algorithm })]),
  );
}

function write(answers: Answers): string {
  return JSON.stringify(answers, (_key, value) => (Object.is(value, -0) ? '-0' : value));
}

function checkAnswers(report: Report, { a, b }: Scene, answers: Answers): void {
  const { ray } = answers;
  for (const [name, result] of Object.entries(answers)) {
    if (name === 'ray') continue;
    const { termination, iterations, lower, upper } = result;
    const summary = `${name}: ${termination} after ${iterations}, growth ${lower} … ${upper}, ray ${ray.lower} … ${ray.upper}`;
    if (termination === 'limit' || termination === 'stalled') {
      report.note(termination, summary);
      report.count(`${name}, not converged`, 1);
    }
    // If `lower` is 0, there is no plane of a lower bound, and no normal to certify.
    const certificate = certify(a.shape, a.pose, b.shape, b.pose, result);
    if (lower > 0 && !certificate.valid) {
      const detail = `${summary}; ${JSON.stringify(certificate)}`;
      // If a method stalls, as the interior-point method does in thin shapes, its points may be off by a few more rounding errors.
      if (termination === 'stalled') report.note('invalid', detail);
      else report.fail('invalid', detail);
    }
    const slack = 2 * certificate.allowance + 1e-12 * ray.upper;
    if (!(lower <= ray.upper + slack && ray.lower <= upper + slack)) report.fail('differs', summary);
    report.raise(`iterations of ${name}`, iterations);
  }
}
