// Checks `collide` against the certified distance of the same pair.
import type { Certificate, DistanceResult } from 'proximal';
import type { Collision } from './distance-answers.ts';
import type { Query } from './fuzzer.ts';
import type { Report } from './report.ts';

/**
 * `collide` must be false if and only if the shapes are separated. If the distance is within the tolerance of zero, either answer may be
 * right, unless the recomputed upper bound is zero up to rounding: then the shapes must collide. The margin of a query differs from the proven
 * bounds of the distance by at least the tolerance, so the answer is known.
 */
export function checkCollisions(
  report: Report,
  cold: DistanceResult,
  certificate: Certificate,
  tolerance: number,
  collisions: readonly Collision[],
): void {
  const { allowance, upper, lower } = certificate;
  const isApart = cold.status === 'separated';
  const mustCollide = cold.status === 'overlapping' || upper < allowance / 4;
  for (const collision of collisions) {
    const { marginSide, collides } = collision;
    const detail = (): string =>
      `${nameOf(collision)}: ${collides}, but ${cold.status}, ${cold.termination}, distance ${cold.distance}, ` +
      `recomputed ${lower} … ${upper}, allowance ${allowance}`;
    // A false collision is allowed only within the tolerance.
    const isFalseCollision =
      collides && (marginSide === 'below' || (marginSide === 'none' && isApart && lower > tolerance));
    if (isFalseCollision) report.fail(isReliable(collision) ? 'collide' : 'undecided', detail(), queryOf(collision));
    else if (collides && marginSide === 'none' && isApart && lower > 2 * allowance) report.note('cautious', detail());
    if (!collides && (marginSide === 'above' || (marginSide === 'none' && mustCollide)))
      report.fail('missed', detail(), queryOf(collision));
    if (!collides && marginSide === 'none' && cold.status === 'touching') report.count('touching, no collision', 1);
  }
  compareWithGjk(report, collisions);
}

/**
 * Whether the query is by the default algorithm or GJK, with or without a warm start. The other algorithms occasionally stall, with an 'unknown'
 * distance; a Boolean cannot express that and is then true without proof: a failure of its own kind, 'undecided'.
 */
function isReliable({ by }: Collision): boolean {
  return by === 'auto' || by === 'gjk' || by === 'warm' || by === 'predicted';
}

/** The closed forms of 'auto' and GJK may differ by rounding only; larger differences have failed above. */
function compareWithGjk(report: Report, collisions: readonly Collision[]): void {
  const gjk = collisions.filter(({ by }) => by === 'gjk');
  const auto = collisions.filter(({ by }) => by === 'auto');
  for (let k = 0; k < gjk.length; k++)
    if (auto[k].collides !== gjk[k].collides) report.note('auto ≠ gjk', `${nameOf(auto[k])}: ${auto[k].collides}`);
}

/** Checks that both targets give the same answers at the same margins, which are computed from the bounds of the distance on each target. */
export function compareCollisions(report: Report, first: readonly Collision[], second: readonly Collision[]): void {
  for (let k = 0; k < Math.min(first.length, second.length); k++) {
    if (first[k].collides === second[k].collides && first[k].margin === second[k].margin) continue;
    report.fail('bits', `collide, ${nameOf(first[k])}: ${first[k].collides}`, queryOf(first[k]));
  }
}

function nameOf({ by, margin }: Collision): string {
  return margin > 0 ? `${by} with margin ${margin}` : by;
}

function queryOf({ by, margin }: Collision): Query {
  return { function: 'collide', variant: by, margin };
}
