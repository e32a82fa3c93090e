// The ECMAScript standard leaves the bits of these functions to the engine. The library has its own of those that it needs, with the same bits in
// every engine: math/elementary.ts, math/hypot.ts and math/power-of-two.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './support/folders.ts';

const approximate = /\bMath\.(a?cosh?|a?sinh?|a?tanh?|atan2|cbrt|exp|expm1|hypot|log|log10|log1p|log2|pow|random)\b/;
/** Random hash seeds, which do not affect results. */
const allowed = new Set(['packages/proximal/src/io/weld.ts']);

it('the library calls no function of Math whose bits differ between engines', () => {
  const folders = ['packages/proximal/src', 'packages/proximal/kernel'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.ts') && !allowed.has(file)),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line) => line.replace(/^\s*(\*|\/\*\*|\/\/).*|\/\/.*$/, ''))
      .filter((line) => approximate.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
