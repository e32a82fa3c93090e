// The distance query on random pairs: certificate, equal bits, symmetry, warm starts, accelerated variants, collisions, status.

import { type Certificate, certify, type DistanceResult, type Target } from 'proximal';
import { classOf, type PairCase, randomPair, readPair, writePair } from '../random/pairs.ts';
import { randomKinds } from '../random/shapes.ts';
import { simplifyPair } from '../random/simplify.ts';
import { buildShape } from '../random/specs.ts';
import { pairFiles } from './case-problem.ts';
import { type Answers, type Collision, marginsAround, runCollisions, runQuery, variants } from './distance-answers.ts';
import { firstDifference, isSame, overlapError, shapeErrors, sizeOf, toleranceOf } from './distance-checks.ts';
import { checkCollisions, compareCollisions } from './distance-collisions.ts';
import { writeRepro } from './distance-repro.ts';
import { failedQuery } from './failed-query.ts';
import type { Fuzzer, Query, Verdict } from './fuzzer.ts';
import { Report } from './report.ts';
import { allowanceOf, bodyOf, type Scene } from './scene.ts';

export const distanceFuzzer: Fuzzer<PairCase> = {
  name: 'distance',
  title: 'distance() and collide() on random pairs: certificate, equal bits, symmetry, warm starts, accelerations',
  kinds: randomKinds,
  generate(seed, number, only) {
    return randomPair(seed, number, only);
  },
  check,
  classes: [
    { title: 'kinds', of: classOf, onlyFailures: true },
    { title: 'situation', of: ({ situation, scope }) => `${situation}${scope === 'extreme' ? ' (extreme)' : ''}` },
    { title: 'scope', of: ({ scope }) => scope },
  ],
  files: pairFiles(3, failedQuery, readPair),
  write: writePair,
  writeRepro,
  simplify: simplifyPair,
};

interface Details {
  readonly answers: Answers;
  readonly collisions: readonly Collision[];
}

