// The distance query on random pairs: proof, equal bits, symmetry, warm starts, and how it ended.
import {
  type Certificate,
  certify,
  copyResult,
  type DistanceResult,
  distance,
  Pair,
  type Shape,
  setTarget,
  type Target,
} from 'proximal';
import { classOf, type PairCase, randomPair, writePair } from '../random/pairs.ts';
import { buildShape, randomKinds } from '../random/shapes.ts';
import { simplifyPair } from '../random/simplify.ts';
import { differentNumber, type Scene, shapeErrors, toleranceOf } from './distance-checks.ts';
import type { Failure, Fuzzer, Verdict } from './fuzzer.ts';

export const distanceFuzzer: Fuzzer<PairCase> = {
  name: 'distance',
  title: 'distance() on random pairs: certificate, equal bits on both targets, symmetry, warm starts',
  kinds: randomKinds.map(({ kind }) => kind),
  generate(seed, number, only) {
    return randomPair(seed, number, only);
  },
  check,
  classes: [
    { title: 'kinds', of: classOf },
    { title: 'situation', of: ({ situation }) => situation },
  ],
  write: writePair,
  simplify: simplifyPair,
};

/** The three ways in which the same question is asked, on every target: three queries in the tables. */
const questions = ['cold', 'reversed', 'warm'] as const;
type Answers = Record<(typeof questions)[number], DistanceResult>;

function check(item: PairCase, targets: readonly Target[]): Verdict {
  const report = new Report();
  const details: Record<string, Answers> = {};
  try {
    const [a, b] = [buildShape(item.a), buildShape(item.b)];
    for (const target of targets) details[target] = ask(target, item, a, b);
    const first = details[targets[0]];
    judge(report, item, a, b, first);
    report.count('queries', questions.length);
    const second = targets.length > 1 ? details[targets[1]] : first;
    for (const question of questions) {
      const different = differentNumber(first[question], second[question]);
      if (different) report.fail('bits', `${question}: ${different}`);
    }
    // Equal bits need no second look: the certificate would read the same numbers.
    if (report.has('bits')) judge(report, item, a, b, second);
  } catch (error) {
    report.fail('throws', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return { counts: report.counts, worst: report.worst, failures: report.failures, notes: report.notes, details };
}

function ask(target: Target, { poseA, poseB, step }: PairCase, a: Shape, b: Shape): Answers {
  setTarget(target);
  const pair = new Pair(a, b);
  pair.distance(
    poseA,
    poseB.map((x, k) => (k < 3 ? x + step[k] : x)),
  );
  return {
    cold: distance(a, poseA, b, poseB),
    reversed: distance(b, poseB, a, poseA),
    warm: copyResult(pair.distance(poseA, poseB)),
  };
}

function judge(report: Report, { poseA, poseB, gap }: PairCase, a: Shape, b: Shape, answers: Answers): void {
  const scene: Scene = { a, poseA, b, poseB };
  const mirrored: Scene = { a: b, poseA: poseB, b: a, poseB: poseA };
  const cold = judgeOne(report, 'cold', scene, answers.cold);
  judgeOne(report, 'reversed', mirrored, answers.reversed);
  judgeOne(report, 'warm', scene, answers.warm);
  const { tolerance } = toleranceOf(a, b, cold);
  compare(report, 'asymmetric', answers.cold, answers.reversed, tolerance);
  compare(report, 'warm', answers.cold, answers.warm, tolerance);
  if (gap === undefined || answers.cold.termination !== 'converged') return;
  // Pushed past contact, thin bodies come out at the other side, but never farther than they were pushed.
  const least = Math.max(0, gap.value);
  const off = Math.max(least - answers.cold.distance, answers.cold.distance - Math.abs(gap.value));
  if (!(off <= 2 * tolerance + gap.error)) {
    report.fail(
      'misplaced',
      `distance ${answers.cold.distance}, placed at ${gap.value} ± ${gap.error}, tolerance ${tolerance}`,
    );
  }
}

/** Everything that one answer has to fulfil by itself. */
function judgeOne(report: Report, question: string, scene: Scene, result: DistanceResult): Certificate {
  const { a, poseA, b, poseB } = scene;
  const certificate = certify(a, poseA, b, poseB, result);
  const { size, tolerance } = toleranceOf(a, b, certificate);
  const summary = `${question}: ${result.status}, ${result.termination}, distance ${result.distance}, bounds ${result.lower} … ${result.upper}, ${result.iterations} iterations`;
  if (!certificate.valid) {
    const { lower, upper, allowance } = certificate;
    report.fail('invalid', `${summary}; recomputed ${lower} … ${upper}, allowance ${allowance}`);
  }
  if (result.termination === 'limit') report.fail('limit', summary);
  if (result.status === 'unknown') report.fail('unknown', summary);
  const isLoose = !(certificate.gap <= tolerance + 2 * certificate.allowance);
  if (result.termination === 'stalled') {
    report.note('stalled', `${summary}; tolerance ${tolerance}`);
    if (isLoose) report.note('loose', `${summary}; recomputed gap ${certificate.gap}, tolerance ${tolerance}`);
  } else if (isLoose) report.fail('gap', `${summary}; recomputed gap ${certificate.gap}, tolerance ${tolerance}`);
  for (const { kind, detail } of shapeErrors(scene, result, tolerance, certificate.allowance))
    report.fail(kind, `${summary}; ${detail}`);
  report.raise('gap / size', certificate.gap / size);
  report.raise('gap / tolerance', certificate.gap / tolerance);
  report.raise('iterations', result.iterations);
  return certificate;
}

/** Two answers to the same question have bounds that meet, and distances within the tolerance of each other. */
function compare(report: Report, kind: string, one: DistanceResult, other: DistanceResult, tolerance: number): void {
  const off = Math.abs(one.distance - other.distance);
  const slack = Math.max(tolerance, one.upper - one.lower, other.upper - other.lower);
  const statuses = [one.status, other.status];
  const contradict = statuses.includes('separated') && statuses.includes('overlapping');
  if (!(off <= 2 * slack) || contradict) {
    const show = ({ status, termination, distance: value }: DistanceResult): string =>
      `${value} (${status}, ${termination})`;
    report.fail(kind, `${show(one)} and ${show(other)}, tolerance ${tolerance}`);
  } else if (one.status !== other.status) report.count('status flips', 1);
}

class Report {
  readonly counts: Record<string, number> = {
    queries: 0,
    stalled: 0,
    loose: 0,
    limit: 0,
    unknown: 0,
    invalid: 0,
    bits: 0,
  };
  readonly worst: Record<string, number> = {};
  readonly failures: Failure[] = [];
  readonly notes: Failure[] = [];

  has(kind: string): boolean {
    return this.failures.some((failure) => failure.kind === kind);
  }

  count(name: string, value: number): void {
    this.counts[name] = (this.counts[name] ?? 0) + value;
  }

  raise(name: string, value: number): void {
    this.worst[name] = Math.max(this.worst[name] ?? 0, value);
  }

  fail(kind: string, detail: string): void {
    this.failures.push({ kind, detail });
  }

  note(kind: string, detail: string): void {
    this.count(kind, 1);
    this.notes.push({ kind, detail });
  }
}
