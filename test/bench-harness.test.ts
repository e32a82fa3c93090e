// The harness of the benchmarks: settings from the command line, and the files that a run writes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';

// The modules of the harness read the variable when they are loaded.
const folder = mkdtempSync(join(tmpdir(), 'proximal-test-'));
process.env['PROXIMAL_BENCH_RESULTS'] = folder;
afterAll(() => rmSync(folder, { recursive: true }));
const { defineBenchmark, text, whole } = await import('../bench/src/harness/benchmark.ts');
const { measureInTurns, passes, takeTurns } = await import('../bench/src/harness/timer.ts');

describe('a benchmark', () => {
  const toy = defineBenchmark({
    name: 'toy',
    title: 'a toy',
    options: { rounds: whole(1, 9), only: text },
    full: { rounds: 5, only: 'all', amount: 100 },
    quick: { rounds: 2, amount: 10 },
    seconds: { quick: 1, full: 1 },
    measure: ({ rounds, only, amount, isQuick }) =>
      only === 'none' ? 'nothing asked' : { found: [rounds, only, amount, isQuick] },
    targets: ({ found }) => [{ what: 'rounds', wanted: '5', found: String(found[0]), isMet: found[0] === 5 }],
    page: ({ found }) => ({
      title: 'Toy',
      intro: 'For a test.',
      sections: [{ title: 'Settings', note: '', head: ['a', 'b'], rows: [[String(found[0]), String(found[1])]] }],
      tables: { one: '| x |' },
    }),
  });
  const run = async (...args: string[]) => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {});
    await toy.run(args);
    print.mockRestore();
    return JSON.parse(readFileSync(join(folder, 'toy/results.json'), 'utf8'));
  };

  it('takes its settings from the full or the quick run, and the command line overrides them', async () => {
    expect((await run()).found).toEqual([5, 'all', 100, false]);
    expect((await run('--quick')).found).toEqual([2, 'all', 10, true]);
    expect((await run('--quick', '--rounds', '3', '--only', 'some')).found).toEqual([3, 'some', 10, true]);
    await expect(toy.run(['--rounds', '0'])).rejects.toThrow("--rounds is '0'; give a whole number from 1 to 9.");
    await expect(toy.run(['--amount', '1'])).rejects.toThrow('--amount');
  });

  it('writes settings, results, targets and tables, and its page', async () => {
    const results = await run('--quick');
    expect(results).toMatchObject({
      name: 'toy/results',
      rounds: 2,
      only: 'all',
      isQuick: true,
      tables: { one: '| x |' },
    });
    expect(results.targets).toEqual([{ what: 'rounds', wanted: '5', found: '2', isMet: false }]);
    expect(readFileSync(join(folder, 'toy/README.md'), 'utf8')).toBe(
      '# Toy\n\nFor a test.\n\n## Targets\n\n| target | wanted | found |  |\n| --- | --- | --- | --- |\n| rounds | 5 | 2 | **missed** |\n\n## Settings\n\n| a | b |\n| --- | --- |\n| 2 | all |\n',
    );
  });

  it('writes nothing if there is nothing to measure', async () => {
    await run();
    expect((await run('--only', 'none')).only).toBe('all');
  });
});

describe('the timer', () => {
  it('runs every contender first equally often', () => {
    const order: string[] = [];
    takeTurns(3, 3, (k, round) => order.push(`${round}${k}`));
    expect(order).toEqual(['00', '01', '02', '11', '12', '10', '22', '20', '21']);
  });

  it('takes at least three passes per sample unless they are long', async () => {
    const asked: number[] = [];
    const fake = (nanoseconds: number) => ({
      operations: 10,
      run: async (repeats: number) => {
        asked.push(repeats);
        return Array.from({ length: repeats }, () => nanoseconds);
      },
    });
    expect(await measureInTurns([fake(1e6)], 4)).toEqual([[1e6, 1e6, 1e6, 1e6]]);
    expect(asked).toEqual([1, 1, 1, 3, 3, 3, 3]);
    asked.length = 0;
    await measureInTurns([fake(1e7)], 1);
    expect(asked).toEqual([1, 1, 1, 1]);
    asked.length = 0;
    await measureInTurns([fake(1e5)], 1, { sampleTime: 20 });
    expect(asked).toEqual([1, 1, 1, 20]);
  });

  it('returns one number for each pass', () => {
    let calls = 0;
    expect(passes(2, () => calls++).run(4)).toHaveLength(4);
    expect(calls).toBe(4);
  });
});
