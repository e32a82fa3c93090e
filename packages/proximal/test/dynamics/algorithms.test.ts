// Identities that hold for every robot at every state.
import { describe, expect, it } from 'vitest';
import { AncestorFactor } from '../../src/dynamics/ancestor-factor.ts';
import { factorMass } from '../../src/dynamics/articulated.ts';
import {
  biasTorque,
  centerOfMass,
  centerOfMassJacobian,
  centroidalMomentum,
  coriolisMatrix,
  difference,
  forwardDynamics,
  forwardKinematics,
  frameAcceleration,
  frameJacobian,
  framePose,
  frameVelocity,
  gravityTorque,
  integrate,
  inverseDynamics,
  inverseMassMatrix,
  kineticEnergy,
  massMatrix,
  potentialEnergy,
  randomConfiguration,
} from '../../src/dynamics/index.ts';
import { compose, inverse, type Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { randomVector, relativeError, sampleModels } from './robots.ts';

const seed = 20261;
const references = ['local', 'world', 'local-world-aligned'] as const;

function times(matrix: ArrayLike<number>, v: ArrayLike<number>): number[] {
  const rows = matrix.length / v.length;
  return Array.from({ length: rows }, (_, row) => {
    let sum = 0;
    for (let k = 0; k < v.length; k++) sum += matrix[row * v.length + k] * v[k];
    return sum;
  });
}

describe.each(Object.entries(sampleModels(seed)))(`%s (seed ${seed})`, (_name, model) => {
  const data = model.createData();
  const stateOf = (rng: Rng) => ({
    q: randomConfiguration(model, rng),
    v: randomVector(rng, model.nv, 2),
    a: randomVector(rng, model.nv, 5),
    forces: randomVector(rng, 6 * model.joints.length, 3),
  });
  const forStates = (check: (state: ReturnType<typeof stateOf>, rng: Rng) => void, cases = 5): void =>
    forAll({ seed: seed + model.nv, cases, tries: 500 }, (rng) => check(stateOf(rng), rng));
  const zero = model.zeroVelocity();

  it('the sparse factor solves for three columns, also with zeros, to 1e-10', () => {
    const factor = AncestorFactor.of(model);
    // Only models with mimic joints, and models with too many entries, such as a chain of more than 25 degrees of freedom, have none.
    expect(factor !== null || model.tree.hasMimic || model.nv > 25).toBe(true);
    forStates(({ q, v, a }) => {
      const columns = Float64Array.of(...v, ...a, ...v.map((x, k) => (k < model.nv / 2 ? 0 : x)));
      const mass = massMatrix(model, data, q).slice();
      factorMass(model, data);
      factor?.update(data);
      const found = new Float64Array(columns.length);
      factor?.solveTriple(data, columns, found, 0);
      for (let k = 0; factor && k < 3 * model.nv; k += model.nv) {
        const again = times(mass, found.subarray(k, k + model.nv));
        expect(relativeError(again, columns.subarray(k, k + model.nv))).toBeLessThan(1e-10);
      }
    });
  });

  it('forward dynamics inverts inverse dynamics, to 1e-10', () => {
    forStates(({ q, v, a, forces }) => {
      for (const external of [undefined, forces]) {
        const tau = inverseDynamics(model, data, q, v, a, external).slice();
        const again = forwardDynamics(model, data, q, v, tau, external).slice();
        expect(relativeError(again, a)).toBeLessThan(1e-10);
        expect(relativeError(inverseDynamics(model, data, q, v, again, external), tau)).toBeLessThan(1e-10);
      }
    });
  });

  it('four algorithms agree on the torque M a + C v + g', () => {
    forStates(({ q, v, a }) => {
      const tau = inverseDynamics(model, data, q, v, a).slice();
      const bias = biasTorque(model, data, q, v).slice();
      const gravity = gravityTorque(model, data, q).slice();
      const inertial = times(massMatrix(model, data, q), a);
      const coriolis = times(coriolisMatrix(model, data, q, v), v);
      expect(
        relativeError(
          inertial.map((x, k) => x + bias[k]),
          tau,
        ),
      ).toBeLessThan(1e-12);
      expect(
        relativeError(
          coriolis.map((x, k) => x + gravity[k]),
          bias,
        ),
      ).toBeLessThan(1e-12);
    });
  });

  it('the mass matrix is symmetric, has the columns of inverse dynamics, and M M⁻¹ = 1', () => {
    forStates(({ q }) => {
      const m = massMatrix(model, data, q).slice();
      const inverseM = inverseMassMatrix(model, data, q).slice();
      const gravity = gravityTorque(model, data, q).slice();
      for (let k = 0; k < model.nv; k++) {
        const unit = Float64Array.from(zero, (_, i) => (i === k ? 1 : 0));
        const column = inverseDynamics(model, data, q, zero, unit).map((x, i) => x - gravity[i]);
        expect(relativeError(times(m, unit), column)).toBeLessThan(1e-12);
        expect(relativeError(times(inverseM, column), unit)).toBeLessThan(1e-10);
        for (let i = 0; i < k; i++) {
          expect(m[i * model.nv + k]).toBe(m[k * model.nv + i]);
          expect(inverseM[i * model.nv + k]).toBe(inverseM[k * model.nv + i]);
        }
      }
    }, 1);
  });

  it('dM/dt − 2 C is skew-symmetric', () => {
    forStates(({ q, v }) => {
      const h = 1e-6;
      const step = (s: number): Float64Array =>
        integrate(
          model,
          q,
          v.map((x) => s * h * x),
        );
      const plus = massMatrix(model, data, step(1)).slice();
      const minus = massMatrix(model, data, step(-1)).slice();
      const c = coriolisMatrix(model, data, q, v);
      const n = model.nv;
      for (let i = 0; i < n; i++) {
        for (let k = 0; k < n; k++) {
          const rate = (plus[i * n + k] - minus[i * n + k]) / (2 * h);
          expect(rate - c[i * n + k] - c[k * n + i]).toBeCloseTo(0, 6);
        }
      }
    }, 2);
  });

  it('kinetic energy is ½ vᵀ M v, and potential energy has the gravity torque as its gradient', () => {
    forStates(({ q, v }) => {
      const m = massMatrix(model, data, q).slice();
      const half = times(m, v).reduce((sum, x, k) => sum + (x * v[k]) / 2, 0);
      expect(relativeError([kineticEnergy(model, data, q, v)], [half])).toBeLessThan(1e-13);
      const h = 1e-5;
      const at = (s: number): number =>
        potentialEnergy(
          model,
          data,
          integrate(
            model,
            q,
            v.map((x) => s * h * x),
          ),
        );
      const slope = (at(1) - at(-1)) / (2 * h);
      const power = gravityTorque(model, data, q).reduce((sum, x, k) => sum + x * v[k], 0);
      expect(relativeError([slope], [power])).toBeLessThan(1e-8);
    });
  });

  it('the velocity of the center of mass is its Jacobian times v, and the momentum is mass times that', () => {
    forStates(({ q, v }) => {
      const h = 1e-5;
      const at = (s: number): Float64Array =>
        centerOfMass(
          model,
          data,
          integrate(
            model,
            q,
            v.map((x) => s * h * x),
          ),
        ).slice();
      const [plus, minus] = [at(1), at(-1)];
      const velocity = times(centerOfMassJacobian(model, data, q), v);
      expect(
        relativeError(
          velocity,
          plus.map((x, k) => (x - minus[k]) / (2 * h)),
        ),
      ).toBeLessThan(1e-8);
      const momentum = centroidalMomentum(model, data, q, v);
      expect(
        relativeError(
          momentum.subarray(0, 3),
          velocity.map((x) => x * model.mass),
        ),
      ).toBeLessThan(1e-12);
    });
  });

  it('the velocity of a frame is its Jacobian times v, in every reference', () => {
    forStates(({ q, v }) => {
      const h = 1e-6;
      const poseAt = (s: number): Float64Array => {
        forwardKinematics(
          model,
          data,
          integrate(
            model,
            q,
            v.map((x) => s * h * x),
          ),
        );
        return framePose(model, data, 'tool');
      };
      const [plus, minus] = [poseAt(1), poseAt(-1)];
      // The twist of the body between the two poses, from the relative pose's logarithm to first order.
      const relative = compose(inverse(minus), plus);
      const sign = Math.sign(relative[6]);
      const twist = [0, 1, 2, 3, 4, 5].map((k) => (k < 3 ? relative[k] : 2 * sign * relative[k]) / (2 * h));
      forwardKinematics(model, data, q, v);
      expect(relativeError(frameVelocity(model, data, 'tool'), twist)).toBeLessThan(2e-5);
      for (const reference of references) {
        const velocity = frameVelocity(model, data, 'tool', reference);
        expect(relativeError(times(frameJacobian(model, data, 'tool', reference), v), velocity)).toBeLessThan(1e-12);
      }
      const pose = framePose(model, data, 'tool');
      const aligned = frameVelocity(model, data, 'tool', 'local-world-aligned').slice();
      const world = frameVelocity(model, data, 'tool', 'world').slice();
      const [x, y, z, wx, wy, wz] = world;
      // The velocity of the body's point at the frame's origin, from the velocity of its point at the world's origin.
      const moved = [x + wy * pose[2] - wz * pose[1], y + wz * pose[0] - wx * pose[2], z + wx * pose[1] - wy * pose[0]];
      expect(relativeError(aligned.subarray(0, 3), moved)).toBeLessThan(1e-12);
      expect(relativeError(aligned.subarray(3), [wx, wy, wz])).toBeLessThan(1e-12);
    });
  });

  it('the spatial acceleration is the derivative of the velocity in the world', () => {
    forStates(({ q, v, a }) => {
      const h = 1e-6;
      const velocityAt = (s: number): Float64Array => {
        const rate = v.map((x, k) => x + s * h * a[k]);
        forwardKinematics(
          model,
          data,
          integrate(
            model,
            q,
            v.map((x, k) => s * h * (x + 0.5 * s * h * a[k])),
          ),
          rate,
        );
        return frameVelocity(model, data, 'tool', 'world').slice();
      };
      const [plus, minus] = [velocityAt(1), velocityAt(-1)];
      forwardKinematics(model, data, q, v, a);
      const found = frameAcceleration(model, data, 'tool', 'world');
      expect(
        relativeError(
          found,
          plus.map((x, k) => (x - minus[k]) / (2 * h)),
        ),
      ).toBeLessThan(1e-6);
    }, 1);
  });

  it('integrate and difference are inverse to each other', () => {
    forStates(({ q, v }, rng) => {
      // Less than half a turn.
      const less = v.map((x) => 0.8 * x);
      expect(relativeError(difference(model, q, integrate(model, q, less)), less)).toBeLessThan(1e-12);
      const other = randomConfiguration(model, rng);
      const velocity = difference(model, q, other);
      forwardKinematics(model, data, integrate(model, q, velocity));
      const reached = framePose(model, data, 'tool');
      forwardKinematics(model, data, other);
      const wanted = framePose(model, data, 'tool');
      expect(relativeError(reached.subarray(0, 3), wanted.subarray(0, 3))).toBeLessThan(1e-11);
    });
  });

  it('gives bitwise identical results when repeated, also with another Data', () => {
    forStates(({ q, v, a }) => {
      const first = forwardDynamics(model, data, q, v, a).slice();
      expect([...forwardDynamics(model, model.createData(), q, v, a)]).toEqual([...first]);
    }, 1);
  });
});
