// A corner that touches a face, smoothed by little noise, has one huge principal curvature and one near zero. Their determinant was
// rounded to zero, the derivatives were NaN, and contactPose threw.
import { expect, it } from 'vitest';
import { differentiate } from '../../src/derivatives/index.ts';
import { convex, signedDistance } from '../../src/index.ts';
import { Rng } from '../../src/math/index.ts';

it('derivatives are finite where one curvature is huge and the other near zero', () => {
  // Two hulls of twelve points of an ellipsoid, as `npm run bench -- derivatives` makes them.
  const rng = new Rng(1000);
  const rough = () => {
    const radii = [rng.uniform(0.2, 1), rng.uniform(0.2, 1), rng.uniform(0.2, 1)];
    return convex(Array.from({ length: 12 }, () => rng.direction().map((x, k) => x * radii[k])));
  };
  const [a, b] = [rough(), rough()];
  const pose = Float64Array.of(
    0.12372286674949304,
    -0.7008248690866635,
    0.3073627231471145,
    0.6066112121604745,
    -0.7756752648238748,
    0.1383559596719155,
    0.10586949156803954,
  );
  const result = signedDistance(a, {}, b, pose, { relativeTolerance: 1e-14 });
  expect(result.status).toBe('touching');
  for (let seed = 0; seed < 2000; seed++) {
    const { pointA, pointB, normal } = differentiate(a, {}, b, pose, {
      estimator: 'gaussian',
      samples: 20,
      noise: 1e-3,
      noiseOn: 'normal',
      seed,
      result,
    });
    expect([...pointA, ...pointB, ...normal].every(Number.isFinite), `seed ${seed}`).toBe(true);
  }
});
