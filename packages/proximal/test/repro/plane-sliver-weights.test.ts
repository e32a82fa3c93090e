// Found by `npm run fuzz -- plane --seed 5`, cases 182491, 49129 and 119080: contact at a thin triangle of the Minkowski difference. Its
// barycentric coordinates are quotients of small differences. They combined to a point displaced along the sliver by more than the
// tolerance, although the distance was 0.
import { expect, it } from 'vitest';
import { box, certify, distance, ellipse, polygon, segment, signedDistance } from '../../src/2d/index.ts';

const many = polygon([
  -0.00000441582980540306, -0.000004989982449064922, -0.0000010672226043917061, -0.0000037513734025773644,
  -0.000004363459990942507, -0.000004926926543365423, -0.000005264449918345559, -0.000007426700402342345,
  -0.0000011509644438446921, -0.0000037357019175196985, 8.651728924717975e-9, -0.000004165687565937061,
  -0.0000015463158730000987, -0.00000369073343836586, -0.0000016993398681952915, -0.000003685947202258592,
  -0.000004548573416074351, -0.000009657494273601988, -0.000005263424836280598, -0.000007501730801136273,
  4.6602118157752033e-7, -0.000004489026143134743, -0.000005208174573265563, -0.000008072646450717038,
  -0.000004916815524571694, -0.000009021114518863822, 0.0000010556178833136026, -0.000009708614220795823,
]);
const few = polygon([
  0.000004212522011686625, -0.0000038720816570444485, -0.000006622139071812412, -0.000003327098251459742,
  -0.000006640879551377987, -0.0000035303034928904437, 0.000005571616537018993, 9.776744905504744e-7,
]);

it.each([
  ['polygons at the identity', many, [0, 0, 1, 0], few, [0, 0, 1, 0]],
  [
    'a long ellipse and a box',
    ellipse(177867.52565766295, 34370.8063094568),
    [176998.92550662335, -119163.1575673473, -0.9385069091348686, -0.3452604545935076],
    box(140392.97310017006, 21621.369382680623),
    [-56293.599279786344, -128265.39792069886, 0.5980714217219272, -0.8014428080153397],
  ],
  [
    'an ellipse and a segment, both small',
    ellipse(0.000008213198295536894, 0.000008353474868284663),
    [-0.0000030271336408820623, 0.00001968264277751076, 0.4287275925620502, -0.9034338112866646],
    segment(0.000015772961448420302),
    [-0.000004265982329958853, 0.00003375717110537803, -0.5110057150600941, -0.8595773142515581],
  ],
] as const)('%s touch, and the weights of the proof combine to the reported points', (_name, a, poseA, b, poseB) => {
  const [from, to] = [new Float64Array(poseA), new Float64Array(poseB)];
  for (const query of [distance, signedDistance]) {
    const result = query(a, from, b, to);
    expect(result.status).toBe('touching');
    expect(certify(a, from, b, to, result)).toMatchObject({ valid: true });
    const swapped = query(b, to, a, from);
    expect(swapped.status).toBe('touching');
    expect(certify(b, to, a, from, swapped)).toMatchObject({ valid: true });
  }
  const { upper, allowance } = certify(a, from, b, to, distance(a, from, b, to));
  expect(upper).toBeLessThanOrEqual(allowance);
});
