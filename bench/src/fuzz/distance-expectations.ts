// The expectations that a failing distance case violates, as lines of a test.
import type { PairCase } from '../random/pairs.ts';
import { buildShape } from '../random/specs.ts';
import { optionsOf, startsWithCollide, variants } from './distance-answers.ts';
import { toleranceOf } from './distance-checks.ts';
import type { Failure, Query } from './fuzzer.ts';
import { numberSource } from './repro-source.ts';
import { allowanceOf, bodyOf, type Scene } from './scene.ts';

export interface Expectation {
  readonly title: string;
  readonly comment: string;
  readonly lines: readonly string[];
}

export function expectationOf(item: PairCase, { kind, detail, query }: Failure): Expectation {
  const lines = query ? queryLines(item, kind, detail, query) : throwLines(item);
  const title = query ? `${kind}: ${query.function}, ${query.variant}${query.margin ? ', with a margin' : ''}` : kind;
  // Only the first line: a stack trace would fill the file with local paths.
  return { title, comment: `The fuzzer saw: ${detail.split('\n')[0]}`, lines };
}

function queryLines(item: PairCase, kind: string, detail: string, query: Query): string[] {
  const { setup, call } = callOf(item, query);
  if (kind === 'bits') return bitLines(setup, call);
  if (query.function === 'collide') return [...setup, `expect(${call}).toBe(${kind === 'missed'});`];
  return [...setup, `const result = ${call};`, ...resultLines(item, kind, detail, query)];
}

/** Any of the queries may have thrown: every variant of `distance`, and `collide` by default, which stands for all of its variants. */
function throwLines(item: PairCase): string[] {
  const queries: Query[] = variants.map((variant) => ({ function: 'distance', variant }));
  return [...queries, { function: 'collide', variant: 'auto' } as const].flatMap((query) => {
    const { setup, call } = callOf(item, query);
    if (setup.length === 0) return [`expect(() => ${call}).not.toThrow();`];
    return ['expect(() => {', ...[...setup, `${call};`].map((line) => `  ${line}`), '}).not.toThrow();'];
  });
}

/** Lines that run the query, with its setup, on both targets and compare the answers. */
function bitLines(setup: readonly string[], call: string): string[] {
  return [
    "const [js, wasm] = (['js', 'wasm'] as const).map((name) => {",
    '  setTarget(name);',
    ...setup.map((line) => `  ${line}`),
    `  return ${call};`,
    '});',
    'expect(wasm).toEqual(js);',
  ];
}

function callOf({ step, schedule = 'paper' }: PairCase, query: Query): { setup: string[]; call: string } {
  const { variant, margin = 0 } = query;
  if (variant === 'warm' || variant === 'predicted') {
    const options = variant === 'predicted' ? ", { guess: 'predicted' }" : '';
    const setup = [
      `const pair = new Pair(a, b${options});`,
      `pair.${startsWithCollide(step) ? 'collide' : 'distance'}(poseA, before);`,
    ];
    // The fuzzer computes the distance of a pair before `collide`.
    if (query.function === 'collide') setup.push('pair.distance(poseA, poseB);');
    return { setup, call: `pair.${query.function}(poseA, poseB)` };
  }
  if (variant === 'reversed') return { setup: [], call: 'distance(b, poseB, a, poseA)' };
  if (query.function === 'distance') {
    const options = optionsOf(variant, schedule);
    return { setup: [], call: `distance(a, poseA, b, poseB${options ? `, ${optionsSource(options)}` : ''})` };
  }
  const hasMargin = margin > 0;
  const parts = [
    `algorithm: '${variant}'`,
    ...(hasMargin ? ['margin'] : []),
    ...(schedule === 'code' ? ["expert: { schedule: 'code' }"] : []),
  ];
  const options = `{ ${parts.join(', ')} }`;
  const setup = hasMargin ? [`const margin = ${numberSource(margin)};`] : [];
  return { setup, call: `collide(a, poseA, b, poseB, ${options})` };
}

/** Options whose values are strings, or objects of such options, as source. */
function optionsSource(options: object): string {
  const fields = Object.entries(options).map(
    ([name, value]) => `${name}: ${typeof value === 'object' ? optionsSource(value) : `'${value}'`}`,
  );
  return `{ ${fields.join(', ')} }`;
}

/** The expectation on `result` for each kind of finding: the check that found it, in its simplest form. */
function resultLines(item: PairCase, kind: string, detail: string, { variant }: Query): string[] {
  const bodies = variant === 'reversed' ? 'b, poseB, a, poseA' : 'a, poseA, b, poseB';
  const scene: Scene = { a: bodyOf(buildShape(item.a), item.poseA), b: bodyOf(buildShape(item.b), item.poseB) };
  const allowance = allowanceOf(scene);
  const tolerance = toleranceOf(scene, allowance);
  const atMost = (text: string, most: number): string => `expect(${text}).toBeLessThanOrEqual(${numberSource(most)});`;
  switch (kind) {
    case 'unknown':
      return ["expect(result.status).not.toBe('unknown');"];
    case 'limit':
      return ["expect(result.termination).not.toBe('limit');"];
    case 'wide':
    case 'gap':
      return [atMost(`certify(${bodies}, result).gap`, tolerance + 2 * allowance)];
    case 'status':
      return [`expect(result.status)${detail.includes('overlapping, but') ? '.not' : ''}.toBe('overlapping');`];
    case 'normal':
      return [
        "if (result.status === 'overlapping') expect(result.normal).toEqual([0, 0, 0]);",
        'else expect(Math.hypot(...result.normal)).toBeCloseTo(1, 12);',
      ];
    case 'not finite':
      // JSON writes NaN and infinities as null.
      return ["expect(JSON.stringify(result)).not.toContain('null');"];
    case 'witness':
      return witnessLines(variant === 'reversed', 6 * tolerance + 2 * allowance);
    case 'misplaced': {
      const { value, error } = item.gap ?? { value: 0, error: 0 };
      const slack = 2 * tolerance + error;
      return [
        atMost('result.distance', Math.abs(value) + slack),
        atMost(`${numberSource(Math.max(0, value))} - result.distance`, slack),
      ];
    }
    case variant:
      return [
        'const cold = distance(a, poseA, b, poseB);',
        "expect([cold.status, result.status].sort()).not.toEqual(['overlapping', 'separated']);",
        atMost('Math.abs(result.distance - cold.distance)', 2 * tolerance),
      ];
    default:
      return [`expect(certify(${bodies}, result).valid).toBe(true);`];
  }
}

/** Each witness point is on the support plane of its body along the normal, within `most`. Fails for a half-space, which has no support point. */
function witnessLines(isReversed: boolean, most: number): string[] {
  const [first, second] = isReversed ? ['b, poseB', 'a, poseA'] : ['a, poseA', 'b, poseB'];
  return [
    'const beyond = (shape: Shape, pose: Float64Array, sign: number, local: readonly number[]): number => {',
    '  const along = transformPoint(inverse({ rotation: pose.subarray(3) }), result.normal).map((x) => sign * x);',
    '  const farthest = shape.support(along);',
    '  return along.reduce((sum, x, k) => sum + x * (farthest[k] - local[k]), 0);',
    '};',
    `expect(Math.abs(beyond(${first}, 1, result.localA))).toBeLessThanOrEqual(${numberSource(most)});`,
    `expect(Math.abs(beyond(${second}, -1, result.localB))).toBeLessThanOrEqual(${numberSource(most)});`,
  ];
}
