// The file fuzzer: its documents are valid, its mutations are reproducible, and it detects inputs that make its process hang, crash or take
// too much memory.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileError } from 'proximal/io';
import { afterAll, describe, expect, it } from 'vitest';
import { type Batch, batchesOf } from '../bench/src/fuzz/files/batches.ts';
import { checkCase } from '../bench/src/fuzz/files/check.ts';
import { checkError, type ErrorKind } from '../bench/src/fuzz/files/errors.ts';
import { checkSideBySide, type Processes } from '../bench/src/fuzz/files/pool.ts';
import { fileFormats, firstRandom, formatOf, isValid, makeInput } from '../bench/src/fuzz/files/registry.ts';
import { removeFolder, temporaryFolder } from './support/folders.ts';

const seed = 20261116;

/** The case numbers of a format. */
function numbersOf(name: string, count: number): number[] {
  const at = fileFormats.findIndex((format) => format.name === name);
  return Array.from({ length: count }, (_, k) => firstRandom + at + k * fileFormats.length);
}

describe.each(fileFormats)('$title', ({ name }) => {
  it('has the same input for the same case number', () => {
    const inputs = (): string =>
      numbersOf(name, 40)
        .map((number) => Buffer.from(makeInput(seed, number)).toString('base64'))
        .join();
    expect(inputs()).toBe(inputs());
    expect(new Set(inputs().split(',')).size).toBeGreaterThan(35);
  });

  it(`reads valid inputs and handles damaged ones, seed ${seed}`, async () => {
    let [valid, read] = [0, 0];
    for (const number of numbersOf(name, 120)) {
      expect(formatOf(number).name).toBe(name);
      const { isRead, kind, detail } = await checkCase(seed, number, () => {});
      expect({ number, kind, detail }).toEqual({ number });
      if (isValid(number)) valid++;
      else if (isRead) read++;
    }
    // Some damaged inputs must be read completely: inputs that are always rejected early would test little.
    expect(valid).toBe(3);
    expect(read).toBeGreaterThan(2);
  });
});

describe('documented errors', () => {
  const verdictOf = (kind: ErrorKind, name: string, error: unknown): string => {
    try {
      checkError(kind, name, error);
      return 'documented';
    } catch (broken) {
      return (broken as { kind: string }).kind;
    }
  };

  it('name the function or the file, and do not come from the JavaScript engine', () => {
    expect(verdictOf('argument', 'readProblem', new RangeError('readProblem: version is 2; this reads 1'))).toBe(
      'documented',
    );
    expect(verdictOf('file', 'a.obj', new FileError('a.obj', { line: 1, column: 2 }, 'z is "nan"'))).toBe('documented');
    expect(verdictOf('argument', '', new TypeError("Cannot read properties of null (reading 'x')"))).toBe('error');
    expect(verdictOf('argument', '', new RangeError('Invalid typed array length: -1'))).toBe('error');
    expect(verdictOf('argument', '', new RangeError('Maximum call stack size exceeded'))).toBe('error');
    expect(verdictOf('argument', '', new SyntaxError('fromJSON: no'))).toBe('error');
    expect(verdictOf('argument', 'readProblem', new RangeError('fromJSON: kind is 2; give one'))).toBe('message');
    expect(verdictOf('file', 'a', new RangeError('readMesh: data is 2; give bytes'))).toBe('error');
    expect(verdictOf('file', 'a', new FileError('a', {}, 'maker is not a function'))).toBe('engine');
    expect(verdictOf('file', 'a', new FileError('a', {}, 'no', new TypeError('x is null')))).toBe('cause');
    expect(verdictOf('argument', '', 'a word')).toBe('error');
  });
});

describe('processes', () => {
  const folder = temporaryFolder('files');
  afterAll(() => removeFolder(folder));
  const program = join(folder, 'worker.mjs');
  // A stub of the worker: 3 hangs, 5 exits, 7 runs out of memory, 8 exits unless it runs alone, 9 finds a failure, 13 takes memory,
  // 17 corrupts shared state, 20 does so together with others, and 26 is slow.
  writeFileSync(
    program,
    `import { writeSync } from 'node:fs';
    import { createInterface } from 'node:readline';
    const say = (line) => writeSync(1, line + '\\n');
    const result = { size: 1, isRead: true, seconds: 0, memory: 0 };
    const check = (number, mode) => {
      if (number === 3) for (;;);
      if (number === 5 || (number === 8 && mode !== 'alone')) process.exit(1);
      if (number === 7) {
        console.error('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory');
        process.exit(134);
      }
      if (number === 9) return { ...result, kind: 'NaN', detail: 'x' };
      if (number === 13) return { ...result, memory: 1e9, ...(mode === 'alone' && { kind: 'memory' }) };
      if (number === 17 && mode !== 'all') return { ...result, kind: 'shared' };
      return { ...result, seconds: number === 26 ? 0.7 : 0 };
    };
    for await (const line of createInterface({ input: process.stdin })) {
      const { numbers, mode } = JSON.parse(line);
      if (mode === 'all') {
        const results = numbers.map((number) => ({ number, result: check(number, mode) }));
        const memory = Math.max(...results.map(({ result }) => result.memory));
        const broken = numbers.includes(17) || numbers.includes(20) ? { kind: 'shared', detail: 'x' } : undefined;
        const failures = results.filter(({ result }) => result.kind);
        const slow = numbers.filter((number) => number === 26);
        say('.' + JSON.stringify({ read: numbers.length, seconds: 0, memory, hidden: 0, slow, failures, broken }));
      } else
        for (const number of numbers) {
          say('>' + number);
          say('.' + JSON.stringify(check(number, mode)));
        }
      say('=');
    }`,
  );
  const processes: Processes = { program, cpuLimit: 1, cpuLimitAlone: 2 };

  it('that hang, crash or grow are replaced, and every case has a result', async () => {
    const kinds = new Map<number, string>();
    let passed = 0;
    function* batches(): Generator<Batch, void> {
      for (let k = 0; k < 28; k += 4) yield { name: 'x', numbers: [k, k + 1, k + 2, k + 3], isHeavy: k === 0 };
    }
    await checkSideBySide({
      seed,
      workers: 2,
      batches: batches(),
      onPassed: ({ count }) => {
        passed += count;
      },
      onFailed: ({ number, result }) => kinds.set(number, result.kind ?? ''),
      processes,
    });
    // A failure that no single input causes is attributed to the first input of the batch.
    const wrong = { 3: 'time', 5: 'crash', 7: 'memory', 9: 'NaN', 13: 'memory', 17: 'shared', 20: 'shared' };
    expect(Object.fromEntries(kinds)).toEqual(wrong);
    expect(passed).toBe(28 - kinds.size + 1);
  });

  it('get batches of one format each, with equally many inputs per format', () => {
    const counts = new Map<string, number>();
    const numbers = [...batchesOf(25_000, [])].flatMap((batch) => {
      for (const number of batch.numbers) expect(formatOf(number).name).toBe(batch.name);
      if (!batch.isHeavy) counts.set(batch.name, (counts.get(batch.name) ?? 0) + batch.numbers.length);
      return batch.numbers;
    });
    expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 25_000 }, (_, k) => k));
    expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThan(2);
    const some = [...batchesOf(3000, ['urdf', 'stl'])];
    expect(some.reduce((sum, batch) => sum + batch.numbers.length, 0)).toBe(3000);
    expect(new Set(some.map(({ name }) => name))).toEqual(new Set(['urdf', 'stl']));
  });
});