function check(item: PairCase, targets: readonly Target[]): Verdict {
  const report = new Report({ queries: 0, stalled: 0, loose: 0, limit: 0, unknown: 0, invalid: 0, bits: 0 });
  const details: Record<string, Details> = {};
  try {
    const scene: Scene = { a: bodyOf(buildShape(item.a), item.poseA), b: bodyOf(buildShape(item.b), item.poseB) };
    for (const target of targets) details[target] = runAll(target, scene, item);
    const first = details[targets[0]];
    checkAnswers(report, item, scene, first);
    report.count('queries', variants.length + first.collisions.length);
    const second = targets.length > 1 ? details[targets[1]] : first;
    compareBits(report, first, second);
    // If the results of both targets are equal, checking those of the first suffices.
    if (report.has('bits')) checkAnswers(report, item, scene, second);
  } catch (error) {
    report.fail('throws', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return report.verdict(details);
}

function runAll(target: Target, scene: Scene, { step, schedule = 'paper' }: PairCase): Details {
  const distances = runQuery(target, scene, step, schedule);
  const { answers } = distances;
  const allowance = allowanceOf(scene);
  const margins = marginsAround(answers.cold, Math.max(toleranceOf(scene, allowance), 4 * allowance));
  return { answers, collisions: runCollisions(distances, scene, margins) };
}

function compareBits(report: Report, first: Details, second: Details): void {
  for (const variant of variants) {
    const different = firstDifference(first.answers[variant], second.answers[variant]);
    if (different) report.fail('bits', `${variant}: ${different}`, { function: 'distance', variant });
  }
  compareCollisions(report, first.collisions, second.collisions);
}

function checkAnswers(report: Report, { gap }: PairCase, scene: Scene, { answers, collisions }: Details): void {
  const { cold } = answers;
  const mirrored: Scene = { a: scene.b, b: scene.a };
  const certificate = checkResult(report, 'cold', scene, cold);
  const tolerance = toleranceOf(scene, certificate.allowance);
  for (const variant of variants) {
    // Queries of few iterations often give the same bits in all variants; these are checked once.
    if (variant === 'cold' || isSame(cold, answers[variant])) continue;
    checkResult(report, variant, variant === 'reversed' ? mirrored : scene, answers[variant]);
    compare(report, variant, cold, answers[variant], tolerance);
  }
  // All answers are about the same pair, so only the first that overlaps is checked.
  const overlap = variants.find((variant) => answers[variant].status === 'overlapping');
  const error = overlap === undefined ? null : overlapError(scene, tolerance, certificate.allowance);
  if (overlap !== undefined && error !== null)
    report.fail('status', `${overlap}: ${error}`, { function: 'distance', variant: overlap });
  checkCollisions(report, cold, certificate, tolerance, collisions);
  if (gap === undefined || cold.termination !== 'converged') return;
  // A body moved into a thin one may pass through it: then they are separated by at most the length of the motion past contact, |gap|.
  const least = Math.max(0, gap.value);
  const deviation = Math.max(least - cold.distance, cold.distance - Math.abs(gap.value));
  if (!(deviation <= 2 * tolerance + gap.error)) {
    report.fail(
      'misplaced',
      `distance ${cold.distance}, placed at ${gap.value} ± ${gap.error}, tolerance ${tolerance}`,
      { function: 'distance', variant: 'cold' },
    );
  }
}

/** Checks a single answer of `distance`, and returns its certificate. */
function checkResult(report: Report, variant: string, scene: Scene, result: DistanceResult): Certificate {
  const { a, b } = scene;
  const certificate = certify(a.shape, a.pose, b.shape, b.pose, result);
  const { gap, allowance, valid } = certificate;
  const tolerance = toleranceOf(scene, allowance);
  const bounds = (): string =>
    `recomputed ${certificate.lower} … ${certificate.upper}, allowance ${allowance}, tolerance ${tolerance}`;
  const summary = (): string =>
    `${variant}: ${show(result)}, bounds ${result.lower} … ${result.upper}, ${result.iterations} iterations`;
  const query: Query = { function: 'distance', variant };
  if (!valid) report.fail('invalid', `${summary()}; ${bounds()}`, query);
  if (result.termination === 'limit') report.fail('limit', summary(), query);
  if (result.status === 'unknown') report.fail('unknown', summary(), query);
  const isLoose = !(gap <= tolerance + 2 * allowance);
  if (result.termination === 'stalled') {
    report.note('stalled', `${summary()}; ${bounds()}`);
    if (gap > 100 * tolerance) report.fail('wide', `${summary()}; ${bounds()}`, query);
    else if (isLoose) report.note('loose', `${summary()}; ${bounds()}`);
  } else if (isLoose) report.fail('gap', `${summary()}; ${bounds()}`, query);
  for (const { kind, detail } of shapeErrors(scene, result, tolerance, allowance))
    report.fail(kind, `${summary()}; ${detail}`, query);
  report.raise('gap / size', gap / sizeOf(scene));
  report.raise('gap / tolerance', gap / tolerance);
  report.raise('iterations', result.iterations);
  return certificate;
}

/** Two answers must not contradict each other. Their distances may differ by twice the larger of the tolerance and the widths of their bounds. */
function compare(report: Report, kind: string, one: DistanceResult, other: DistanceResult, tolerance: number): void {
  const deviation = Math.abs(one.distance - other.distance);
  const slack = Math.max(tolerance, one.upper - one.lower, other.upper - other.lower);
  const contradict =
    (one.status === 'separated' && other.status === 'overlapping') ||
    (one.status === 'overlapping' && other.status === 'separated');
  if (!(deviation <= 2 * slack) || contradict) {
    const detail = `${show(one)} and ${show(other)}, tolerance ${tolerance}`;
    report.fail(kind, detail, { function: 'distance', variant: kind });
  } else if (one.status !== other.status) report.count('status flips', 1);
}

function show({ status, termination, distance }: DistanceResult): string {
  return `${status}, ${termination}, distance ${distance}`;
}
