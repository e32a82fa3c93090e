// Analytic derivatives against central differences in the tangent space.
import { describe, expect, it } from 'vitest';
import {
  forwardDynamics,
  forwardDynamicsDerivatives,
  forwardKinematics,
  frameVelocity,
  frameVelocityDerivatives,
  inverseDynamics,
  inverseDynamicsDerivatives,
  massMatrix,
  randomConfiguration,
} from '../../src/dynamics/index.ts';
import type { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { derivativeErrors } from './differences.ts';
import { randomVector, relativeError, sampleModels } from './robots.ts';

const seed = 20262;

describe.each(Object.entries(sampleModels(seed)))(`%s (seed ${seed})`, (_name, model) => {
  const data = model.createData();
  const stateOf = (rng: Rng) => ({
    q: randomConfiguration(model, rng),
    v: randomVector(rng, model.nv, 1),
    a: randomVector(rng, model.nv, 2),
    forces: randomVector(rng, 6 * model.joints.length, 2),
  });
  const forStates = (check: (state: ReturnType<typeof stateOf>, rng: Rng) => void): void =>
    forAll({ seed: seed + model.nv, cases: 3, tries: 100 }, (rng) => check(stateOf(rng), rng));

  it('inverse dynamics, to 1e-6', () => {
    forStates(({ q, v, a, forces }) => {
      for (const external of [undefined, forces]) {
        const { dq, dv, da } = inverseDynamicsDerivatives(model, data, q, v, a, external);
        const errors = derivativeErrors(
          model,
          q,
          v,
          (x, y) => inverseDynamics(model, model.createData(), x, y, a, external),
          dq,
          dv,
        );
        expect(errors.dq).toBeLessThan(1e-6);
        expect(errors.dv).toBeLessThan(1e-6);
        expect(relativeError(da, massMatrix(model, model.createData(), q))).toBeLessThan(1e-13);
      }
    });
  });

  it('forward dynamics, to 1e-6', () => {
    forStates(({ q, v, a, forces }, rng) => {
      for (const external of [undefined, forces]) {
        const tau = inverseDynamics(model, data, q, v, a, external).slice();
        const { dq, dv, dtau } = forwardDynamicsDerivatives(model, data, q, v, tau, external);
        const errors = derivativeErrors(
          model,
          q,
          v,
          (x, y) => forwardDynamics(model, model.createData(), x, y, tau, external),
          dq,
          dv,
        );
        expect(errors.dq).toBeLessThan(1e-6);
        expect(errors.dv).toBeLessThan(1e-6);
        // Exactly linear in the torque.
        const more = randomVector(rng, model.nv);
        const moved = forwardDynamics(
          model,
          model.createData(),
          q,
          v,
          tau.map((x, k) => x + more[k]),
          external,
        );
        const before = forwardDynamics(model, model.createData(), q, v, tau, external);
        const expected = before.map((x, row) => more.reduce((sum, y, k) => sum + dtau[row * model.nv + k] * y, x));
        expect(relativeError(moved, expected)).toBeLessThan(1e-10);
      }
    });
  });

  it('the velocity of a frame, in every reference, to 1e-6', () => {
    forStates(({ q, v }) => {
      for (const reference of ['local', 'world', 'local-world-aligned'] as const) {
        const { dq, dv } = frameVelocityDerivatives(model, data, q, v, 'tool', reference);
        const other = model.createData();
        const errors = derivativeErrors(
          model,
          q,
          v,
          (x, y) => {
            forwardKinematics(model, other, x, y);
            return frameVelocity(model, other, 'tool', reference).slice();
          },
          dq,
          dv,
        );
        expect(errors.dq).toBeLessThan(1e-6);
        expect(errors.dv).toBeLessThan(1e-6);
      }
    });
  });
});
