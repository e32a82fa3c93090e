// 2D queries on random pairs: certificates, equal bits, agreement of the functions, and for polygons the Boolean answer against separating axes
// in exact arithmetic and the signed distance against edges and vertices.
import type { DistanceResult as SpaceResult } from 'proximal';
import {
  type Certificate,
  certify,
  type DistanceResult,
  type GrowthResult,
  type PenetrationResult,
  type Target,
} from 'proximal/2d';
import { type ProblemQuery, pairFiles } from './case-problem.ts';
import { firstDifference } from './distance-checks.ts';
import type { Failure, Fuzzer, Verdict } from './fuzzer.ts';
import { jsonRepro } from './json-repro.ts';
import { type MoreAnswers, type PlaneAnswers, queryCount, runQuery } from './plane-answers.ts';
import { type PlaneCase, randomCase, readCase, runs, writeCase } from './plane-cases.ts';
import { areApart, signedDistanceOf } from './plane-oracle.ts';
import { type PlaneScene, sceneOf } from './plane-scene.ts';
import { helperSource, type Spec2, shapeFunctions, writeShape } from './plane-shapes.ts';
import { simplifyCase } from './plane-simplify.ts';
import { Report } from './report.ts';

export const planeFuzzer: Fuzzer<PlaneCase> = {
  name: 'plane',
  title: 'proximal/2d on random pairs: certificate, equal bits, Boolean answers against exact separating axes',
  kinds: runs,
  generate: randomCase,
  check,
  classes: [
    { title: 'kinds', of: kindsOf, onlyFailures: true },
    { title: 'situation', of: ({ run, situation }) => `${run}, ${situation}` },
    { title: 'run', of: ({ run }) => run },
  ],
  files: pairFiles(2, failedQuery, readCase),
  write: writeCase,
  writeRepro: jsonRepro<Spec2>(
    {
      fuzzer: 'plane',
      module: '../../src/2d/index.ts',
      functions: ['certify', 'clearance', 'collide', 'distance'],
      lines: [
        'const result = distance(a, poseA, b, poseB);',
        'expect(certify(a, poseA, b, poseB, result).valid).toBe(true);',
        "expect(result.status).not.toBe('unknown');",
        "expect(collide(a, poseA, b, poseB)).toBe(result.status !== 'separated');",
        'const size = Math.min(...[a, b].map(({ boundingRadius }) => boundingRadius || Infinity));',
        'const error = Math.abs(clearance(a, poseA, b, poseB) - result.distance);',
        'expect(error).toBeLessThanOrEqual(Math.max(4e-9 * size, 1e-13 * Math.hypot(poseB[0] - poseA[0], poseB[1] - poseA[1])));',
      ],
    },
    { write: writeShape, functions: shapeFunctions, helper: helperSource },
  ),
  simplify: simplifyCase,
};

/** The function that the problem file of a failure calls, by the kind of failure; `distance` for all other kinds. */
const queries: Readonly<Record<string, string>> = {
  boolean: 'collide',
  'warm collide': 'collide',
  signed: 'signedDistance',
  depth: 'signedDistance',
  'growth invalid': 'growthDistance',
};

function failedQuery(_item: PlaneCase, [first]: readonly Failure[]): ProblemQuery {
  return { query: queries[first?.kind ?? ''] ?? 'distance' };
}

function kindsOf({ run, a, b }: PlaneCase): string {
  return run === 'shapes' ? [a.kind, b.kind].sort().join(' – ') : 'polygon – polygon';
}

