// A failing pair as a test file for packages/proximal/test/repro/, with an expectation for every finding.
import { classOf, type PairCase } from '../random/pairs.ts';
import { type Expectation, expectationOf } from './distance-expectations.ts';
import type { Failure, Origin } from './fuzzer.ts';
import {
  commentSource,
  constantSource,
  customEllipsoidSource,
  importSource,
  poseSource,
  shapeFunctions,
  shapeSource,
} from './repro-source.ts';

export function writeRepro(item: PairCase, found: readonly Failure[], { seed, case: number }: Origin): string {
  const kinds = [...new Set(found.map(({ kind }) => kind))].join(', ');
  const from = `\`npm run fuzz -- distance --seed ${seed} --case ${number}\``;
  const title = commentSource(`Found by ${from}: ${classOf(item)}, ${item.scope}, ${item.situation}: ${kinds}.`);
  const expectations = distinct(found).map((failure) => expectationOf(item, failure));
  const tests = expectations.map((expectation) => `\n${testSource(expectation)}`);
  const functions = [...shapeFunctions(item.a), ...shapeFunctions(item.b)];
  const body = [...constantsOf(item, tests.join('')), ...tests].join('\n');
  const helper = functions.includes('custom') ? `${customEllipsoidSource}\n` : '';
  const text = `${helper}describe('distance fuzz, seed ${seed}, case ${number}', () => {\n${body}\n});\n`;
  return `${title}\n${importsOf(functions, text)}\n\n${text}`;
}

/** The first finding of every kind for every query. */
function distinct(found: readonly Failure[]): Failure[] {
  const first = new Map<string, Failure>();
  for (const failure of found) {
    const key = JSON.stringify([failure.kind, failure.query]);
    if (!first.has(key)) first.set(key, failure);
  }
  return [...first.values()];
}

function constantsOf({ a, poseA, b, poseB, step }: PairCase, tests: string): string[] {
  const before = poseB.map((x, k) => (k < 3 ? x + step[k] : x));
  const values = { a: shapeSource(a), poseA: poseSource(poseA), b: shapeSource(b), poseB: poseSource(poseB) };
  const constants = { ...values, ...(/\bbefore\b/.test(tests) && { before: poseSource(before) }) };
  return [
    ...Object.entries(constants).map(([name, value]) => constantSource(name, value, '  ')),
    // The library's tests run once per target: the target is restored for the next file.
    ...(tests.includes('setTarget(') ? ['  const own = target();', '  afterAll(() => setTarget(own));'] : []),
  ];
}

function testSource({ title, comment, lines }: Expectation): string {
  return [
    `  it('${title}', () => {`,
    commentSource(comment, '    '),
    ...lines.map((line) => `    ${line}`),
    '  });',
  ].join('\n');
}

/** Everything that the text uses. */
function importsOf(functions: readonly string[], text: string): string {
  const uses = (name: string): boolean => new RegExp(`(?<![.\\w])${name}\\(`).test(text);
  const ofLibrary = ['Pair', 'certify', 'collide', 'distance', 'setTarget', 'target', ...functions].filter(uses);
  const ofMath = ['inverse', 'transformPoint'].filter(uses);
  return [
    importSource(['afterAll', 'describe', 'expect', 'it'].filter(uses), 'vitest'),
    importSource([...ofLibrary, ...(text.includes(': Shape') ? ['type Shape'] : [])], '../../src/index.ts'),
    ...(ofMath.length > 0 ? [importSource(ofMath, '../../src/math/index.ts')] : []),
  ].join('\n');
}
