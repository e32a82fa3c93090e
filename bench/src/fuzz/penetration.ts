// Penetration on random overlaps: certificates with EPA's polytope, equal bits, explicit Minkowski differences of polytopes, and the
// incremental method from wrong starts.

import {
  certify,
  copyResult,
  type DistanceResult,
  Pair,
  type PenetrationResult,
  penetration,
  setTarget,
  signedDistance,
  type Target,
} from 'proximal';
import { compose, fromAxisAngle, Rng } from 'proximal/math';
import { randomOverlap, tilted } from '../random/overlaps.ts';
import { classOf, type PairCase, readPair, writePair } from '../random/pairs.ts';
import { randomKinds } from '../random/shapes.ts';
import { simplifyPair } from '../random/simplify.ts';
import { buildShape } from '../random/specs.ts';
import { pairFiles } from './case-problem.ts';
import { sizeOf, toleranceOf } from './distance-checks.ts';
import { cornersOf, explicitDepth } from './explicit-depth.ts';
import type { Fuzzer, Verdict } from './fuzzer.ts';
import { jsonRepro } from './json-repro.ts';
import { Report } from './report.ts';
import { allowanceOf, bodyOf, type Scene, toBodyAxes } from './scene.ts';

export const penetrationFuzzer: Fuzzer<PairCase> = {
  name: 'penetration',
  title: 'penetration() and signedDistance() on random overlaps: certificates, explicit Minkowski hulls, wrong starts',
  kinds: randomKinds,
  generate: randomOverlap,
  check,
  classes: [
    { title: 'kind of A', of: ({ a }) => a.kind },
    { title: 'kinds', of: classOf, onlyFailures: true },
    { title: 'situation', of: ({ situation, scope }) => `${situation}${scope === 'extreme' ? ' (extreme)' : ''}` },
  ],
  shares: { 'not global 5°': 'local 5°', 'not global 45°': 'local 45°' },
  files: pairFiles(3, () => ({ query: 'signedDistance' }), readPair),
  write: (item) => writePair(item).replace('distance', 'penetration'),
  writeRepro: jsonRepro({
    fuzzer: 'penetration',
    module: '../../src/index.ts',
    functions: ['certify', 'signedDistance'],
    lines: [
      'const result = signedDistance(a, poseA, b, poseB);',
      'expect(certify(a, poseA, b, poseB, result).valid).toBe(true);',
      'expect(result.converged).toBe(true);',
    ],
  }),
  simplify: simplifyPair,
};

interface Answers {
  readonly global: PenetrationResult;
  readonly signed: DistanceResult;
  /** Local results from starts 5° and 45° beside the global normal; none if the depth is 0. */
  readonly local: readonly PenetrationResult[];
  /** Queries of one pair, each but the first with a warm start from the query before; none if the depth is 0. */
  readonly warm: readonly WarmAnswer[];
}

interface WarmAnswer {
  readonly poseB: Float64Array;
  readonly result: PenetrationResult;
  /** A global result at the same poses. */
  readonly global: PenetrationResult;
}

const degrees = [5, 45];