function check(item: PlaneCase, targets: readonly Target[]): Verdict {
  // Every count of a case costs time, so only thorough cases add the columns that are usually zero.
  const report = new Report(item.isThorough ? { exact: 0, 'within limit': 0, invalid: 0, boolean: 0, bits: 0 } : {});
  const details: Record<string, PlaneAnswers> = {};
  try {
    const scene = sceneOf(item);
    for (const target of targets) details[target] = runQuery(target, scene, item.isThorough);
    const first = details[targets[0]];
    const last = details[targets[targets.length - 1]];
    report.count('queries', queryCount(item.isThorough));
    if (first !== last) compareBits(report, first, last);
    checkAnswers(report, scene, last);
    // Equal results are checked once.
    if (report.has('bits')) checkAnswers(report, scene, first);
  } catch (error) {
    report.fail('throws', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return report.verdict(details);
}

function compareBits(report: Report, first: PlaneAnswers, last: PlaneAnswers): void {
  compareNumbers(report, 'cold', first.cold, last.cold);
  if (first.collides !== last.collides) report.fail('bits', `collide: ${first.collides}, ${last.collides}`);
  if (!Object.is(first.clearance, last.clearance))
    report.fail('bits', `clearance: ${first.clearance}, ${last.clearance}`);
  if (!first.more || !last.more) return;
  for (const name of ['reversed', 'signed', 'warm'] as const)
    compareNumbers(report, name, first.more[name], last.more[name]);
  const [one, other] = [first.more, last.more].map(
    ({ warmCollides, warmClearance, depths, growth, growthBatch, batch }) =>
      JSON.stringify([warmCollides, warmClearance, depths, growth, growthBatch, ...batch]),
  );
  if (one !== other) report.fail('bits', `warm collide and clearance, depths, growth, batch: ${one}; ${other}`);
}

function compareNumbers(report: Report, name: string, one: DistanceResult, other: DistanceResult): void {
  const difference = firstDifference(asSpace(one), asSpace(other));
  if (difference) report.fail('bits', `${name}: ${difference}`);
}

/** Results of 3D and 2D have the same fields, which is all that the comparison needs. */
function asSpace(result: DistanceResult): SpaceResult {
  return result as unknown as SpaceResult;
}

function checkAnswers(report: Report, scene: PlaneScene, answers: PlaneAnswers): void {
  const { cold, collides, clearance, more } = answers;
  const certificate = checkResult(report, 'cold', scene, cold);
  checkBoolean(report, scene, cold, certificate, collides);
  checkClearance(report, 'clearance', scene, cold, certificate, clearance);
  if (more) checkMore(report, scene, answers, certificate, more);
}

/** Checks `clearance` against the certified distance. */
function checkClearance(
  report: Report,
  name: string,
  scene: PlaneScene,
  cold: DistanceResult,
  certificate: Certificate,
  clearance: number,
): void {
  const error = Math.abs(clearance - cold.distance);
  if (!(error <= 4 * toleranceOf(scene, certificate))) report.fail(name, `${clearance}, but ${show(cold)}`);
}

function toleranceOf({ size }: PlaneScene, { allowance }: Certificate): number {
  return Math.max(1e-9 * size, allowance);
}

/** The checks of a single answer. */
function checkResult(report: Report, name: string, scene: PlaneScene, result: DistanceResult): Certificate {
  const { a, b, poseA, poseB } = name === 'reversed' ? mirrored(scene) : scene;
  const certificate = certify(a, poseA, b, poseB, result);
  const { valid, gap, allowance } = certificate;
  const tolerance = toleranceOf(scene, certificate);
  const summary = (): string =>
    `${name}: ${show(result)}; recomputed ${certificate.lower} … ${certificate.upper}, allowance ${allowance}, tolerance ${tolerance}`;
  if (!valid) report.fail('invalid', summary());
  if (result.termination === 'limit') report.fail('limit', summary());
  if (result.status === 'unknown') report.fail('unknown', summary());
  // `distance` gives an overlap no normal, from which a bound could be recomputed.
  const isWide = !(gap <= tolerance + 2 * allowance) && result.status !== 'overlapping';
  if (result.termination === 'stalled') report.note('stalled', summary());
  if (isWide) report.fail('gap', summary());
  report.raise('gap / size', result.status === 'overlapping' ? 0 : gap / scene.size);
  report.raise('iterations', result.iterations);
  return certificate;
}

function mirrored({ a, b, poseA, poseB }: PlaneScene): Pick<PlaneScene, 'a' | 'b' | 'poseA' | 'poseB'> {
  return { a: b, b: a, poseA: poseB, poseB: poseA };
}

/** Checks the Boolean answer against the proven distance, and for polygons against the exact answer. */
function checkBoolean(
  report: Report,
  { outlines, limit, size }: PlaneScene,
  cold: DistanceResult,
  certificate: Certificate,
  collides: boolean,
): void {
  if (collides && certificate.lower > certificate.allowance) report.fail('boolean', `collides, but ${show(cold)}`);
  if (!collides && cold.status === 'overlapping') report.fail('boolean', `does not collide, but ${show(cold)}`);
  if (!outlines) return;
  report.count('exact', 1);
  const isApart = areApart(...outlines);
  if (collides !== isApart && cold.status !== (isApart ? 'overlapping' : 'separated')) return;
  // After rotation, the direction of an edge between nearly coincident vertices is only rounding error, and the theorem's answer may be wrong
  // near contact: the pair's distance from contact decides.
  const truth = signedDistanceOf(...outlines);
  const isWrong =
    truth > limit
      ? collides || cold.status === 'overlapping'
      : truth < -limit && (!collides || cold.status === 'separated');
  if (isWrong)
    report.fail(
      'boolean',
      `collide is ${collides}, ${show(cold)}, but the signed distance is ${truth}, limit ${limit}`,
    );
  else if (Math.abs(truth) <= limit) {
    report.count('within limit', 1);
    report.raise('undecided gap / size', Math.abs(truth) / size);
  }
}

/** Checks the additional answers of a thorough case. */
function checkMore(
  report: Report,
  scene: PlaneScene,
  { cold, collides, clearance }: PlaneAnswers,
  certificate: Certificate,
  { reversed, signed, warm, warmCollides, warmClearance, depths, growth, growthBatch, batch }: MoreAnswers,
): void {
  const tolerance = 4 * toleranceOf(scene, certificate);
  for (const [name, result] of Object.entries({ reversed, signed, warm })) {
    checkResult(report, name, scene, result);
    const error = Math.abs(Math.max(0, result.distance) - cold.distance);
    if (!(error <= tolerance)) report.fail(name, `${show(result)}, but cold ${show(cold)}`);
  }
  if (scene.outlines) {
    const truth = signedDistanceOf(...scene.outlines);
    if (!(Math.abs(signed.distance - truth) <= tolerance))
      report.fail('depth', `${show(signed)}, but every edge against every vertex gives ${truth}`);
  }
  const isUndecided = certificate.lower <= certificate.allowance && cold.status !== 'overlapping';
  if (warmCollides !== collides && !isUndecided)
    report.fail('warm collide', `warm ${warmCollides}, cold ${collides}, ${show(cold)}`);
  checkClearance(report, 'warm clearance', scene, cold, certificate, warmClearance);
  for (const [name, result] of Object.entries(depths)) checkDepth(report, scene, signed, tolerance, name, result);
  if (growth) checkGrowth(report, scene, growth);
  if (growth && !(Object.is(growth.growth, growthBatch?.[0]) && Object.is(growth.contact[0], growthBatch?.[1])))
    report.fail('batch', `growth ${growthBatch}, but a single query gives ${growth.growth}, ${growth.contact}`);
  const single = [cold.distance, clearance, collides ? 1 : 0];
  if (!single.every((value, k) => Object.is(value, batch[k])))
    report.fail('batch', `${batch}, but single queries give ${single}`);
}

/** Checks a penetration by its certificate, and against the signed distance. */
function checkDepth(
  report: Report,
  { a, b, poseA, poseB }: PlaneScene,
  signed: DistanceResult,
  tolerance: number,
  name: string,
  result: PenetrationResult,
): void {
  const { depth, lower, upper, status, termination, local } = result;
  const summary = (): string =>
    `penetration, ${name}: ${status}, ${termination}, local ${local}, depth ${depth}, bounds ${lower} … ${upper}, but signed ${show(signed)}`;
  const least = Math.max(0, -signed.distance);
  if (!certify(a, poseA, b, poseB, result).valid) report.fail('penetration invalid', summary());
  if (status === 'unknown') report.fail('penetration unknown', summary());
  if (termination === 'stalled' || termination === 'limit') report.note(`penetration ${termination}`, summary());
  const isShort = !(depth >= least - tolerance) || !(lower <= least + tolerance);
  if (isShort || (!local && !(depth <= least + tolerance))) report.fail('penetration', summary());
  const other = signed.distance > 0 ? 'overlapping' : 'separated';
  if (Math.abs(signed.distance) > tolerance && status === other) report.fail('penetration', summary());
}

function checkGrowth(report: Report, { a, b, poseA, poseB }: PlaneScene, growth: GrowthResult): void {
  const certificate = certify(a, poseA, b, poseB, growth);
  const summary = (): string => `${JSON.stringify(growth)}, recomputed ${certificate.lower} … ${certificate.upper}`;
  if (!certificate.valid) report.fail('growth invalid', summary());
  if (!growth.converged) report.note('growth not converged', summary());
}

function show({ status, termination, distance, lower, upper }: DistanceResult): string {
  return `${status}, ${termination}, distance ${distance}, bounds ${lower} … ${upper}`;
}
