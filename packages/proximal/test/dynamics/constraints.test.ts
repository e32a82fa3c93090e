// Loop closures, anchors and the Delassus matrix.
import { describe, expect, it } from 'vitest';
import {
  type Constraint,
  ConstraintRows,
  constraintError,
  constraintJacobian,
  delassus,
  delassusCholesky,
  forwardDynamics,
  forwardKinematics,
  integrate,
  inverseMassMatrix,
  type Model,
  ModelBuilder,
  neutral,
  randomConfiguration,
} from '../../src/dynamics/index.ts';
import { Rng } from '../../src/math/index.ts';
import { forAll } from '../for-all.ts';
import { randomInertia, randomVector, relativeError, sampleModels } from './robots.ts';

const seed = 20265;

/** J M⁻¹ Jᵀ by plain sums. */
function plainDelassus(model: Model, q: Float64Array, jacobian: Float64Array): number[] {
  const inverse = inverseMassMatrix(model, model.createData(), q);
  const n = model.nv;
  const rows = jacobian.length / n;
  return Array.from({ length: rows * rows }, (_, at) => {
    const [row, column] = [Math.floor(at / rows), at % rows];
    let sum = 0;
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < n; k++) sum += jacobian[row * n + i] * inverse[i * n + k] * jacobian[column * n + k];
    }
    return sum;
  });
}

describe.each(Object.entries(sampleModels(seed)))(`%s (seed ${seed})`, (_name, model) => {
  it('the sparse Delassus matrix is J M⁻¹ Jᵀ', () => {
    const data = model.createData();
    forAll({ seed: seed + model.nv, cases: 3 }, (rng) => {
      const q = randomConfiguration(model, rng);
      const rows = new ConstraintRows(8);
      while (rows.count < rows.capacity) {
        const joints = [0, 1].map(() => rng.index(model.joints.length + 1) - 1);
        rows.add(joints[0], rng.direction(), joints[1], rng.direction(), randomVector(rng, 6));
      }
      forwardKinematics(model, data, q);
      const jacobian = constraintJacobian(model, data, rows);
      const g = delassus(model, data, rows);
      expect(relativeError(g, plainDelassus(model, q, jacobian))).toBeLessThan(1e-10);
      const out = new Float64Array(64);
      expect(delassus(model, data, rows, out)).toBe(out);
      expect([...out]).toEqual([...g]);
    });
  });
});

/** A four-bar linkage: crank, rod and rocker between two pivots, closed by a point constraint; optionally with redundant ones. */
function fourBars(extra: readonly ('point' | 'weld')[] = []): Model {
  const rng = new Rng(3);
  const builder = new ModelBuilder({ gravity: [0, 0, -9.81] });
  const lengths = { crank: 1, rod: 2, rocker: 1.5 };
  for (const [name, length] of Object.entries(lengths)) {
    builder.link(name, { ...randomInertia(rng), centerOfMass: [length / 2, 0, 0] });
  }
  builder
    .joint('motor', { kind: 'revolute', parent: 'world', child: 'crank', axis: [0, 1, 0] })
    .joint('pin', {
      kind: 'revolute',
      parent: 'crank',
      child: 'rod',
      axis: [0, 1, 0],
      placement: { position: [1, 0, 0] },
    })
    .joint('pivot', {
      kind: 'revolute',
      parent: 'world',
      child: 'rocker',
      axis: [0, 1, 0],
      placement: { position: [2.2, 0, 0] },
    });
  for (const [k, kind] of (['point', ...extra] as const).entries()) {
    builder.constraint(`loop${k}`, {
      kind,
      a: 'rod',
      poseA: { position: [2, 0, 0] },
      b: 'rocker',
      poseB: { position: [1.5, 0, 0] },
    });
  }
  return builder.constraint('anchor', { kind: 'point', a: 'crank' }).build();
}

