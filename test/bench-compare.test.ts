// Comparison of result files: numbers with a spread are matched by names, and flagged if their ranges do not overlap. Counts of wrong answers
// that have grown are listed.
import { describe, expect, it } from 'vitest';
import { changesBetween, measurementsOf, newlyWrong } from '../bench/src/report/compare.ts';

const file = (time: number, wrongCount: number) => ({
  name: 'peers/results',
  cells: [
    { set: 'a', title: 'x', time: { median: time, low: 0.9 * time, high: 1.1 * time }, wrongCount },
    { set: 'b', title: 'x', time: { median: 10, low: 9, high: 11 }, wrongCount: 0 },
  ],
  measured: [{ vertices: 4, situation: 'distant', title: 'y', samples: [1, 2, 3] }],
});

describe('compare', () => {
  it('finds numbers by name, not by order', () => {
    const { spreads, wrong } = measurementsOf(file(5, 2));
    expect([...spreads.keys()]).toEqual(['cells / a, x / time', 'cells / b, x / time', 'measured / y, 4, distant']);
    expect(spreads.get('measured / y, 4, distant')?.median).toBe(2);
    expect(wrong.get('cells / a, x / wrongCount')).toBe(2);
  });

  it('flags only changes larger than the spread', () => {
    const changes = changesBetween(measurementsOf(file(5, 0)), measurementsOf(file(7, 0)));
    expect(changes.filter(({ isBeyond }) => isBeyond).map(({ what }) => what)).toEqual(['cells / a, x / time']);
    expect(changes[0].factor).toBeCloseTo(1.4);
    expect(
      changesBetween(measurementsOf(file(5, 0)), measurementsOf(file(5.2, 0))).some(({ isBeyond }) => isBeyond),
    ).toBe(false);
  });

  it('lists answers that have become wrong', () => {
    const before = measurementsOf(file(5, 0));
    expect(newlyWrong(before, measurementsOf(file(5, 3)))).toEqual([
      { what: 'cells / a, x / wrongCount', before: 0, after: 3 },
    ]);
    expect(newlyWrong(measurementsOf(file(5, 3)), before)).toEqual([]);
  });
});
