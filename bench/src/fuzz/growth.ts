// Growth distances on random pairs: certificates, equal bits, explicit Minkowski differences of polytopes, warm starts, and the primal
// infeasibility, equation (9c) of the paper on growth distances.

import { type Certificate, certify, type GrowthResult, growthDistance, type Target } from 'proximal';
import type { Vec3 } from 'proximal/math';
import { randomOverlap } from '../random/overlaps.ts';
import { classOf, type PairCase, readPair, writePair } from '../random/pairs.ts';
import { randomKinds } from '../random/shapes.ts';
import { simplifyPair } from '../random/simplify.ts';
import { buildShape } from '../random/specs.ts';
import { pairFiles } from './case-problem.ts';
import { cornersOf, explicitDifference } from './explicit-depth.ts';
import type { Fuzzer, Verdict } from './fuzzer.ts';
import { type GrowthAnswers, runGrowth, variant } from './growth-answers.ts';
import { jsonRepro } from './json-repro.ts';
import { Report } from './report.ts';
import { allowanceOf, bodyOf, dot, length, pointDistance, type Scene, toBodyAxes, toWorldAxes } from './scene.ts';

export const growthFuzzer: Fuzzer<PairCase> = {
  name: 'growth',
  title: 'growthDistance() on random pairs: certificates, explicit Minkowski hulls, warm starts, primal infeasibility',
  kinds: randomKinds,
  generate,
  check,
  classes: [
    { title: 'kind of A', of: ({ a }) => a.kind },
    { title: 'kinds', of: classOf, onlyFailures: true },
    { title: 'situation', of: ({ situation, scope }) => `${situation}${scope === 'extreme' ? ' (extreme)' : ''}` },
  ],
  files: pairFiles(3, () => ({ query: 'growthDistance' }), readPair),
  write: (item) => writePair(item).replace('distance', 'growthDistance'),
  writeRepro: jsonRepro({
    fuzzer: 'growth',
    module: '../../src/index.ts',
    functions: ['certify', 'growthDistance'],
    lines: [
      'const result = growthDistance(a, poseA, b, poseB);',
      'expect(certify(a, poseA, b, poseB, result).valid).toBe(true);',
      'expect(result.converged).toBe(true);',
    ],
  }),
  simplify,
};

/** The largest gap between the bounds of a default query, relative to the growth. */
const tolerance = 2 ** -26;
/** The largest allowed residual of (9c), relative to the size of the scaled shapes. */
const infeasible = { meshes: 1e-11, 'curved sets': 1e-9 };

function generate(seed: number, number: number, only: readonly string[]): PairCase | null {
  const item = randomOverlap(seed, number, only);
  return item !== null && hasGrowth(item) ? item : null;
}

function* simplify(item: PairCase): Iterable<PairCase> {
  for (const simpler of simplifyPair(item)) if (canGrow(simpler)) yield simpler;
}

/** Whether a simplified case has valid shapes that can be scaled. */
function canGrow(item: PairCase): boolean {
  try {
    return hasGrowth(item);
  } catch {
    return false;
  }
}

/** Whether both shapes are bounded and one contains a ball around its center. */
function hasGrowth({ a, b }: PairCase): boolean {
  const [shapeA, shapeB] = [buildShape(a), buildShape(b)];
  return shapeA.isBounded && shapeB.isBounded && Math.max(shapeA.inradius, shapeB.inradius) > 0;
}

/** Whether both inradii are below the rounding error of the input, so that a refusal of the pair as one without volume is right. */
function isBelowRounding({ a, b }: Scene): boolean {
  const extent = ({ shape }: Scene['a']): number => 2 * Math.hypot(...shape.center) + shape.boundingRadius;
  return Math.max(a.shape.inradius, b.shape.inradius) <= 64 * Number.EPSILON * (extent(a) + extent(b));
}

function isRefused({ a, b }: Scene): boolean {
  try {
    growthDistance(a.shape, a.pose, b.shape, b.pose);
    return false;
  } catch (error) {
    return error instanceof RangeError && error.message.includes('neither center is strictly inside its shape');
  }
}

