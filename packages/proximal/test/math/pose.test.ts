import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { box, distance, sphere } from '../../src/index.ts';
import {
  compose,
  expPose,
  fromAxisAngle,
  fromEuler,
  identity,
  interpolate,
  inverse,
  logPose,
  lookAt,
  type Pose,
  Rng,
  transformDirection,
  transformPoint,
} from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';

const close = (actual: ArrayLike<number>, expected: readonly number[]): void => {
  expect(actual.length).toBe(expected.length);
  expected.forEach((value, k) => {
    expect(actual[k]).toBeCloseTo(value, 12);
  });
};

/** A random pose with coordinates from −5 to 5. */
function randomPose(rng: Rng): Pose {
  return Float64Array.of(rng.uniform(-5, 5), rng.uniform(-5, 5), rng.uniform(-5, 5), ...rng.rotation());
}

/** The column-major 4 × 4 matrix of a pose. */
function matrixOf(pose: Pose): number[] {
  const origin = transformPoint(pose, [0, 0, 0]);
  const columns = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((axis) => transformPoint(pose, axis).map((x, k) => x - origin[k]));
  return [...columns.flatMap((column) => [...column, 0]), ...origin, 1];
}

describe('poses', () => {
  it('are the same in every input form', () => {
    forAll({ seed: 1, cases: 200 }, (rng) => {
      const pose = randomPose(rng);
      const [x, y, z, qx, qy, qz, qw] = pose;
      const forms = [
        Array.from(pose),
        Float32Array.from(pose),
        { position: [x, y, z], rotation: [qx, qy, qz, qw] },
        { position: { x, y, z }, rotation: { x: qx, y: qy, z: qz, w: qw } },
        { position: [x, y, z], rotation: [-3 * qx, -3 * qy, -3 * qz, -3 * qw] },
        matrixOf(pose),
        Float32Array.from(matrixOf(pose)),
      ];
      const expected = distance(box(1, 2, 3), pose, sphere(0.5), { position: [9, 9, 9] }).distance;
      for (const form of forms) {
        const digits = form instanceof Float32Array ? 4 : 10;
        expect(distance(box(1, 2, 3), form, sphere(0.5), { position: [9, 9, 9] }).distance).toBeCloseTo(
          expected,
          digits,
        );
      }
    });
  });

  it('treat a missing position or rotation as the identity', () => {
    expect(compose({}, {})).toEqual(identity());
    close(compose({ position: [1, 2, 3] }, {}), [1, 2, 3, 0, 0, 0, 1]);
    close(compose({ rotation: [0, 0, 2, 0] }, {}), [0, 0, 0, 0, 0, 1, 0]);
  });

  it('normalize quaternions with components from 1e-300 to 1e300', () => {
    for (const scale of [1e-300, 1e-160, 1e-10, 1, 1e10, 1e160, 1e300]) {
      close(compose({ rotation: [scale, 0, 0, scale] }, {}).slice(3), [Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
    }
  });

  it('compose and invert', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (seed) => {
        const rng = new Rng(seed);
        const [p, q] = [randomPose(rng), randomPose(rng)];
        const point = [rng.uniform(-3, 3), rng.uniform(-3, 3), rng.uniform(-3, 3)];
        close(transformPoint(compose(p, q), point), transformPoint(p, transformPoint(q, point)));
        close(transformPoint(inverse(p), transformPoint(p, point)), point);
      }),
    );
  });

  it('rotate about an axis by the right-hand rule', () => {
    close(transformPoint(fromAxisAngle([0, 0, 5], Math.PI / 2), [1, 0, 0]), [0, 1, 0]);
    close(transformPoint(fromAxisAngle([0, 0, 1], Math.PI / 2, [1, 2, 3]), [1, 0, 0]), [1, 3, 3]);
  });

  it('follow the order of Euler angles: URDF by default, three.js on request', () => {
    const [x, y, z] = [0.3, -0.7, 1.1];
    const rotations = {
      X: fromAxisAngle([1, 0, 0], x),
      Y: fromAxisAngle([0, 1, 0], y),
      Z: fromAxisAngle([0, 0, 1], z),
    };
    close(fromEuler(x, y, z), [...compose(compose(rotations.Z, rotations.Y), rotations.X)]);
    close(fromEuler(x, y, z, 'XYZ'), [...compose(compose(rotations.X, rotations.Y), rotations.Z)]);
    close(fromEuler(x, y, z, 'YXZ', [1, 2, 3]).slice(0, 3), [1, 2, 3]);
  });

  it('look at a target along +z with y toward up, also if the target is straight above', () => {
    const pose = lookAt([1, 1, 1], [1, 4, 1]);
    close(transformPoint(pose, [0, 0, 2]), [1, 3, 1]);
    close(transformPoint(pose, [0, 1, 0]), [1, 1, 2]);
    close(transformPoint(lookAt([0, 0, 0], [0, 0, -2]), [0, 0, 1]), [0, 0, -1]);
  });
});

