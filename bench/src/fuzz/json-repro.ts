// A failing pair as a test file: its shapes and poses, and the properties that every pair must have.
import type { PlacedPair } from './case-problem.ts';
import type { Failure, Origin } from './fuzzer.ts';
import { commentSource, constantSource, importSource, poseSource } from './repro-source.ts';

/** How the shapes of a fuzzer are written. */
export interface ShapeWriter<Spec> {
  readonly write: (spec: Spec) => string;
  /** The functions of the library that `write` calls. */
  readonly functions: (spec: Spec) => readonly string[];
  /** Source of other functions that it calls; empty if none. */
  readonly helper: (spec: Spec) => string;
}

/** Writes shapes in their JSON form. */
const json: ShapeWriter<object> = {
  write: (spec) => `fromJSON(${JSON.stringify(spec, null, 1).replaceAll(/\s+/g, ' ')})`,
  functions: () => ['fromJSON'],
  helper: () => '',
};

/** The parts of a test that differ between fuzzers: the fuzzer's name, the functions and their module, and the lines of the test. */
export interface ReproTemplate {
  readonly fuzzer: string;
  readonly module: string;
  readonly functions: readonly string[];
  readonly lines: readonly string[];
}

/** Makes the `writeRepro` of a fuzzer. */
export function jsonRepro<Spec extends object>(
  { fuzzer, module, functions, lines }: ReproTemplate,
  shapes: ShapeWriter<Spec> = json,
) {
  const pose = (numbers: ArrayLike<number>): string => poseSource(Array.from(numbers));
  return (
    item: PlacedPair<Spec> & { readonly situation: string },
    found: readonly Failure[],
    { seed, case: number }: Origin,
  ): string => {
    const kinds = [...new Set(found.map(({ kind }) => kind))].join(', ');
    const from = `\`npm run fuzz -- ${fuzzer} --seed ${seed} --case ${number}\``;
    const { a, poseA, b, poseB } = item;
    const constants = { a: shapes.write(a), poseA: pose(poseA), b: shapes.write(b), poseB: pose(poseB) };
    const helper = shapes.helper(a) || shapes.helper(b);
    return [
      commentSource(`Found by ${from}: ${item.situation}: ${kinds}.`),
      "import { describe, expect, it } from 'vitest';",
      importSource([...functions, ...shapes.functions(a), ...shapes.functions(b)], module),
      '',
      ...(helper === '' ? [] : [helper, '']),
      `describe('${fuzzer} fuzz, seed ${seed}, case ${number}', () => {`,
      ...Object.entries(constants).map(([name, value]) => constantSource(name, value, '  ')),
      '',
      "  it('has a valid proof and consistent answers', () => {",
      ...lines.map((line) => `    ${line}`),
      '  });',
      '});',
      '',
    ].join('\n');
  };
}