function check(item: PairCase, targets: readonly Target[]): Verdict {
  const report = new Report({ queries: 0, refused: 0, exact: 0, wide: 0, invalid: 0, bits: 0 });
  const details: Record<string, GrowthAnswers> = {};
  try {
    const scene: Scene = { a: bodyOf(buildShape(item.a), item.poseA), b: bodyOf(buildShape(item.b), item.poseB) };
    if (isBelowRounding(scene) && isRefused(scene)) {
      report.count('refused', 1);
      return report.verdict(details);
    }
    for (const target of targets) details[target] = runGrowth(target, scene, item.step);
    const first = details[targets[0]];
    checkAnswers(report, item, scene, first);
    // The checked queries: all results and the Boolean, without the queries that only provide a warm start.
    report.count('queries', Object.keys(first.results).length + 1);
    for (const target of targets) {
      if (write(details[target]) !== write(first)) report.fail('bits', `${target} and ${targets[0]}`);
    }
  } catch (error) {
    report.fail('throws', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return report.verdict(details);
}

function write(answers: GrowthAnswers): string {
  return JSON.stringify(answers, (_key, value) => (Object.is(value, -0) ? '-0' : value));
}

function checkAnswers(report: Report, item: PairCase, scene: Scene, { results, collides }: GrowthAnswers): void {
  const { a, b } = scene;
  const isMesh = cornersOf(item.a) !== null && cornersOf(item.b) !== null;
  const bounds: Partial<Record<string, Certificate>> = {};
  for (const [name, result] of Object.entries(results)) {
    const certificate = certify(a.shape, a.pose, b.shape, b.pose, result);
    bounds[name] = certificate;
    checkResult(report, name, result, certificate);
    checkInfeasibility(report, scene, result, isMesh ? 'meshes' : 'curved sets');
  }
  const cold = results[variant.cold];
  const slack = (bounds[variant.cold] as Certificate).allowance;
  for (const name of [variant.primal, variant.dual, variant.paper]) {
    const { lower, upper, allowance } = bounds[name] as Certificate;
    // Each of the two answers has its own rounding error.
    const isSame = lower <= cold.upper + allowance + slack && cold.lower <= upper + allowance + slack;
    if (!isSame) report.fail('differs', `${name}: ${lower} … ${upper}, cold ${cold.lower} … ${cold.upper}`);
  }
  if (collides ? cold.lower > 1 + 2 * slack : cold.upper < 1 - 2 * slack) {
    report.fail('collide', `${collides}, but the growth is ${cold.lower} … ${cold.upper}`);
  }
  checkExplicit(report, item, scene, cold, slack);
}

/** Checks that the bounds are valid and have met to the tolerance or to rounding. */
function checkResult(report: Report, name: string, result: GrowthResult, certificate: Certificate): void {
  const { lower, upper, gap, allowance, valid } = certificate;
  const summary = `${name}: ${result.status}, ${result.termination} after ${result.iterations}, growth ${lower} … ${upper}`;
  if (!valid) report.fail('invalid', `${summary}; ${JSON.stringify(certificate)}`);
  // The tip of a pointed superellipsoid may take more than the default 100 iterations, and rounding may end the search if sizes differ by
  // factors of millions. The bounds are then apart, but valid: `--tolerate wide` lets some such cases pass.
  if (!result.converged) report.fail('wide', summary);
  else if (!(gap <= 1.001 * tolerance * upper + 2 * allowance)) report.fail('gap', summary);
  if (upper > 0) report.raise('gap', gap / upper);
  report.raise('iterations', result.iterations);
}

/** (9c): the distance of the images of the two points, relative to the size of the scaled shapes. */
function checkInfeasibility(
  report: Report,
  { a, b }: Scene,
  result: GrowthResult,
  kind: keyof typeof infeasible,
): void {
  const { growth, localA, localB, proof } = result;
  const image = (local: Vec3, center: Vec3): Vec3 => center.map((c, k) => growth * (local[k] - c)) as Vec3;
  const ofA = image(localA, proof.centerA);
  const [x, y, z] = toWorldAxes(b, image(localB, proof.centerB));
  const [cx, cy, cz] = toWorldAxes(b, proof.centerB);
  const ofB = toBodyAxes(a, [
    x + cx + (b.pose[0] - a.pose[0]),
    y + cy + (b.pose[1] - a.pose[1]),
    z + cz + (b.pose[2] - a.pose[2]),
  ]);
  const error = pointDistance(ofA.map((c, k) => c + proof.centerA[k]) as Vec3, ofB);
  const centerDistance = Math.hypot(b.pose[0] - a.pose[0], b.pose[1] - a.pose[1], b.pose[2] - a.pose[2]);
  const extent = [a, b].reduce((sum, { shape }) => sum + length(shape.center as Vec3) + shape.boundingRadius, 0);
  const relative = error / (Math.max(1, growth) * extent + centerDistance);
  report.raise(`infeasibility of ${kind}`, relative);
  if (!(relative <= infeasible[kind])) report.fail('infeasible', `${error} m, ${relative} of the size`);
}

/** Checks the growth, the gauge of the ray p from A's center to B's: the largest ⟨n, p⟩ / h(n) over the normals n of the explicit difference. */
function checkExplicit(report: Report, item: PairCase, scene: Scene, result: GrowthResult, slack: number): void {
  const [a, b] = [cornersOf(item.a), cornersOf(item.b)];
  if (a === null || b === null) return;
  const { proof, growth, normal } = result;
  const fromCenter = (corners: Vec3[], center: Vec3): Vec3[] =>
    corners.map(([x, y, z]) => [x - center[0], y - center[1], z - center[2]]);
  const ofB = fromCenter(b, proof.centerB).map((corner) => toBodyAxes(scene.a, toWorldAxes(scene.b, corner)));
  const difference = explicitDifference(fromCenter(a, proof.centerA), ofB);
  if (difference === null) return;
  const ray = rayOf(scene, proof.centerA, proof.centerB);
  let [exact, height] = [Number.NEGATIVE_INFINITY, 0];
  for (const n of [toBodyAxes(scene.a, normal), ...difference.normals]) {
    const support = difference.support(n);
    if (dot(n, ray) / support > exact) [exact, height] = [dot(n, ray) / support, support];
  }
  const error = Math.abs(growth - exact) / growth;
  // If the centers nearly coincide, the ray is only rounding error, and differs from the kernel's.
  if (length(ray) <= allowanceOf(scene)) return;
  report.count('exact', 1);
  // Points far from the origin are rounded. That changes the height of the facet, which is small for a thin difference, and the height of the ray's end,
  // which is `growth` times as large.
  const rounding = allowanceOf(scene) / height;
  const allowed = tolerance + (2 * slack) / growth + rounding + rounding / growth;
  if (allowed < 1e-6) report.raise('error', error);
  if (growth > 0 && !(error <= allowed)) report.fail('exact', `${growth}, explicit ${exact}`);
}

/** From A's center to B's, in axes of A. */
function rayOf({ a, b }: Scene, centerA: Vec3, centerB: Vec3): Vec3 {
  const [x, y, z] = toWorldAxes(b, centerB);
  const toB = toBodyAxes(a, [x + (b.pose[0] - a.pose[0]), y + (b.pose[1] - a.pose[1]), z + (b.pose[2] - a.pose[2])]);
  return [toB[0] - centerA[0], toB[1] - centerA[1], toB[2] - centerA[2]];
}