describe('a four-bar linkage', () => {
  it('has an error whose derivative is its Jacobian', () => {
    const model = fourBars(['weld']);
    const data = model.createData();
    const rng = new Rng(seed);
    // The error of a weld is differentiable only where the relative rotation of its ends is less than half a turn.
    const q = Float64Array.of(0.3, 0.5, 1.1);
    const v = randomVector(rng, model.nv);
    const at = (h: number): Float64Array => {
      forwardKinematics(
        model,
        data,
        integrate(
          model,
          q,
          v.map((x) => x * h),
        ),
      );
      return constraintError(model, data, model.constraints);
    };
    const rate = at(1e-6)
      .map((x, k) => x - at(-1e-6)[k])
      .map((x) => x / 2e-6);
    forwardKinematics(model, data, q);
    const jacobian = constraintJacobian(model, data, model.constraints);
    const found = rate.map((_, row) => v.reduce((sum, x, k) => sum + jacobian[row * model.nv + k] * x, 0));
    expect(relativeError(rate, found)).toBeLessThan(1e-8);
  });

  it.each([[[]], [['point']], [['weld']]] as const)('stays closed, also with redundant constraints %j', (extra) => {
    const model = fourBars(extra);
    const data = model.createData();
    const q = neutral(model);
    // Damped Newton's method on the closure error: J δ = −error/2, solved by δ = −½ M⁻¹ Jᵀ G⁻¹ error.
    const loop = model.constraints.filter(({ name }) => name === 'loop0') as Constraint[];
    q.set([-0.8, 0.9, -1.2]);
    for (let k = 0; k < 60; k++) {
      forwardKinematics(model, data, q);
      const step = correction(model, q, loop, constraintError(model, data, loop));
      integrate(
        model,
        q,
        step.map((x) => -0.5 * x),
        q,
      );
    }
    forwardKinematics(model, data, q);
    expect(relativeError(constraintError(model, data, loop), [0, 0, 0])).toBeLessThan(1e-9);
    // At rest, the accelerations with the point constraints: a = a(free) − M⁻¹ Jᵀ G⁻¹ J a(free).
    const rest = model.zeroVelocity();
    const free = forwardDynamics(model, data, q, rest, Float64Array.of(3, 0, 0)).slice();
    forwardKinematics(model, data, q);
    const all = model.constraints.filter(({ kind }) => kind === 'point');
    const jacobian = constraintJacobian(model, data, all);
    const times = (a: Float64Array): Float64Array =>
      Float64Array.from({ length: jacobian.length / 3 }, (_, row) =>
        a.reduce((sum, x, k) => sum + jacobian[3 * row + k] * x, 0),
      );
    const held = free.map((x, k) => x - correction(model, q, all, times(free))[k]);
    expect(relativeError(times(held), times(held).fill(0))).toBeLessThan(1e-8);
    expect(Math.abs(held[0])).toBeGreaterThan(1e-3);
  });

  /** M⁻¹ Jᵀ G⁻¹ b. */
  function correction(
    model: Model,
    q: Float64Array,
    constraints: readonly Constraint[],
    b: Float64Array,
  ): Float64Array {
    const data = model.createData();
    forwardKinematics(model, data, q);
    const factor = delassusCholesky(model, data, constraints);
    const forces = factor.solve(b);
    expect(factor.residual).toBeLessThan(1e-8);
    const jacobian = constraintJacobian(model, data, constraints);
    const torque = Float64Array.from({ length: model.nv }, (_, k) =>
      forces.reduce((sum, f, row) => sum + f * jacobian[row * model.nv + k], 0),
    );
    const inverse = inverseMassMatrix(model, data, q);
    return torque.map((_, row) => torque.reduce((sum, x, k) => sum + inverse[row * model.nv + k] * x, 0));
  }
});

it('the Delassus matrix is zero between rows on different trees, which are solved independently', () => {
  const rng = new Rng(seed);
  const builder = new ModelBuilder();
  for (const name of ['a', 'b']) {
    builder.link(name, randomInertia(rng)).joint(`free_${name}`, { kind: 'free-flyer', parent: 'world', child: name });
    builder.constraint(`anchor_${name}`, { kind: 'weld', a: name });
  }
  const model = builder.build();
  const data = model.createData();
  forwardKinematics(model, data, randomConfiguration(model, rng));
  const g = delassus(model, data, model.constraints);
  for (let row = 0; row < 6; row++) for (let column = 6; column < 12; column++) expect(g[12 * row + column]).toBe(0);
  const factor = delassusCholesky(model, data, model.constraints);
  const b = randomVector(rng, 12);
  const x = factor.solve(b);
  expect(
    relativeError(
      b,
      b.map((_, row) => x.reduce((sum, y, k) => sum + g[12 * row + k] * y, 0)),
    ),
  ).toBeLessThan(1e-11);
  expect(factor.iterations).toBeLessThan(10);
});