describe('the random number generator', () => {
  it('repeats itself for a seed and differs between seeds', () => {
    const firstNumbers = (seed: number): number[] =>
      Array.from(
        { length: 5 },
        (
          (rng) => () =>
            rng.next()
        )(new Rng(seed)),
      );
    expect(firstNumbers(3)).toEqual(firstNumbers(3));
    expect(firstNumbers(3)).not.toEqual(firstNumbers(4));
  });

  it('is uniform, normal and isotropic to a few standard errors', () => {
    const count = 100_000;
    // The mean of uniform numbers, and mean squares: of normal numbers, of a component of directions, of a component of quaternions.
    let [mean, normalSquare, directionSquare, rotationSquare] = [0, 0, 0, 0];
    forAll({ seed: 7, cases: count }, (rng) => {
      mean += rng.uniform() / count;
      normalSquare += rng.normal() ** 2 / count;
      directionSquare += rng.direction()[2] ** 2 / count;
      rotationSquare += rng.rotation()[3] ** 2 / count;
    });
    expect(Math.abs(mean - 1 / 2)).toBeLessThan(0.005);
    expect(Math.abs(normalSquare - 1)).toBeLessThan(0.03);
    expect(Math.abs(directionSquare - 1 / 3)).toBeLessThan(0.005);
    expect(Math.abs(rotationSquare - 1 / 4)).toBeLessThan(0.005);
  });
});

describe('twists', () => {
  it('have an exponential that is the limit of many small steps', () => {
    forAll({ seed: 11, cases: 20 }, (rng) => {
      const twist = Array.from({ length: 6 }, () => rng.uniform(-2, 2));
      const steps = 1 << 12;
      let pose = identity();
      // Each step translates and turns by 1/steps; the error of their order is proportional to 1/steps.
      for (let k = 0; k < steps; k++) {
        const [x, y, z, ...turn] = twist.map((value) => value / steps);
        pose = compose(pose, fromAxisAngle(turn, Math.hypot(...turn), [x, y, z]));
      }
      const exact = expPose(twist);
      for (let k = 0; k < 7; k++) expect(Math.abs(exact[k] - pose[k])).toBeLessThan(20 / steps);
    });
  });

  it('come back from the exponential by the logarithm, for angles below half a turn', () => {
    forAll({ seed: 12, cases: 300 }, (rng) => {
      const axis = rng.direction();
      const angle = rng.uniform(0, 3.1) * (rng.uniform(0, 1) < 0.3 ? 1e-6 : 1);
      const twist = [rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-2, 2), ...axis.map((x) => angle * x)];
      close(logPose(expPose(twist)), twist);
    });
    close(logPose(identity()), [0, 0, 0, 0, 0, 0]);
  });

  it('interpolate: ends, constant angular velocity, shorter arc', () => {
    forAll({ seed: 13, cases: 200 }, (rng) => {
      const [a, b] = [randomPose(rng), randomPose(rng)];
      const t = rng.uniform(0, 1);
      const between = interpolate(a, b, t);
      const angle = (p: Pose, q: Pose): number => Math.hypot(...logPose(compose(inverse(p), q)).subarray(3));
      expect(angle(a, between)).toBeCloseTo(t * angle(a, b), 7);
      expect(angle(between, b)).toBeCloseTo((1 - t) * angle(a, b), 7);
      for (let k = 0; k < 3; k++) expect(between[k]).toBeCloseTo(a[k] + t * (b[k] - a[k]), 12);
      expect(angle(interpolate(a, b, 1), b)).toBeLessThan(1e-7);
    });
  });

  it('rotate directions without the position', () => {
    forAll({ seed: 14, cases: 100 }, (rng) => {
      const pose = randomPose(rng);
      const v = rng.direction();
      const [tip, origin] = [transformPoint(pose, v), transformPoint(pose, [0, 0, 0])];
      close(
        transformDirection(pose, v),
        tip.map((x, k) => x - origin[k]),
      );
    });
  });
});
