// The normal of separated shapes was reused as the start direction for the penetration depth of the next query. The local minimum found from
// there was as large as the width of the body, while the global minimum was small.
import { expect, it } from 'vitest';
import { certify, cylinder, Pair } from '../../src/index.ts';

const at = (x: number, y: number, z: number): Float64Array => Float64Array.of(x, y, z, 0, 0, 0, 1);
const can = cylinder(1, 1);
const apart = at(3, 0, 0);
const above = at(0.22, 0.05, 1.95);

it('searches globally for the depth of the first overlap after a separation', () => {
  const pair = new Pair(can, can);
  expect(pair.penetration(at(0, 0, 0), apart).status).toBe('separated');
  for (const isFirst of [true, false]) {
    const result = pair.penetration(at(0, 0, 0), above);
    expect(result.depth).toBeCloseTo(0.05, 8);
    expect(result.local).toBe(!isFirst);
    expect(certify(can, at(0, 0, 0), can, above, result).valid).toBe(true);
  }
});

it('searches globally after any query of the pair that found a separation', () => {
  const pair = new Pair(can, can);
  pair.setPenetration({ certified: false });
  const queries = [
    () => pair.penetration(at(0, 0, 0), apart),
    () => pair.signedDistance(at(0, 0, 0), apart),
    () => pair.differentiate(at(0, 0, 0), apart),
  ];
  for (const runQuery of queries) {
    expect(pair.penetration(at(0, 0, 0), at(0.22, 0.05, 1.94)).depth).toBeCloseTo(0.06, 8);
    runQuery();
    expect(-pair.signedDistance(at(0, 0, 0), above).distance).toBeCloseTo(0.05, 8);
  }
});
