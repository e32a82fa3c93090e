// Signed distances to a shape 10⁹ times as long as thick were right, but their certificates were invalid: rounding folded the polytope
// of slivers, so that it wound around the origin twice, and the certificate accepted only a single winding.
import { expect, it } from 'vitest';
import { box, certify, ellipsoid, segment, signedDistance, smoothHull } from '../../src/index.ts';

it('the polytope of a needle proves its signed distance', () => {
  const a = segment(1.1578641674479628);
  const poseA = {
    position: [0, 0, 0],
    rotation: [0.5164331747217066, -0.7358556750691604, -0.35927626675890406, 0.2504670949629],
  };
  const b = ellipsoid(1.7077692566100617, 0.6647517909295445, 2 ** 31);
  const poseB = {
    position: [1.5, 0.7900163655545722, 0],
    rotation: [0.4611281554632758, -0.3459371206073737, 0.20871625471165575, 0.7900163655545722],
  };
  const result = signedDistance(a, poseA, b, poseB, { keepProof: true });
  expect(result.distance).toBeCloseTo(-0.367127, 5);
  const { valid, gap } = certify(a, poseA, b, poseB, result);
  expect(valid).toBe(true);
  expect(gap).toBeLessThan(1e-4);
});

it('the polytope of a long smooth hull proves its signed distance', () => {
  const a = box(1.0952479234981476, 0.5192246027699191, 0.5249220075680332);
  const poseA = {
    position: [0, 0, 0],
    rotation: [0.5299201889059333, -0.4187983268917568, 0.7255527540614842, 0.13177919356393303],
  };
  const b = smoothHull(
    [
      [-(2 ** 31), -0.12124296658905673, 0.8979908289432336],
      [0.698872440728462, -0.12124296658905673, -0.8979908289432336],
      [-0.698872440728462, 0.12124296658905673, -0.8979908289432336],
      [0.698872440728462, 0.12124296658905673, 0.8979908289432336],
      [-0.2822620854861314, 0.09426484273568067, 0.003296340770355555],
      [-0.04063539991859464, -0.08132832600811851, -0.6023351015555232],
    ],
    13.571563892404864,
  );
  const poseB = {
    position: [1.5, 0, 0],
    rotation: [0.9879592178115021, -0.09820181909373207, 0.10251672312063681, -0.06150860223231826],
  };
  const result = signedDistance(a, poseA, b, poseB, { algorithm: 'mpr', keepProof: true });
  expect(result.distance).toBeCloseTo(-0.783512, 5);
  expect(certify(a, poseA, b, poseB, result).valid).toBe(true);
});
