// Contacts that a step sets aside, because their parts will not meet: their place in the contact set and in the results.
import { describe, expect, it } from 'vitest';
import * as Row from '../../src/scene/contact-row.ts';
import { type ContactBodies, ContactSet } from '../../src/sim/contact-set.ts';
import { withoutTriples } from '../../src/sim/solved-rows.ts';

/** A set with one contact for each gap; contacts 2 k and 2 k + 1 have the same parts. */
function setOf(gaps: readonly number[]): ContactSet {
  const set = new ContactSet();
  const row = new Float64Array(Row.SIZE);
  for (const [k, gap] of gaps.entries()) {
    row[Row.PART_A] = Math.floor(k / 2);
    row[Row.ID] = k;
    row[Row.GAP] = gap;
    row[Row.NORMAL + 2] = 1;
    set.add(row, 0, 1);
    set.bodies[k] = { a: {}, b: {} } as ContactBodies;
    set.surface[k] = null;
  }
  return set;
}

describe('contacts that are set aside', () => {
  it('keep their places until the end of the step, and then follow the others', () => {
    const set = setOf([0, 1, 2, 3, 4, 5]);
    const bodies = [...set.bodies];
    expect(set.endOfManifold(2)).toBe(4);
    set.setAside(0, 2);
    set.setAside(2, 4);
    expect([...set.gaps.subarray(0, set.count)]).toEqual([0, 1, 2, 3, 4, 5]);
    set.restore(0, 2);
    expect(set.asideCount).toBe(2);
    set.moveAside();
    expect([set.count, set.inactiveCount, set.asideCount]).toEqual([4, 2, 0]);
    expect([...set.gaps.subarray(0, 6)]).toEqual([0, 1, 4, 5, 2, 3]);
    expect(set.bodies).toEqual([0, 1, 4, 5, 2, 3].map((k) => bodies[k]));
    expect(set.list().map(({ gap }) => gap)).toEqual([0, 1, 4, 5]);
  });

  it('stay where they are if all are restored', () => {
    const set = setOf([0, 1, 2, 3]);
    set.setAside(2, 4);
    set.restore(2, 4);
    set.moveAside();
    expect([set.count, set.inactiveCount]).toEqual([4, 0]);
    expect([...set.gaps.subarray(0, 4)]).toEqual([0, 1, 2, 3]);
  });

  it('leave no rows in the results', () => {
    const rows = Float64Array.from({ length: 15 }, (_, k) => k);
    expect([...withoutTriples(rows.slice(), 3, [1])]).toEqual([0, 1, 2, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect([...withoutTriples(rows.slice(), 3, [0, 2, 4])]).toEqual([3, 4, 5, 9, 10, 11]);
    expect([...withoutTriples(Uint8Array.of(5, 6, 7), 1, [2])]).toEqual([5, 6]);
  });
});
