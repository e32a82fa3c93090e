import { expect, it } from 'vitest';
import { contactFrame, normalReference, rotateImpulses } from '../../src/contact/index.ts';
import { forAll } from '../for-all.ts';

const seed = 31;
const dot = (a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): number =>
  a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
const worldOf = (frame: Float64Array, [x, y, n]: ArrayLike<number> & Iterable<number>): number[] =>
  [0, 1, 2].map((k) => frame[k] * x + frame[3 + k] * y + frame[6 + k] * n);

it(`contactFrame makes right-handed frames that depend on the normal alone (seed ${seed})`, () => {
  const expectFrame = (normal: readonly number[]): void => {
    const frame = contactFrame(normal);
    for (let i = 0; i < 9; i += 3)
      for (let j = 0; j < 9; j += 3) expect(dot(frame, i, frame, j)).toBeCloseTo(i === j ? 1 : 0, 14);
    const cross = [
      frame[1] * frame[5] - frame[2] * frame[4],
      frame[2] * frame[3] - frame[0] * frame[5],
      frame[0] * frame[4] - frame[1] * frame[3],
    ];
    for (let k = 0; k < 3; k++) expect(cross[k]).toBeCloseTo(normal[k], 14);
    expect([...contactFrame(Float64Array.from(normal))]).toEqual([...frame]);
  };
  for (const normal of [
    [0, 0, 1],
    [0, 0, -1],
    [1, 0, 0],
  ])
    expectFrame(normal);
  forAll({ seed, cases: 200 }, (rng) => expectFrame(rng.direction()));
});

it('rotateImpulses keeps impulses of unchanged normals, and rotates the others with their normals', () => {
  forAll({ seed, cases: 100 }, (rng) => {
    const from = Float64Array.from([...rng.direction(), ...rng.direction()]);
    const to = Float64Array.from([...rng.direction(), ...from.slice(3)]);
    const impulses = Float64Array.from({ length: 8 }, () => rng.normal());
    const turned = rotateImpulses(impulses, from, to);
    // Two bilateral rows, then a contact that turns and one that does not.
    for (const same of [0, 1, 4, 5, 6, 7]) expect(turned[same]).toBeCloseTo(impulses[same], 14);
    expect(Math.hypot(turned[2], turned[3])).toBeCloseTo(Math.hypot(impulses[2], impulses[3]), 13);
    // The smallest rotation keeps the component along its axis.
    const axis = [
      from[1] * to[2] - from[2] * to[1],
      from[2] * to[0] - from[0] * to[2],
      from[0] * to[1] - from[1] * to[0],
    ];
    const before = worldOf(contactFrame(from.slice(0, 3)), impulses.subarray(2, 5));
    const after = worldOf(contactFrame(to.slice(0, 3)), turned.subarray(2, 5));
    expect(dot(axis, 0, after, 0)).toBeCloseTo(dot(axis, 0, before, 0), 12);
    const back = rotateImpulses(turned, to, from);
    for (let j = 0; j < 8; j++) expect(back[j]).toBeCloseTo(impulses[j], 12);
    expect(rotateImpulses(impulses, from, to, impulses)).toBe(impulses);
    expect([...impulses]).toEqual([...turned]);
  });
});

it('rotateImpulses accepts a normal that reverses', () => {
  const turned = rotateImpulses(Float64Array.of(1, 2, 3), Float64Array.of(0, 0, 1), Float64Array.of(0, 0, -1));
  expect(turned[2]).toBe(3);
  expect(Math.hypot(turned[0], turned[1])).toBeCloseTo(Math.hypot(1, 2), 14);
});

it('normalReference is the larger of restitution and Baumgarte velocity, and lets gaps close', () => {
  expect(normalReference(0, 0.01)).toBe(0);
  expect(normalReference(0.002, 0.01)).toBeCloseTo(-0.2, 15);
  expect(normalReference(-0.002, 0.01)).toBe(0);
  expect(normalReference(-0.002, 0.01, { baumgarte: 20 })).toBeCloseTo(0.04, 15);
  expect(normalReference(-0.002, 0.01, { baumgarte: 20, allowedPenetration: 0.001 })).toBeCloseTo(0.02, 15);
  expect(normalReference(-0.002, 0.01, { baumgarte: 20, restitution: 0.5, velocity: -1 })).toBe(0.5);
  expect(normalReference(-0.2, 0.01, { baumgarte: 20, restitution: 0.5, velocity: -1 })).toBe(4);
  // No restitution below the resting speed or for separating contacts.
  expect(normalReference(0, 0.01, { restitution: 0.5, velocity: -0.1, restingSpeed: 0.2 })).toBe(0);
  expect(normalReference(0, 0.01, { restitution: 0.5, velocity: 1 })).toBe(0);
  // A contact that closes within the step bounces; another may close its gap.
  expect(normalReference(0.005, 0.01, { restitution: 0.5, velocity: -1 })).toBe(0.5);
  expect(normalReference(0.02, 0.01, { restitution: 0.5, velocity: -1 })).toBe(-2);
});
