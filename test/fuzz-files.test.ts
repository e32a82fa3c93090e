// The fuzzer of files: its documents are valid, its damage repeats, and nothing that an input does to its process goes unseen.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileError } from 'proximal/io';
import { afterAll, describe, expect, it } from 'vitest';
import { checkCase } from '../bench/src/fuzz/files/check.ts';
import { checkError, type ErrorKind } from '../bench/src/fuzz/files/errors.ts';
import { knownInputs } from '../bench/src/fuzz/files/known.ts';
import { checkSideBySide, type Processes } from '../bench/src/fuzz/files/pool.ts';
import { fileFormats, formatOf, isValid, makeInput } from '../bench/src/fuzz/files/registry.ts';
import { removeFolder, temporaryFolder } from './support/folders.ts';

const seed = 20261116;
const first = knownInputs.length;

/** The numbers of some cases of a format. */
function numbersOf(name: string, count: number): number[] {
  const at = fileFormats.findIndex((format) => format.name === name);
  return Array.from({ length: count }, (_, k) => first + at + k * fileFormats.length);
}

describe.each(fileFormats)('$title', ({ name }) => {
  it('has the same input for the same numbers', () => {
    const hash = (): string =>
      numbersOf(name, 40)
        .map((number) => Buffer.from(makeInput(seed, number)).toString('base64'))
        .join();
    expect(hash()).toBe(hash());
    expect(new Set(hash().split(',')).size).toBeGreaterThan(35);
  });

  it(`passes, seed ${seed}`, async () => {
    let [valid, read] = [0, 0];
    for (const number of numbersOf(name, 80)) {
      expect(formatOf(number).name).toBe(name);
      const { isRead, kind, detail } = await checkCase(seed, number, () => {});
      expect({ number, kind, detail }).toEqual({ number });
      if (isValid(number)) valid++;
      else if (isRead) read++;
    }
    // Damage that is always refused at the door would show nothing.
    expect(valid).toBe(5);
    expect(read).toBeGreaterThan(2);
  });
});

describe('documented errors', () => {
  const told = (kind: ErrorKind, name: string, error: unknown): string => {
    try {
      checkError(kind, name, error);
      return 'documented';
    } catch (broken) {
      return (broken as { kind: string }).kind;
    }
  };

  it('name the function or the file, and are not the words of the engine', () => {
    expect(told('argument', 'readProblem', new RangeError('readProblem: version is 2; this reads 1'))).toBe(
      'documented',
    );
    expect(told('file', 'a.obj', new FileError('a.obj', { line: 1, column: 2 }, 'z is "nan"'))).toBe('documented');
    expect(told('argument', '', new TypeError("Cannot read properties of null (reading 'x')"))).toBe('error');
    expect(told('argument', '', new RangeError('Invalid typed array length: -1'))).toBe('error');
    expect(told('argument', '', new RangeError('Maximum call stack size exceeded'))).toBe('error');
    expect(told('argument', '', new SyntaxError('fromJSON: no'))).toBe('error');
    expect(told('argument', 'readProblem', new RangeError('fromJSON: kind is 2; give one'))).toBe('message');
    expect(told('file', 'a', new RangeError('readMesh: data is 2; give bytes'))).toBe('error');
    expect(told('file', 'a', new FileError('a', {}, 'maker is not a function'))).toBe('engine');
    expect(told('file', 'a', new FileError('a', {}, 'no', new TypeError('x is null')))).toBe('cause');
    expect(told('argument', '', 'a word')).toBe('error');
  });
});

describe('processes', () => {
  const folder = temporaryFolder('files');
  afterAll(() => removeFolder(folder));
  const program = join(folder, 'worker.mjs');
  // Of the protocol as much as it takes: 3 hangs, 5 exits, 7 runs out of memory, 8 needs a second process, and 9 finds something.
  writeFileSync(
    program,
    `import { writeSync } from 'node:fs';
    import { createInterface } from 'node:readline';
    const say = (line) => writeSync(1, line + '\\n');
    for await (const line of createInterface({ input: process.stdin })) {
      const { numbers, isAlone } = JSON.parse(line);
      for (const number of numbers) {
        say('>' + number);
        if (number === 3) for (;;);
        if (number === 5 || (number === 8 && !isAlone)) process.exit(1);
        if (number === 7) {
          console.error('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory');
          process.exit(134);
        }
        say('.' + JSON.stringify({ size: 1, isRead: true, seconds: 0, memory: 0, ...(number === 9 && { kind: 'NaN', detail: 'x' }) }));
      }
      say('=');
    }`,
  );
  const processes: Processes = { program, patience: 1, patienceAlone: 2 };

  it('that hang, die or grow are replaced, and every case has its outcome', async () => {
    const kinds = new Map<number, string>();
    const left = Array.from({ length: 12 }, (_, k) => k);
    await checkSideBySide({
      seed,
      workers: 2,
      take: () => left.splice(0, 4),
      report: ({ number, result }) => kinds.set(number, result.kind ?? 'passed'),
      processes,
    });
    const wrong = { 3: 'time', 5: 'crash', 7: 'memory', 9: 'NaN' } as Record<number, string>;
    expect([...kinds].sort(([a], [b]) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, k) => [k, wrong[k] ?? 'passed']),
    );
  });
});
