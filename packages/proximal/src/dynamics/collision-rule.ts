// Checks collision rules.
import { checkNumber, checkOptions, wrongType } from '../check/argument.ts';
import type { CollisionRule } from './description.ts';

const frictions = ['friction', 'torsionalFriction', 'rollingFriction'] as const;

/** A copy of a rule, validated. */
export function readCollisionRule(where: string, rule: unknown): CollisionRule {
  const remedy = "give { links: ['a', 'b'], collide: false }, or geometries instead of links";
  if (typeof rule !== 'object' || rule === null) throw wrongType(where, 'rule', rule, remedy);
  checkOptions(where, 'rule', rule, ['links', 'geometries', 'collide', ...frictions]);
  const { links, geometries, collide, ...amounts } = rule as Record<string, unknown>;
  const pair = links ?? geometries;
  if (!Array.isArray(pair) || pair.length !== 2 || (links !== undefined && geometries !== undefined))
    throw wrongType(where, 'rule', rule, remedy);
  for (const name of pair) {
    if (typeof name !== 'string' || name === '') throw wrongType(where, 'rule', name, 'give names that are not empty');
  }
  if (typeof collide !== 'boolean') throw wrongType(where, 'rule.collide', collide, 'give true or false');
  const names: [string, string] = [pair[0], pair[1]];
  const given = frictions.filter((name) => amounts[name] !== undefined);
  if (links !== undefined && given.length > 0)
    throw wrongType(
      where,
      `rule.${given[0]}`,
      amounts[given[0]],
      'leave it out: only rules for geometries have friction',
    );
  if (links !== undefined) return { links: names, collide };
  const checked = given.map((name) => [
    name,
    checkNumber(where, `rule.${name}`, amounts[name], 'give a number, not negative', 0),
  ]);
  return { geometries: names, collide, ...Object.fromEntries(checked) };
}

export function checkMask(where: string, argument: string, value: unknown): void {
  if (!Number.isInteger(value) || (value as number) < -(2 ** 31) || (value as number) >= 2 ** 32)
    throw wrongType(where, argument, value, 'give the bits of a 32-bit number');
}