function check(item: PairCase, targets: readonly Target[]): Verdict {
  const report = new Report({
    queries: 0,
    exact: 0,
    'local 5°': 0,
    'not global 5°': 0,
    'local 45°': 0,
    'not global 45°': 0,
    warm: 0,
    limit: 0,
    unknown: 0,
    invalid: 0,
    bits: 0,
  });
  const details: Record<string, Answers> = {};
  try {
    const scene: Scene = { a: bodyOf(buildShape(item.a), item.poseA), b: bodyOf(buildShape(item.b), item.poseB) };
    for (const target of targets) details[target] = runQuery(target, scene);
    const first = details[targets[0]];
    checkAnswers(report, item, scene, first);
    report.count('queries', 2 + first.local.length);
    for (const target of targets) {
      if (write(details[target]) !== write(first)) report.fail('bits', `${target} and ${targets[0]}`);
    }
  } catch (error) {
    report.fail('throws', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return report.verdict(details);
}

function write(answers: Answers): string {
  return JSON.stringify(answers, (_key, value) => (Object.is(value, -0) ? '-0' : value));
}

function runQuery(target: Target, { a, b }: Scene): Answers {
  setTarget(target);
  const global = penetration(a.shape, a.pose, b.shape, b.pose, { keepProof: true });
  const signed = signedDistance(a.shape, a.pose, b.shape, b.pose);
  const rng = new Rng(45);
  const start = toBodyAxes(a, global.normal);
  const local = (global.depth > 0 ? degrees : []).map((angle) => {
    const direction = tilted(rng, start, (angle * Math.PI) / 180);
    return penetration(a.shape, a.pose, b.shape, b.pose, { algorithm: 'incremental', direction });
  });
  return { global, signed, local, warm: global.depth > 0 ? runPair({ a, b }, rng) : [] };
}

/** Queries at the pose of B twice, then three more, each turned by up to 4° and shifted by 2 % of the size from the one before. */
function runPair({ a, b }: Scene, rng: Rng): WarmAnswer[] {
  const pair = new Pair(a.shape, b.shape);
  const size = sizeOf({ a, b });
  const answers: WarmAnswer[] = [];
  let poseB = compose(b.pose, {});
  for (let k = 0; k < 5; k++) {
    const global = penetration(a.shape, a.pose, b.shape, poseB);
    answers.push({ poseB, result: copyResult(pair.penetration(a.pose, poseB)), global });
    if (k === 0) continue;
    poseB = compose(poseB, fromAxisAngle(rng.direction(), rng.uniform(0, 0.07)));
    const step = rng.direction();
    for (let axis = 0; axis < 3; axis++) poseB[axis] += 0.02 * size * step[axis];
  }
  return answers;
}

function checkAnswers(report: Report, item: PairCase, scene: Scene, { global, signed, local, warm }: Answers): void {
  const { a, b } = scene;
  const allowance = allowanceOf(scene);
  const tolerance = toleranceOf(scene, allowance);
  const summary = `${global.status}, ${global.termination}, depth ${global.lower} … ${global.depth}, tolerance ${tolerance}`;
  for (const [name, result] of [['global', global] as const, ['signed', signed] as const]) {
    const certificate = certify(a.shape, a.pose, b.shape, b.pose, result);
    if (!certificate.valid) report.fail('invalid', `${name}: ${summary}; ${JSON.stringify(certificate)}`);
    if (result.status === 'unknown') report.fail('unknown', `${name}: ${summary}`);
  }
  if (global.termination === 'limit') report.note('limit', summary);
  else if (!(global.upper - global.lower <= tolerance + 2 * allowance)) report.fail('gap', summary);
  if (global.local || signed.local) report.fail('local', `a global answer is local: ${summary}`);
  if (!(Math.abs(Math.min(0, signed.distance) + global.depth) <= 2 * tolerance)) {
    report.fail('signed', `${signed.distance}: ${summary}`);
  }
  report.raise('gap / size', (global.upper - global.lower) / sizeOf(scene));
  report.raise('iterations', global.iterations);
  checkExplicit(report, item, scene, global, tolerance + 4 * allowance);
  local.forEach((result, k) => {
    const name = `${degrees[k]}°`;
    report.count(`local ${name}`, 1);
    if (!(result.depth >= global.lower - tolerance)) report.fail('less', `${name}: ${result.depth}; ${summary}`);
    if (result.depth > global.upper + 2 * tolerance) report.count(`not global ${name}`, 1);
    if (!certify(a.shape, a.pose, b.shape, b.pose, result).valid) report.fail('invalid', `${name}: ${summary}`);
  });
  warm.forEach(({ poseB, result, global: expected }, k) => {
    const name = `warm ${k}`;
    const slack = tolerance + 4 * allowanceOf({ a, b: { ...b, pose: poseB } });
    report.count('warm', 1);
    if (!(result.depth >= expected.lower - slack))
      report.fail('less', `${name}: ${result.depth} instead of ${expected.depth}`);
    // A pair may be reported as touching at depths of up to twice the tolerance: its bounds may be one tolerance apart, below and above the
    // tolerance.
    if (expected.lower > tolerance + slack && result.status !== 'overlapping')
      report.fail('warm', `${name}: ${result.status}`);
    if (
      expected.status === 'separated' &&
      result.status === 'overlapping' &&
      expected.depth === 0 &&
      result.depth > slack
    )
      report.fail('warm', `${name}: ${result.depth} of separated shapes`);
    if (!certify(a.shape, a.pose, b.shape, poseB, result).valid) report.fail('invalid', `${name}: ${summary}`);
  });
}

function checkExplicit(
  report: Report,
  item: PairCase,
  scene: Scene,
  { depth, normal }: PenetrationResult,
  slack: number,
): void {
  const [a, b] = [cornersOf(item.a), cornersOf(item.b)];
  if (a === null || b === null) return;
  const exact = explicitDepth(scene.a, a, scene.b, b, toBodyAxes(scene.a, normal));
  if (exact === null) return;
  const error = Math.abs(depth - Math.max(0, exact));
  report.count('exact', 1);
  report.raise('error / size', error / sizeOf(scene));
  if (!(error <= slack)) report.fail('exact', `depth ${depth}, explicit ${exact}, allowed ${slack}`);
}
