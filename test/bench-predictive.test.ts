// Whole-body predictive control through contact, on the generated quadruped: the costs, convergence on a short horizon, closed loops.

import { type ControlCost, type CostTerms, optimizeControls, simulatorDynamics } from 'proximal/control';
import { integrate } from 'proximal/dynamics';
import { describe, expect, it } from 'vitest';
import { closedLoop } from '../bench/src/control/closed-loop.ts';
import { controllers, predictionStep } from '../bench/src/control/controllers.ts';
import { gaitDynamics, swingAt } from '../bench/src/control/gait.ts';
import { gaitCost } from '../bench/src/control/gait-cost.ts';
import { maneuversOf } from '../bench/src/control/maneuvers.ts';
import { hingesOf, loadQuadruped, onGround, postureCost } from '../bench/src/control/quadruped.ts';
import { bumpyHeights } from '../bench/src/control/terrain.ts';

const robot = await loadQuadruped(true);
const { model } = robot;
const { nq, nv } = model;
const maneuvers = maneuversOf(model);
const named = (name: string) => maneuvers.find((maneuver) => maneuver.name.startsWith(name)) as (typeof maneuvers)[0];
const { posture: target, ground } = named('push, 0.6');

function emptyTerms(): CostTerms {
  return {
    ...{ value: 0, byState: new Float64Array(2 * nv), byStateTwice: new Float64Array(4 * nv * nv) },
    ...{ byControl: new Float64Array(12), byControlTwice: new Float64Array(144) },
    byControlAndState: new Float64Array(24 * nv),
  };
}

/** Compares the gradient of a cost with central differences, at a moving robot away from its target. */
function checkGradient(cost: ControlCost, index: number, digits: number): void {
  const offset = new Float64Array(nv).map((_, k) => 0.2 * Math.sin(3 * k + 1));
  const start = integrate(model, target, offset);
  const at = (change: Float64Array): CostTerms => {
    const terms = emptyTerms();
    const speeds = change.slice(nv).map((speed, k) => speed + 0.1 * Math.cos(k));
    const state = Float64Array.of(...integrate(model, start, change.slice(0, nv)), ...speeds);
    cost.running(state, new Float64Array(12), index, terms);
    return terms;
  };
  const { byState } = at(new Float64Array(2 * nv));
  for (let k = 0; k < 2 * nv; k++) {
    const step = new Float64Array(2 * nv);
    step[k] = 1e-5;
    const slope = (at(step).value - at(step.map((x) => -x)).value) / 2e-5;
    expect(byState[k]).toBeCloseTo(slope, digits);
  }
}

describe('the quadruped', () => {
  it('has a cost of its posture whose gradient equals central differences', () => {
    checkGradient(postureCost(model, target), 0, 5);
  });

  it.each([0, 4, 12])(
    'has a cost of walking on bumps whose gradient equals central differences, %i steps into a swing',
    (index) => {
      const walk = { model, heights: bumpyHeights(0.1), posture: target, gait: { begin: 0, speed: 0.3 } };
      checkGradient(gaitCost(walk, 0.32, predictionStep), index, 4);
    },
  );

  it('swings diagonal pairs of feet in turn', () => {
    const gait = { begin: 0.1, speed: 0 };
    expect([0, 0.1, 0.25, 0.27, 0.43].map((time) => swingAt(gait, time)?.pair)).toEqual([undefined, 0, 0, 1, 0]);
    expect(swingAt(gait, 0.18)?.share).toBeCloseTo(0.5, 6);
  });

  it('converges on a short horizon with its feet on the ground', () => {
    const dynamics = simulatorDynamics(onGround(model, ground, { timeStep: predictionStep, solver: 'ncp-admm' }), {
      actuated: hingesOf(model).map(({ v }) => v),
    });
    const initialState = new Float64Array(nq + nv);
    initialState.set(target);
    initialState[nq + 1] = 0.2;
    const { cost, history, gap } = optimizeControls(
      { dynamics, cost: postureCost(model, target), steps: 8, initialState },
      { maxIterations: 40 },
    );
    expect(gap).toBeLessThan(1e-9);
    expect(cost).toBeLessThan(0.5 * history[0].cost);
    expect(history[history.length - 1].gradientNorm).toBeLessThan(1e-2 * history[0].gradientNorm);
  });

  it('lifts its feet in a short horizon with the derivatives of feet that do not collide, and does not with exact ones', () => {
    const { posture, gait } = { ...named('walks, flat'), gait: { begin: 0, speed: 0 } };
    const costs = [robot, { ...robot, swinging: [model, model] as const }].map((each) => {
      const dynamics = gaitDynamics(each, ground, gait, predictionStep);
      const initialState = Float64Array.of(...posture, ...new Float64Array(nv));
      const cost = gaitCost({ model, heights: ground.terrain, posture, gait }, 0, predictionStep);
      const result = optimizeControls({ dynamics, cost, steps: 12, initialState }, { maxIterations: 10 });
      expect(result.gap).toBeLessThan(1e-9);
      return result.cost;
    });
    expect(costs[0]).toBeLessThan(0.5 * costs[1]);
  });

  it.each(['standing up', 'push, 0.6'])('costs less under predictive control than with springs: %s', (name) => {
    const maneuver = named(name);
    const found = closedLoop(model, maneuver, controllers.predictive(robot, maneuver, 25), 0.6);
    const compared = closedLoop(model, maneuver, controllers.springs(robot, maneuver, 25), 0.6);
    expect(found.height).toBeLessThan(0.01);
    expect(found.angle).toBeLessThan(0.05);
    expect(found.offset).toBeLessThan(0.04);
    expect(found.complementarity).toBeLessThan(1e-8);
    expect(found.cost).toBeLessThan(compared.cost);
  });
});
