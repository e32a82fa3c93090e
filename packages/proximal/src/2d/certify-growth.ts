// The certificate of a growth distance: both bounds are recomputed from the two support functions, the proof and the normal.
import type { Vec2 } from '../math/vec2.ts';
import { add, dot, length } from '../math/vector.ts';
import type { Certificate } from '../query/certificate.ts';
import type { GrowthResult } from './growth.ts';
import type { RelativePair } from './relative-pair.ts';
import type { Shape } from './shapes/shape.ts';

/** Checks a result of `growthDistance` or `growthCollide`. */
export function certifyGrowth(pair: RelativePair, a: Shape, b: Shape, result: GrowthResult): Certificate {
  const { weights, centerA, centerB: ownCenterB } = result.proof;
  const centerB = pair.fromB(ownCenterB);
  const between = add(centerB, centerA, -1);
  const centerDistance = length(between);
  // The bounds are relative to each shape's own center, so their rounding error does not depend on the distance of the centers.
  const allowance = 64 * Number.EPSILON * (pair.sumOfRadii + length(centerA) + length(ownCenterB));
  if (centerDistance <= allowance) return certifyCentered(a, b, result, centerDistance, allowance);
  const unit: Vec2 = [between[0] / centerDistance, between[1] / centerDistance];
  const [pointA, pointB] = combinedPoints(pair, a, result.proof);
  const normal = pair.toA(result.normal);
  const inner = add(pointA, pointB, -1);
  const outer = dot(normal, add(a.support(normal), centerA, -1)) - dot(normal, pair.supportBFrom(ownCenterB, normal));
  // The lengths of the ray to the combined point, the inner approximation, and to the support line, the outer approximation.
  const [innerLength, outerLength] = [dot(inner, unit), outer / dot(normal, unit)];
  const [lower, upper] = [centerDistance / outerLength, innerLength > 0 ? centerDistance / innerLength : Infinity];
  // The relative error of the growth is that of a length along the ray. An error perpendicular to the support line causes an error along
  // the ray that is larger by 1 / sin of the angle between ray and line.
  const sine = Math.abs(dot(normal, unit));
  const [slackLower, slackUpper] = [
    (lower * allowance) / (outerLength * sine),
    (upper * allowance) / (innerLength * sine),
  ];
  const total = weights[0] + weights[1] + weights[2];
  const { worldError } = pair;
  const isAt = (point: Vec2, center: Vec2, offset: Vec2, factor: number, slack = 0): boolean =>
    length(add(pair.toAPoint(point), add(center, offset, factor), -1)) <=
    4 * (1 + factor) * allowance + worldError + slack * length(offset);
  const valid =
    weights.every((weight) => weight >= 0) &&
    Math.abs(total - 1) <= 1e-14 &&
    Math.abs(inner[0] * unit[1] - inner[1] * unit[0]) <= allowance &&
    lower >= result.lower - slackLower &&
    upper <= result.upper + slackUpper &&
    result.growth >= result.lower - slackLower &&
    result.growth <= result.upper + slackUpper &&
    isStatusProven(result) &&
    isAt(result.pointA, centerA, pointA, 1) &&
    isAt(result.pointB, centerB, pointB, 1) &&
    // An error of the growth moves a scaled point in proportion to its distance from the center.
    isAt(result.contact, centerA, pointA, result.growth, slackUpper) &&
    isAt(result.contact, centerB, pointB, result.growth, slackUpper);
  return { lower, upper, gap: upper - lower, allowance, valid };
}

/** The certificate for centers that are equal up to rounding: the ray's direction, and so the growth, is only rounding error. */
function certifyCentered(
  a: Shape,
  b: Shape,
  { growth, lower, status }: GrowthResult,
  centerDistance: number,
  allowance: number,
): Certificate {
  const upper = (centerDistance + allowance) / Math.max(a.inradius + b.inradius, centerDistance + allowance);
  const isSmall = growth >= 0 && growth <= upper && lower <= growth;
  return { lower: 0, upper, gap: upper, allowance, valid: isSmall && status === 'overlapping' };
}

/** The points of both shapes that the proof combines, each relative to its shape's center. */
function combinedPoints(
  pair: RelativePair,
  a: Shape,
  { weights, directions, centerA, centerB }: GrowthResult['proof'],
): [Vec2, Vec2] {
  let pointA: Vec2 = [0, 0];
  let pointB: Vec2 = [0, 0];
  for (let k = 0; k < 3; k++) {
    if (weights[k] === 0) continue;
    const direction: Vec2 = [directions[2 * k], directions[2 * k + 1]];
    pointA = add(pointA, add(a.support(direction), centerA, -1), weights[k]);
    pointB = add(pointB, pair.supportBFrom(centerB, direction), weights[k]);
  }
  return [pointA, pointB];
}

/** Whether the bounds prove the status. */
function isStatusProven({ status, lower, upper }: GrowthResult): boolean {
  if (status === 'separated') return lower > 1;
  if (status === 'overlapping') return upper < 1;
  return status === 'unknown' || (lower <= 1 && upper >= 1);
}
