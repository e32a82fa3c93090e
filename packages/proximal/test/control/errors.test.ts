// Every public function of `proximal/control` with wrong arguments.
import {
  continuousLqr,
  controlledStep,
  discreteLqr,
  finiteHorizonLqr,
  modelDynamics,
  optimizeControls,
  PredictiveControl,
  quadraticCost,
  runController,
  simulatorDynamics,
} from '../../src/control/index.ts';
import { ModelBuilder } from '../../src/dynamics/index.ts';
import { Simulator } from '../../src/sim/index.ts';
import { describeErrors } from '../errors/describe-errors.ts';
import { type Row, wrong } from '../errors/row.ts';

const of = (...values: number[]): Float64Array => Float64Array.of(...values);
const inertia = { mass: 1, inertia: [1, 1, 1] } as const;
const model = new ModelBuilder()
  .link('rod', inertia)
  .joint('hinge', { kind: 'revolute', parent: 'world', child: 'rod', axis: [0, 1, 0] })
  .build();
const flying = new ModelBuilder()
  .link('body', inertia)
  .joint('free', { kind: 'free-flyer', parent: 'world', child: 'body' })
  .build();
const system = { a: of(1), b: of(1), q: of(1), r: of(1) };
const sim = new Simulator({ models: [model] });
const problem = {
  dynamics: modelDynamics(model, 0.1),
  cost: quadraticCost(of(0, 0), { control: of(1) }),
  steps: 3,
  initialState: of(1, 0),
};
const changed = (change: object): unknown => optimizeControls(wrong({ ...problem, ...change }));

const task = { dynamics: problem.dynamics, cost: problem.cost, steps: 3, timeStep: 0.1 };
const controllerOf = (change: object, options?: object): PredictiveControl =>
  new PredictiveControl(wrong({ ...task, ...change }), wrong(options));

