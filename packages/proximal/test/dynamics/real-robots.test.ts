// Identities and derivatives on generated and real robots, and reference values.
import { describe, expect, it } from 'vitest';
import {
  centerOfMass,
  forwardDynamics,
  forwardDynamicsDerivatives,
  forwardKinematics,
  framePose,
  frameVelocity,
  frameVelocityDerivatives,
  gravityTorque,
  inverseDynamics,
  inverseDynamicsDerivatives,
  type Model,
  ModelBuilder,
  massMatrix,
  neutral,
  randomConfiguration,
} from '../../src/dynamics/index.ts';
import { FileError, loadMjcf, loadUrdf } from '../../src/io/index.ts';
import { forAll } from '../for-all.ts';
import { derivativeErrors } from './differences.ts';
import { randomVector, relativeError } from './robots.ts';
import { loadRobot, needsShared, robots, sharedJson, sharedPath } from './shared.ts';

const seed = 20263;

describe.each(robots)('$file', (robot) => {
  it(`loads, inverts its dynamics to 1e-10 and has derivatives to 1e-6 (seed ${seed})`, async () => {
    const model = await loadRobot(robot);
    expect([model.nq, model.nv]).toEqual([robot.nq, robot.nv]);
    const data = model.createData();
    const other = model.createData();
    forAll({ seed, cases: 3 }, (rng) => {
      const q = randomConfiguration(model, rng);
      const v = randomVector(rng, model.nv);
      const a = randomVector(rng, model.nv);
      const tau = inverseDynamics(model, data, q, v, a).slice();
      const again = forwardDynamics(model, data, q, v, tau).slice();
      expect(relativeError(inverseDynamics(model, data, q, v, again), tau)).toBeLessThan(1e-10);
      expect(relativeError(again, a)).toBeLessThan(1e-9);
      const inverse = inverseDynamicsDerivatives(model, data, q, v, a);
      const inverseErrors = derivativeErrors(
        model,
        q,
        v,
        (x, y) => inverseDynamics(model, other, x, y, a),
        inverse.dq,
        inverse.dv,
      );
      const forward = forwardDynamicsDerivatives(model, data, q, v, tau);
      const forwardErrors = derivativeErrors(
        model,
        q,
        v,
        (x, y) => forwardDynamics(model, other, x, y, tau),
        forward.dq,
        forward.dv,
      );
      const frame = model.frames.length - 2;
      const velocity = frameVelocityDerivatives(model, data, q, v, frame);
      const velocityErrors = derivativeErrors(
        model,
        q,
        v,
        (x, y) => {
          forwardKinematics(model, other, x, y);
          return frameVelocity(model, other, frame);
        },
        velocity.dq,
        velocity.dv,
      );
      for (const { dq, dv } of [inverseErrors, forwardErrors, velocityErrors]) {
        expect(dq).toBeLessThan(1e-6);
        expect(dv).toBeLessThan(1e-6);
      }
    });
  });
});

describe('strict', needsShared, () => {
  it('rejects the Allegro hand, whose inertias are not physical, and names the link and its numbers', async () => {
    const path = sharedPath('robots/allegro_right/allegro_right.urdf');
    const { notices } = await loadUrdf(path, { meshes: 'skip' });
    const warnings = notices.filter(({ level }) => level === 'warning');
    expect(warnings.length).toBeGreaterThan(0);
    const error = await loadUrdf(path, { meshes: 'skip', strict: true }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FileError);
    expect((error as FileError).line).toBe(warnings[0].line);
    expect((error as FileError).message).toContain(
      `link "${warnings[0].name}": no distribution of mass has the inertia`,
    );
    await expect(
      loadMjcf(sharedPath('robots/allegro_right_mjcf/right_hand.xml'), { strict: true }),
    ).resolves.toBeDefined();
  });
});

interface Reference {
  readonly urdf: string;
  readonly floating_base: boolean;
  readonly joint_order: readonly string[];
  readonly cases: readonly {
    readonly q: readonly number[];
    readonly v: readonly number[];
    readonly a: readonly number[];
    readonly tau: readonly number[];
    readonly mass_matrix: readonly (readonly number[])[] | null;
    readonly com: readonly number[];
    readonly link_position: Readonly<Record<string, readonly number[]>> | null;
  }[];
}

/** A configuration or velocity of the model from numbers in the joint order of the file; the base is at rest at the origin. */
function scatter(
  model: Model,
  order: readonly string[],
  values: readonly number[],
  isConfiguration: boolean,
): Float64Array {
  const out = isConfiguration ? neutral(model) : model.zeroVelocity();
  order.forEach((name, k) => {
    const { q, v } = model.joints[model.jointIndex(name)];
    out[isConfiguration ? q : v] = values[k];
  });
  return out;
}

