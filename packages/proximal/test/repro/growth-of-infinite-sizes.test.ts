// A growth distance between shapes whose Minkowski sum overflows had the status 'separated', with bounds that its certificate rejected.
import { expect, it } from 'vitest';
import { box, growthDistance, Pair, segment, smoothHull, transformed } from '../../src/index.ts';

it("the growth distance of shapes whose sum overflows is 'unknown'", () => {
  const shape = box(1e308, 1e308, 1e308);
  const far = { position: [1.5, 0, 0], rotation: [0.5, 0.5, -0.5, 0.5] };
  const unknown = { status: 'unknown', converged: false, lower: 0, upper: Infinity };
  expect(growthDistance(shape, {}, segment(1.8), far)).toMatchObject(unknown);
  expect(new Pair(shape, segment(1.8)).growthDistance({}, far)).toMatchObject(unknown);
});

it('transformed rejects a map whose image overflows', () => {
  const corners = [-13.4, -13.4, 1.4, 13.4, -13.4, -1.4, -13.4, 13.4, -1.4, 13.4, 13.4, 1.4];
  const linear = [-0.1, 0.38, -0.42, -0.08, -0.06, Number.MAX_VALUE, -0.14, 0.36, -0.6];
  expect(() => transformed(smoothHull(corners, 2.4), { linear })).toThrow(RangeError);
});
