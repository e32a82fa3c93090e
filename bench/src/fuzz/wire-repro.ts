// A failing pair as a test file: shapes by their wire form, and what every pair has to show.
import type { Failure, Origin } from './fuzzer.ts';
import { commentSource, constantSource, poseSource } from './repro-source.ts';

/** What differs between the fuzzers: their name, where the functions come from, and the lines of the test. */
export interface ReproTemplate {
  readonly fuzzer: string;
  readonly module: string;
  readonly functions: readonly string[];
  readonly lines: readonly string[];
}

export interface PlacedPair {
  readonly a: object;
  readonly poseA: ArrayLike<number>;
  readonly b: object;
  readonly poseB: ArrayLike<number>;
  readonly situation: string;
}

/** Makes the `writeRepro` of a fuzzer. */
export function wireRepro({ fuzzer, module, functions, lines }: ReproTemplate) {
  const imports = [...functions, 'fromJSON'].sort().join(', ');
  const shape = (spec: object): string => `fromJSON(${JSON.stringify(spec, null, 1).replaceAll(/\s+/g, ' ')})`;
  const pose = (numbers: ArrayLike<number>): string => poseSource(Array.from(numbers));
  return (item: PlacedPair, found: readonly Failure[], { seed, case: number }: Origin): string => {
    const kinds = [...new Set(found.map(({ kind }) => kind))].join(', ');
    const from = `\`npm run fuzz -- ${fuzzer} --seed ${seed} --case ${number}\``;
    const constants = { a: shape(item.a), poseA: pose(item.poseA), b: shape(item.b), poseB: pose(item.poseB) };
    return [
      commentSource(`Found by ${from}: ${item.situation}: ${kinds}.`),
      "import { describe, expect, it } from 'vitest';",
      `import { ${imports} } from '${module}';`,
      '',
      `describe('${fuzzer} fuzz, seed ${seed}, case ${number}', () => {`,
      ...Object.entries(constants).map(([name, value]) => constantSource(name, value, '  ')),
      '',
      "  it('has a proof, and the answers that go with it', () => {",
      ...lines.map((line) => `    ${line}`),
      '  });',
      '});',
      '',
    ].join('\n');
  };
}
