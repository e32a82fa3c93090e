// Table I: the cost that contact-pose generation ends at.
import { quantile } from '../measure.ts';
import { type Column, columns, constantColumns, quantiles } from './columns.ts';
import { roughContacts, solveContact, type TargetKind } from './contacts.ts';
import type { CostTable } from './results.ts';

/** Terminal costs of all columns on the same problems. */
export function runTable1(pairs: number, targets: number, seed: number): CostTable {
  return costTable('reachable', columns, pairs, targets, seed);
}

/** With other targets, and with the paper's noise as it is printed. */
export function runVariants(pairs: number, targets: number, seed: number): CostTable[] {
  return [
    costTable('reachable', constantColumns, pairs, targets, seed),
    costTable('corners', columns, pairs, targets, seed),
    costTable('anywhere', columns, pairs, targets, seed),
  ];
}

function costTable(
  kind: TargetKind,
  contenders: readonly Column[],
  pairs: number,
  targets: number,
  seed: number,
): CostTable {
  const costs = contenders.map((): number[] => []);
  for (const contact of roughContacts(pairs, targets, kind, seed)) {
    contenders.forEach((column, k) => {
      costs[k].push(solveContact(contact, column).at(-1) ?? Number.NaN);
    });
  }
  return {
    kind,
    problems: pairs * targets,
    columns: contenders.map(({ key, title }, k) => ({
      key,
      title,
      quantiles: quantiles.map(({ share }) => quantile(costs[k], share)),
    })),
  };
}