const rows: Record<string, Row[]> = {
  lqr: [
    [() => continuousLqr(wrong(undefined)), TypeError, 'continuousLqr: system is undefined; give { a, b, q, r }'],
    [() => discreteLqr(wrong({ ...system, a: [1] })), TypeError, 'discreteLqr: system.a is [1]; give a Float64Array'],
    [
      () => discreteLqr({ ...system, b: of(1, 2) }),
      RangeError,
      'discreteLqr: system.b.length is 2; give 1 × 1 numbers',
    ],
    [() => discreteLqr({ ...system, q: of(Number.NaN) }), RangeError, 'discreteLqr: system.q[0] is NaN'],
    [() => discreteLqr({ ...system, r: of(0) }), RangeError, 'give a positive definite matrix'],
    [() => finiteHorizonLqr(system, 0, of(1)), RangeError, 'finiteHorizonLqr: steps is 0'],
    [
      () => finiteHorizonLqr(system, 1, of(1, 2)),
      RangeError,
      'finiteHorizonLqr: finalCost.length is 2; give 1 numbers',
    ],
  ],
  optimizeControls: [
    [() => optimizeControls(wrong(null)), TypeError, 'optimizeControls: problem is null; give { dynamics, cost'],
    [() => changed({ dynamics: {} }), TypeError, 'optimizeControls: problem.dynamics is'],
    [
      () => changed({ cost: undefined }),
      TypeError,
      'optimizeControls: problem.cost is undefined; give { running, final }',
    ],
    [() => changed({ steps: 0 }), RangeError, 'optimizeControls: problem.steps is 0'],
    [() => changed({ initialState: of(1) }), RangeError, 'problem.initialState.length is 1; give 2 numbers'],
    [() => changed({ lower: of(2), upper: of(1) }), RangeError, 'problem.lower[0] is 2; give at most upper[0], 1'],
    [() => optimizeControls(problem, wrong({ step: 1 })), TypeError, 'options.step is 1; there is no such option'],
    [() => optimizeControls(problem, wrong({ signal: 1 })), TypeError, 'options.signal is 1; give an AbortSignal'],
    [() => optimizeControls(problem, wrong({ onProgress: 1 })), TypeError, 'options.onProgress is 1; give a function'],
    [() => optimizeControls(problem, {}, { controls: [] }), RangeError, 'warmStart.controls.length is 0; give 3'],
  ],
  PredictiveControl: [
    [() => new PredictiveControl(wrong(null)), TypeError, 'PredictiveControl: task is null; give { dynamics, cost'],
    [() => controllerOf({ dynamics: {} }), TypeError, 'PredictiveControl: task.dynamics is'],
    [() => controllerOf({ cost: 1 }), TypeError, 'task.cost is 1; give { running, final }, or a function of time'],
    [() => controllerOf({ cost: () => null }), TypeError, 'task.cost is null; give { running, final }'],
    [() => controllerOf({ steps: 0 }), RangeError, 'PredictiveControl: task.steps is 0'],
    [() => controllerOf({ timeStep: 0 }), RangeError, 'task.timeStep is 0; give seconds, above 0'],
    [() => controllerOf({}, { period: -1 }), RangeError, 'options.period is -1; give seconds, above 0'],
    [() => controllerOf({}, { iterations: 0 }), RangeError, 'options.iterations is 0'],
    [() => controllerOf({}, { horizon: 1 }), TypeError, 'options.horizon is 1; there is no such option'],
    [() => controllerOf({}, { warmStart: { controls: [] } }), RangeError, 'warmStart.controls.length is 0; give 3'],
    [() => controllerOf({}).control(of(1), 0), RangeError, 'control: state.length is 1; give 2 numbers'],
    [() => controllerOf({}).control(of(1, Number.NaN), 0), RangeError, 'control: state[1] is NaN'],
    [() => controllerOf({}).control(of(1, 0), Number.NaN), RangeError, 'control: time is NaN; give a finite number'],
    [() => controllerOf({}, { repeat: 0 }), RangeError, 'PredictiveControl: options.repeat is 0'],
    [() => controllerOf({}).report, RangeError, 'PredictiveControl.report: no update was made yet; call control first'],
  ],
  dynamics: [
    [() => modelDynamics(model, 0), RangeError, 'modelDynamics: timeStep is 0; give seconds, above 0'],
    [() => modelDynamics(flying, 0.1), RangeError, "a model with the free-flyer joint 'free'"],
    [() => modelDynamics(model, 0.1, []), TypeError, 'modelDynamics: actuated is []; give names of joints'],
    [() => simulatorDynamics(wrong({})), TypeError, "give a Simulator of 'proximal/sim'"],
  ],
  controllers: [
    [() => controlledStep(wrong({}), () => []), TypeError, 'controlledStep: sim is an object'],
    [
      () => controlledStep(sim, wrong(1)),
      TypeError,
      'controlledStep: controller is 1; give a function of { time, q, v',
    ],
    [
      () =>
        controlledStep(
          sim,
          wrong(() => {}),
        ),
      Error,
      'the controller returned undefined at 0 s; return 1 finite',
    ],
    [() => controlledStep(sim, () => [1, 2]), Error, 'the controller returned 2 torques at 0 s; return 1 finite'],
    [() => controlledStep(sim, () => [Number.NaN]), Error, 'the controller returned torques[0] = NaN at 0 s'],
    [() => runController(sim, () => [0], wrong({})), TypeError, 'runController: options.steps is undefined'],
    [
      () => runController(sim, () => [0], wrong({ steps: 1, onStep: 2 })),
      TypeError,
      'options.onStep is 2; give a function',
    ],
  ],
  quadraticCost: [
    [
      () => quadraticCost(wrong([0]), { control: of(1) }),
      TypeError,
      'quadraticCost: target is [0]; give a Float64Array',
    ],
    [
      () => quadraticCost(of(0), wrong(null)),
      TypeError,
      'quadraticCost: weights is null; give { control }, with optional state and final',
    ],
    [() => quadraticCost(of(0), wrong({})), TypeError, 'quadraticCost: weights.control is undefined'],
    [
      () => quadraticCost(of(0), { control: of(1), final: of(1, 2) }),
      RangeError,
      'weights.final.length is 2; give 1 numbers',
    ],
  ],
};

describeErrors(rows, () => {});
