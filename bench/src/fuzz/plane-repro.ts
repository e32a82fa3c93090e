// A failing pair of the plane as a test file: shapes by their wire form, and what every pair has to show.
import type { Failure, Origin } from './fuzzer.ts';
import type { PlaneCase } from './plane-cases.ts';
import { commentSource, constantSource, poseSource } from './repro-source.ts';

export function writePlaneRepro(item: PlaneCase, found: readonly Failure[], { seed, case: number }: Origin): string {
  const kinds = [...new Set(found.map(({ kind }) => kind))].join(', ');
  const from = `\`npm run fuzz -- plane --seed ${seed} --case ${number}\``;
  const { a, b, poseA, poseB, run, situation } = item;
  const constants = {
    a: `fromJSON(${JSON.stringify(a, null, 1).replaceAll(/\s+/g, ' ')})`,
    poseA: poseSource([...poseA]),
    b: `fromJSON(${JSON.stringify(b, null, 1).replaceAll(/\s+/g, ' ')})`,
    poseB: poseSource([...poseB]),
  };
  return `${commentSource(`Found by ${from}: ${run}, ${situation}: ${kinds}.`)}
import { describe, expect, it } from 'vitest';
import { certify, collide, distance, fromJSON } from '../../src/plane/index.ts';

describe('plane fuzz, seed ${seed}, case ${number}', () => {
${Object.entries(constants)
  .map(([name, value]) => constantSource(name, value, '  '))
  .join('\n')}

  it('has a proof, and the Boolean answer that goes with it', () => {
    const result = distance(a, poseA, b, poseB);
    expect(certify(a, poseA, b, poseB, result).valid).toBe(true);
    expect(result.status).not.toBe('unknown');
    expect(collide(a, poseA, b, poseB)).toBe(result.status !== 'separated');
  });
});
`;
}
