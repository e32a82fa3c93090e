// If a query at a displaced pose had no result, finite differences used points and normal of the query before, and only the derivative of the
// distance was NaN.
import { expect, it } from 'vitest';
import { differentiate } from '../../src/derivatives/index.ts';
import { custom, sphere } from '../../src/index.ts';

it('all derivatives are NaN if a query has no result', () => {
  let calls = 0;
  let limit = Infinity;
  // A unit ball whose support function breaks after some calls.
  const ball = custom({
    support(x, y, z, out) {
      const length = ++calls > limit ? Number.NaN : Math.hypot(x, y, z) || 1;
      out[0] = x / length;
      out[1] = y / length;
      out[2] = z / length;
    },
    center: [0, 0, 0],
    inradius: 1,
  });
  const run = () =>
    differentiate(
      ball,
      {},
      sphere(0.5),
      { position: [3, 0.1, 0.2] },
      { estimator: 'finite-difference', withRespectTo: 'b' },
    );
  run();
  const perRun = calls;
  calls = 0;
  limit = Math.floor(perRun / 2);
  const { distance, normal, pointA, separation } = run();
  for (const values of [distance, normal, pointA, separation])
    expect([...values].some((x) => Number.isNaN(x))).toBe(true);
});
