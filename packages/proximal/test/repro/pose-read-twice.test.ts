// One normalized quaternion in twenty changed its bits when it was normalized again, so that a file that was read and written changed.
import { expect, it } from 'vitest';
import { readPose2 } from '../../src/2d/pose.ts';
import { compose } from '../../src/math/index.ts';
import { readPose } from '../../src/math/pose.ts';
import { forAll } from '../for-all.ts';

it('a pose that is read twice is bitwise identical', () => {
  forAll({ seed: 1, cases: 20_000 }, (rng) => {
    const [once, twice] = [new Float64Array(7), new Float64Array(7)];
    readPose('test', 'pose', { rotation: [0, 0, 0, 0].map(() => rng.normal()) as never }, once, 0);
    readPose('test', 'pose', once, twice, 0);
    expect(twice).toEqual(once);
    expect(compose(once, {}).every((x) => Math.abs(x) <= 1)).toBe(true);
    const [first, second] = [new Float64Array(4), new Float64Array(4)];
    readPose2('test', 'pose', [0, 0, rng.normal(), rng.normal()], first, 0);
    readPose2('test', 'pose', first, second, 0);
    expect(second).toEqual(first);
  });
});
