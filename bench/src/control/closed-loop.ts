// A quadruped in closed loop, and the errors of its motion.
import type { ControlCost, CostTerms } from 'proximal/control';
import { difference, type Model } from 'proximal/dynamics';
import { quantile } from '../harness/timer.ts';
import { type Feedback, predictionStep } from './controllers.ts';
import { gaitCost, wantedPosture } from './gait-cost.ts';
import type { Maneuver } from './maneuvers.ts';
import { hingesOf, onGround, postureCost } from './quadruped.ts';

/** The time step of the plant, in seconds. */
export const plantStep = 0.001;
/**
 * The robot has fallen if its base is turned from the target by more than `largestTilt` rad, or is less than `leastHeight` m above the mean height of
 * the ground below the target.
 */
const [largestTilt, leastHeight] = [1, 0.04];

export interface LoopResult {
  /** The base at the end: distance from the target in the plane and in height, in meters, and angle, in radians. */
  readonly offset: number;
  readonly height: number;
  readonly angle: number;
  /** The largest |y| of the base on the way, in meters. */
  readonly excursion: number;
  /** The running cost, integrated over the motion of the plant and divided by the time step of the prediction. */
  readonly cost: number;
  /** The largest complementarity of a step of the plant, in J. */
  readonly complementarity: number;
  /** The time of a fall, which ends the run, in seconds; null if there is none. */
  readonly fall: number | null;
  /** Milliseconds of user processor time of each call of the feedback in which a predictive controller updates, but the first. */
  readonly updates: readonly number[];
}

/** The wanted configuration and the cost at a time. */
function taskOf(model: Model, { ground, posture, gait }: Maneuver) {
  if (!gait) {
    const cost = postureCost(model, posture);
    return { targetAt: () => posture, costAt: (): ControlCost => cost };
  }
  const walk = { model, heights: ground.terrain, posture, gait };
  return {
    targetAt: (time: number) => wantedPosture(walk, time),
    costAt: (time: number) => gaitCost(walk, time, predictionStep),
  };
}

/** Simulates a maneuver at 1 kHz with `ncp-admm` at a tolerance of 1e-10, until it ends or the robot falls. */
export function closedLoop(model: Model, maneuver: Maneuver, feedback: Feedback, seconds: number): LoopResult {
  const hinges = hingesOf(model);
  const { targetAt, costAt } = taskOf(model, maneuver);
  const solver = { solver: 'ncp-admm', tolerance: 1e-10 } as const;
  const plant = onGround(model, maneuver.ground, { timeStep: plantStep, solver });
  plant.setState({ q: maneuver.start, v: maneuver.push });
  const torques = new Float64Array(model.nv);
  const terms = emptyTerms(model.nv, hinges.length);
  const updates: number[] = [];
  let [excursion, cost, complementarity] = [0, 0, 0];
  let fall: number | null = null;
  let error: Float64Array = new Float64Array(model.nv);
  for (let k = 0; k < Math.round(seconds / plantStep) && fall === null; k++) {
    const time = k * plantStep;
    const state = Float64Array.of(...plant.state.q, ...plant.state.v);
    const start = process.cpuUsage().user;
    const found = Float64Array.from(feedback(state, time));
    if (k > 0 && k % Math.round(predictionStep / plantStep) === 0)
      updates.push((process.cpuUsage().user - start) / 1000);
    for (const [i, { v: at }] of hinges.entries()) torques[at] = found[i];
    terms.value = 0;
    costAt(time).running(state, found, 0, terms);
    cost += (terms.value * plantStep) / predictionStep;
    plant.step(torques);
    complementarity = Math.max(complementarity, plant.report().residuals.complementarity);
    const { q } = plant.state;
    excursion = Math.max(excursion, Math.abs(q[1]));
    const target = targetAt(time + plantStep);
    error = difference(model, target, q);
    const isDown = q[2] - target[2] + maneuver.posture[2] < leastHeight;
    if (isDown || Math.hypot(...error.subarray(3, 6)) > largestTilt) fall = time + plantStep;
  }
  const [x, y, z, a, b, c] = error;
  const [offset, height, angle] = [Math.hypot(x, y), Math.abs(z), Math.hypot(a, b, c)];
  return { offset, height, angle, excursion, cost, complementarity, fall, updates };
}

function emptyTerms(nv: number, controls: number): CostTerms {
  const size = (count: number): Float64Array => new Float64Array(count);
  return {
    ...{ value: 0, byState: size(2 * nv), byControl: size(controls), byStateTwice: size(4 * nv * nv) },
    ...{ byControlTwice: size(controls * controls), byControlAndState: size(2 * nv * controls) },
  };
}

/** The median time of an update, in milliseconds. */
export function medianUpdate({ updates }: LoopResult): number {
  return quantile([...updates], 0.5);
}
