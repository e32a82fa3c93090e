// The answers of contact solvers and of the algorithms on articulated bodies.
import { type ContactProblem, contactSolvers, solve } from '../../src/contact/index.ts';
import {
  centroidalMomentum,
  constraintJacobian,
  coriolisMatrix,
  delassus,
  forwardDynamics,
  forwardDynamicsDerivatives,
  forwardKinematics,
  frameJacobian,
  framePose,
  integrate,
  inverseDynamics,
  inverseDynamicsDerivatives,
  inverseMassMatrix,
  type Model,
  ModelBuilder,
  massMatrix,
  randomConfiguration,
} from '../../src/dynamics/index.ts';
import { Rng } from '../../src/math/index.ts';
import { cube, randomProblem, stack } from '../contact/bodies.ts';
import { randomVector, sampleModels } from '../dynamics/robots.ts';
import type { Groups } from './queries.ts';

function problems(): ContactProblem[] {
  const rng = new Rng(61);
  return [
    cube(),
    cube({ velocity: [1, 0.3, 0], spin: [0, 0, 2] }),
    stack(1, 100),
    randomProblem(rng, 3, 12),
    randomProblem(rng, 6, 12),
    randomProblem(rng, 4, 20, 3),
  ];
}

export const contacts: Groups = Object.fromEntries(
  contactSolvers().map(({ name }) => [
    `contact: ${name}`,
    () =>
      problems().map((problem) => {
        const { impulses, velocities, status, iterations, residuals } = solve(problem, {
          solver: name,
          maxIterations: 200,
        });
        return { impulses, velocities, status, iterations, residuals };
      }),
  ]),
);

interface State {
  readonly model: Model;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly a: Float64Array;
}

function states(): State[] {
  const rng = new Rng(62);
  return Object.values(sampleModels(63)).map((model) => ({
    model,
    q: randomConfiguration(model, rng),
    v: randomVector(rng, model.nv, 2),
    a: randomVector(rng, model.nv, 5),
  }));
}

/** A four-bar linkage: three links in series, whose end is anchored to the world. */
function fourBarLinkage(): State {
  const builder = new ModelBuilder();
  const names = ['a', 'b', 'c'];
  names.forEach((child, k) => {
    builder.link(child, { mass: 1 + k, centerOfMass: [0.5, 0, 0], inertia: [0.01, 0.1, 0.1] });
    builder.joint(`joint ${child}`, {
      kind: 'revolute',
      parent: names[k - 1] ?? 'world',
      child,
      axis: [0, 0, 1],
      placement: { position: [k === 0 ? 0 : 1, 0, 0] },
    });
  });
  const model = builder
    .constraint('end', { kind: 'point', a: 'c', poseA: { position: [1, 0, 0] }, poseB: { position: [0, 1, 0] } })
    .build();
  const quarterTurn = Math.PI / 2;
  return {
    model,
    q: Float64Array.of(0, quarterTurn, quarterTurn),
    v: Float64Array.of(0.1, 0.2, 0.3),
    a: Float64Array.of(1, 2, 3),
  };
}

const ofAllStates =
  (evaluate: (state: State) => unknown): (() => unknown) =>
  () =>
    states().map(evaluate);
const copies = (...arrays: (ArrayLike<number> | object)[]): unknown => structuredClone(arrays);

export const dynamics: Groups = {
  'dynamics: kinematics': ofAllStates(({ model, q, v, a }) => {
    const data = model.createData();
    forwardKinematics(model, data, q, v, a);
    return copies(framePose(model, data, 'tool'), frameJacobian(model, data, 'tool', 'world'), integrate(model, q, v));
  }),
  'dynamics: inverse': ofAllStates(({ model, q, v, a }) => copies(inverseDynamics(model, model.createData(), q, v, a))),
  'dynamics: forward': ofAllStates(({ model, q, v, a }) => copies(forwardDynamics(model, model.createData(), q, v, a))),
  'dynamics: matrices': ofAllStates(({ model, q, v }) => {
    const data = model.createData();
    return [
      copies(massMatrix(model, data, q)),
      copies(inverseMassMatrix(model, data, q)),
      copies(coriolisMatrix(model, data, q, v)),
      copies(centroidalMomentum(model, data, q, v)),
    ];
  }),
  'dynamics: derivatives': ofAllStates(({ model, q, v, a }) => {
    const data = model.createData();
    return [
      copies(inverseDynamicsDerivatives(model, data, q, v, a)),
      copies(forwardDynamicsDerivatives(model, data, q, v, a)),
    ];
  }),
  'dynamics: closed loop': () => {
    const { model, q } = fourBarLinkage();
    const data = model.createData();
    forwardKinematics(model, data, q);
    return [
      copies(constraintJacobian(model, data, model.constraints)),
      copies(delassus(model, data, model.constraints)),
    ];
  },
};
