// The closed forms of the fuzzer `laws`: MuJoCo confirms them, and the simulator satisfies them.
import { describe, expect, it } from 'vitest';
import { lawsFuzzer } from '../bench/src/fuzz/laws.ts';
import type { LawCase } from '../bench/src/laws/law.ts';
import { checkedLaws, runMujoco } from '../bench/src/laws/mujoco.ts';
import { laws } from '../bench/src/laws/registry.ts';

/** A fixed seed; the fuzz runs of .ci/run have another seed for each commit. */
const seed = 2718;

function casesOf(law: string, count: number): LawCase[] {
  const first = laws.findIndex(({ name }) => name === law);
  return Array.from({ length: count }, (_, k) => lawsFuzzer.generate(seed, first + k * laws.length, []) as LawCase);
}

describe('MuJoCo agrees with the closed form', () => {
  it.each(checkedLaws)('of %s', async (law) => {
    let compared = 0;
    // With long time steps, sums over steps differ from the integrals of the closed form.
    const fine = casesOf(law, 16).filter(({ parameters }) => Number(parameters['timeStep']) < 1 / 200);
    for (const item of fine) {
      const found = await runMujoco(item);
      item.expectations.forEach((expectation, k) => {
        if (Number.isNaN(found[k])) return;
        compared++;
        const { wanted, what, step, measure, index } = expectation;
        // MuJoCo's contacts are soft, vibrate and creep, and its time steps are shorter.
        const allowed = (0.02 + 4 / step) * Math.abs(wanted) + 0.02;
        expect(Math.abs(found[k] - wanted), `${what}: ${measure}[${index}] is ${found[k]}, not ${wanted}`).toBeLessThan(
          allowed,
        );
      });
    }
    expect(compared).toBeGreaterThan(0);
  });
});

describe('the simulator satisfies', () => {
  it.each(laws.map(({ name }) => name))('%s', (law) => {
    for (const item of casesOf(law, 10)) {
      const { failures } = lawsFuzzer.check(item, ['wasm']);
      expect(failures.map(({ detail }) => `${detail}: ${JSON.stringify(item.parameters)}`)).toEqual([]);
    }
  });
});
