// The example `reach`: both plans are found, and the second is proven with the bottle in the hand.
import { certifyMotion } from 'proximal/planning';
import { describe, expect, it } from 'vitest';
import { transport } from '../examples/planning/shelf.ts';

describe('npm run example -- reach', () => {
  it('takes the bottle to the table', () => {
    const { toBottle, toTable } = transport(1);
    expect([toBottle.status, toTable.status, toBottle.reason, toTable.reason]).toEqual(['solved', 'solved', '', '']);
    expect(toTable.path[0]).toEqual(toBottle.path.at(-1));
    expect(certifyMotion(toTable.cell, toTable)).toMatchObject({ valid: true });
    expect(toTable.cell.pairs.some(({ a, b }) => a === 'bottle' && b === 'table')).toBe(true);
  });
});
