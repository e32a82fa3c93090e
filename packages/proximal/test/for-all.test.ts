import { describe, expect, it } from 'vitest';
import { Rng } from '../src/math/index.ts';
import { forAll } from './for-all.ts';
import { randomShape } from './random.ts';

const seed = Number(process.env['PROXIMAL_SEED'] ?? 3);

function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

function drawsIn(message: string): number[] {
  return JSON.parse(/draws: (\[.*?\])/.exec(message)?.[1] ?? 'null');
}

describe('forAll', () => {
  it('draws all cases from one generator', () => {
    const drawn: number[] = [];
    forAll({ seed, cases: 5 }, (rng) => drawn.push(rng.uniform(2, 4), rng.index(9), ...rng.direction()));
    const rng = new Rng(seed);
    const expected = Array.from({ length: 5 }, () => [rng.uniform(2, 4), rng.index(9), ...rng.direction()]);
    expect(drawn).toEqual(expected.flat());
  });

  it('reports the seed and the case, and shrinks to the simplest draws that fail', () => {
    const message = messageOf(() =>
      forAll({ seed, cases: 100 }, (rng) => {
        const list = Array.from({ length: rng.index(50) }, () => rng.uniform(0, 100));
        expect(list.filter((x) => x > 60).length).toBeLessThan(2);
      }),
    );
    expect(message).toContain(`seed ${seed}, case `);
    const [count, ...rest] = drawsIn(message);
    // After the count, only two draws are not zero, one for each of the two numbers above 60.
    expect(Math.floor(50 * count)).toBeGreaterThanOrEqual(2);
    expect(rest.filter((draw) => draw > 0.6)).toHaveLength(2);
    expect(rest.filter((draw) => draw !== 0)).toHaveLength(2);
  });

  it('repeats a failure from its draws', () => {
    const check = (rng: Rng): void => expect(randomShape(rng, 1).kind).not.toBe('box');
    const draws = drawsIn(messageOf(() => forAll({ seed, cases: 100 }, check)));
    expect(messageOf(() => forAll({ seed, cases: 100, draws }, check))).toContain("'box'");
    expect(draws.length).toBeLessThan(12);
  });

  it('repeats a failure that depends on the index', () => {
    const check = (rng: Rng, index: number): void => expect(index === 5 && rng.uniform() >= 0).toBe(false);
    const message = messageOf(() => forAll({ seed, cases: 100 }, check));
    expect(message).toContain('index: 5, draws: []');
    expect(messageOf(() => forAll({ seed, cases: 100, index: 5, draws: [] }, check))).not.toBe('');
  });

  it('passes if no case throws', () => {
    let count = 0;
    forAll({ seed, cases: 7 }, () => void count++);
    expect(count).toBe(7);
  });
});
