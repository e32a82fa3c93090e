// Damaged robot files: the result is a model with finite numbers or a FileError.
import { expect, it } from 'vitest';
import { FileError, readMjcf, readUrdf } from '../../../src/io/index.ts';
import { Rng } from '../../../src/math/index.ts';
import { ownMjcf, ownUrdf } from './samples.ts';

const seed = 20268;
const pieces = [
  '"',
  '<',
  '>',
  '/',
  ' ',
  '-',
  '0',
  '1e999',
  'NaN',
  '&',
  '<!--',
  '<body>',
  '</body>',
  'name="arm"',
  '\n',
  'é',
  '\0',
];

const numbers = ['0', '-1', '1e300', '-1e300', '1e-300', '2.5', 'Infinity', '1e999', '7', '0.001'];

function damage(text: string, rng: Rng): string {
  const at = rng.index(text.length);
  switch (rng.index(8)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + rng.index(20));
    case 2:
      return text.slice(0, at) + pieces[rng.index(pieces.length)] + text.slice(at);
    case 3: {
      const other = rng.index(text.length);
      return text.slice(0, at) + text.slice(other, other + rng.index(60)) + text.slice(at);
    }
    default: {
      // Replaces the next number, so that the file stays well-formed.
      const number = numbers[rng.index(numbers.length)];
      return text.slice(0, at) + text.slice(at).replace(/-?\d+(\.\d+)?/, number);
    }
  }
}

it(`reads or refuses 2000 damaged files (seed ${seed})`, async () => {
  const rng = new Rng(seed);
  let [read, refused] = [0, 0];
  for (let k = 0; k < 2000; k++) {
    const isUrdf = k % 2 === 0;
    let text = isUrdf ? ownUrdf : ownMjcf;
    for (let times = 1 + rng.index(3); times > 0; times--) text = damage(text, rng);
    if (text.trim() === '' || !/^\s*</.test(text)) continue;
    try {
      const model = await (isUrdf ? readUrdf : readMjcf)(text, {
        resolve: () => Promise.reject(new Error('no files here')),
      });
      expect([model.mass, ...model.reference].every(Number.isFinite), `case ${k}`).toBe(true);
      read++;
    } catch (error) {
      if (!(error instanceof FileError)) throw new Error(`case ${k}: ${String(error)}\n${text}`, { cause: error });
      refused++;
    }
  }
  expect(read).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(500);
});
