// Controllers of a quadruped for the benchmark `predictive`: predictive control for standing and for walking, springs, and reactive walking.
import { createWalkingController, PredictiveControl, simulatorDynamics } from 'proximal/control';
import type { Model } from 'proximal/dynamics';
import type { StepDerivativeOptions } from 'proximal/sim';
import { gaitDynamics, halfPeriod, reference } from './gait.ts';
import { gaitCost } from './gait-cost.ts';
import type { Maneuver } from './maneuvers.ts';
import { hingesOf, onGround, postureCost, type Quadruped } from './quadruped.ts';

/** The time step of the prediction, in seconds. */
export const predictionStep = 0.01;
/** The largest torque of a motor, in N m. */
export const torqueLimit = 2.7;
/** Stiffness and damping of the springs, in N m/rad and N m s/rad. */
export const springs = { stiffness: 3, damping: 0.2 } as const;

/** Torques of the hinges for a state (q, v) at a time. */
export type Feedback = (state: Float64Array, time: number) => ArrayLike<number>;

export type ControllerName =
  | 'predictive'
  | 'exact predictive'
  | 'randomized predictive'
  | 'standing predictive'
  | 'springs'
  | 'reactive';

/** The smoothing of the randomized derivatives: the number of samples, and standard deviations of 5 mm and 1 cm/s. */
export const randomized = { samples: 4, position: 0.005, velocity: 0.01 } as const;

export const controllers: Readonly<
  Record<ControllerName, (robot: Quadruped, maneuver: Maneuver, steps: number) => Feedback>
> = {
  predictive,
  'exact predictive': (robot, maneuver, steps) => predictive(unaware(robot), maneuver, steps),
  'randomized predictive': (robot, maneuver, steps) => predictive(unaware(robot), maneuver, steps, { randomized }),
  'standing predictive': (robot, maneuver, steps) => predictive(robot, { ...maneuver, gait: undefined }, steps),
  springs: ({ model }, { posture }) => springFeedback(model, posture),
  reactive: ({ model }, maneuver) => reactive(model, maneuver),
};

/** A robot whose derivatives do not depend on which feet are to swing. */
function unaware(robot: Quadruped): Quadruped {
  return { ...robot, swinging: [robot.model, robot.model] };
}

/** Predictive control at 100 Hz with one iteration per update after the first. With a gait, the first update starts from the torques of springs. */
export function predictive(
  robot: Quadruped,
  { ground, posture, start, push, gait }: Maneuver,
  steps: number,
  derivatives: StepDerivativeOptions = {},
): Feedback {
  const { model } = robot;
  const hinges = hingesOf(model);
  const upper = new Float64Array(hinges.length).fill(torqueLimit);
  const limits = { steps, timeStep: predictionStep, lower: upper.map((limit) => -limit), upper };
  const sim = onGround(model, ground, { timeStep: predictionStep, solver: 'ncp-admm' });
  if (!gait) {
    const dynamics = simulatorDynamics(sim, { actuated: hinges.map(({ v }) => v) });
    const controller = new PredictiveControl(
      { dynamics, cost: postureCost(model, posture), ...limits },
      { initialIterations: 20 },
    );
    return controller.control;
  }
  const dynamics = gaitDynamics(robot, ground, gait, predictionStep, derivatives);
  const walk = { model, heights: ground.terrain, posture, gait };
  const cost = (time: number) => {
    dynamics.begin = time;
    return gaitCost(walk, time, predictionStep);
  };
  const state = Float64Array.of(...start, ...push);
  const controls = rollOut(springFeedback(model, posture), dynamics, state, steps);
  // After a push, the motion is not periodic.
  const isPeriodic = push.every((speed) => speed === 0);
  const repeat = isPeriodic ? Math.min(Math.round((2 * halfPeriod) / predictionStep), steps) : 1;
  return new PredictiveControl({ dynamics, cost, ...limits }, { initialIterations: 5, repeat, warmStart: { controls } })
    .control;
}

/** The controls of a feedback along the motion that it causes. */
function rollOut(
  feedback: Feedback,
  { step, stateSize }: ReturnType<typeof simulatorDynamics>,
  start: Float64Array,
  steps: number,
): Float64Array[] {
  let state = start;
  return Array.from({ length: steps }, (_, k) => {
    const control = Float64Array.from(feedback(state, predictionStep * k));
    const next = new Float64Array(stateSize);
    step(state, control, k, next);
    state = next;
    return control;
  });
}

/** Springs and dampers at the joints. */
function springFeedback(model: Model, target: Float64Array): Feedback {
  const hinges = hingesOf(model);
  return (state) =>
    hinges.map(({ q, v }) =>
      limited(springs.stiffness * (target[q] - state[q]) - springs.damping * state[model.nq + v]),
    );
}

/** The reactive walking controller, which has the coefficient of friction as a parameter, but not the ground. */
function reactive(model: Model, { ground, gait }: Maneuver): Feedback {
  const controller = createWalkingController(model, {
    velocity: (time) => [gait ? reference(gait, time).speed : 0, 0, 0],
    friction: ground.friction,
  });
  const hinges = hingesOf(model);
  return (state, time) => {
    const torques = controller.control({ q: state.slice(0, model.nq), v: state.slice(model.nq), time });
    return hinges.map(({ v }) => limited(torques[v]));
  };
}

function limited(torque: number): number {
  return Math.min(Math.max(torque, -torqueLimit), torqueLimit);
}