/** The index in the model's torque of each number of the file's torque. */
function torqueIndices(model: Model, order: readonly string[], isFree: boolean): number[] {
  const joints = order.map((name) => model.joints[model.jointIndex(name)].v);
  return isFree ? [0, 1, 2, 3, 4, 5, ...joints] : joints;
}

describe('computed references', needsShared, () => {
  it.each(['solo12', 'ur5', 'panda', 'allegro_right', 'talos'])('%s', async (name) => {
    const reference = sharedJson<Reference>(`reference/computed/dynamics_${name}.json`);
    const { floating_base: isFree, joint_order: order } = reference;
    const path = sharedPath(reference.urdf);
    const model = await loadUrdf(path, { mimic: 'independent', meshes: 'skip', root: isFree ? 'free-flyer' : 'fixed' });
    const data = model.createData();
    const at = torqueIndices(model, order, isFree);
    for (const { q, v, a, tau, mass_matrix: matrix, com, link_position: links } of reference.cases) {
      const configuration = scatter(model, order, q, true);
      const found = inverseDynamics(
        model,
        data,
        configuration,
        scatter(model, order, v, false),
        scatter(model, order, a, false),
      );
      expect(
        relativeError(
          tau,
          at.map((k) => found[k]),
        ),
      ).toBeLessThan(1e-11);
      expect(relativeError(com, centerOfMass(model, data, configuration))).toBeLessThan(1e-12);
      if (matrix) {
        const m = massMatrix(model, data, configuration);
        const rows = at.flatMap((row) => at.map((column) => m[row * model.nv + column]));
        expect(relativeError(matrix.flat(), rows)).toBeLessThan(1e-11);
      }
      forwardKinematics(model, data, configuration);
      for (const [link, position] of Object.entries(links ?? {})) {
        expect(relativeError(position, framePose(model, data, link).subarray(0, 3)), link).toBeLessThan(1e-11);
      }
    }
  });
});

describe('published references', needsShared, () => {
  it('simple humanoid: torques of RBDL and Pinocchio, to the digits they print', async () => {
    const reference = sharedJson<{
      gravity: number[];
      joint_order: string[];
      cases: { q: number[]; v: number[]; a: number[]; tau_expected: number[]; helper_recomputed_tau: number[] }[];
    }>('reference/pinocchio/rnea_simple_humanoid.json');
    const path = sharedPath('reference/pinocchio/simple_humanoid.urdf');
    const model = await loadUrdf(path, { meshes: 'skip', root: 'free-flyer', gravity: reference.gravity });
    const data = model.createData();
    const order = reference.joint_order;
    const at = torqueIndices(model, order, true);
    expect(reference.cases.length).toBe(5);
    for (const { q, v, a, tau_expected: expected, helper_recomputed_tau: recomputed } of reference.cases) {
      const [x, y, z] = [
        scatter(model, order, q, true),
        scatter(model, order, v, false),
        scatter(model, order, a, false),
      ];
      const found = inverseDynamics(model, data, x, y, z);
      const list = at.map((k) => found[k]);
      expect(relativeError(recomputed, list)).toBeLessThan(1e-11);
      // Six digits are printed.
      for (const [k, value] of expected.entries())
        expect(Math.abs(value - list[k])).toBeLessThan(1e-5 * Math.abs(value) + 1e-4);
    }
  });

  it('a body on z, y and x axes in a row: Euler angles, with links without mass in between', () => {
    const reference = sharedJson<{
      rnea: { q: number[]; v: number[]; a: number[]; tau: number[]; tol: number }[];
      crba: { q: number[]; M: number[][]; tol: number }[];
    }>('reference/pinocchio/spherical_zyx.json');
    const model = new ModelBuilder()
      .link('first')
      .link('second')
      .link('body', { mass: 1, centerOfMass: [0.5, 0, 0], inertia: [1, 1, 1] })
      .joint('z', { kind: 'revolute', parent: 'world', child: 'first', axis: [0, 0, 1] })
      .joint('y', { kind: 'revolute', parent: 'first', child: 'second', axis: [0, 1, 0] })
      .joint('x', { kind: 'revolute', parent: 'second', child: 'body', axis: [1, 0, 0] })
      .build();
    const data = model.createData();
    for (const { q, v, a, tau, tol } of reference.rnea) {
      const [x, y, z] = [q, v, a].map((list) => Float64Array.from(list));
      expect(relativeError(tau, inverseDynamics(model, data, x, y, z))).toBeLessThan(Math.max(tol, 1e-13));
    }
    for (const { q, M, tol } of reference.crba) {
      expect(relativeError(M.flat(), massMatrix(model, data, Float64Array.from(q)))).toBeLessThan(Math.max(tol, 1e-13));
    }
    expect(gravityTorque(model, data, model.zeroVelocity())[1]).toBeCloseTo(-4.905, 12);
  });
});
