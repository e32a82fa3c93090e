// The examples that control through contact: gradients, convergence on short horizons, and the states that they reach.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ControlProblem, optimizeControls } from 'proximal/control';
import { forwardKinematics, framePose } from 'proximal/dynamics';
import { loadUrdf } from 'proximal/io';
import { describe, expect, it } from 'vitest';
import { createHand } from '../examples/control/allegro.ts';
import * as armThrow from '../examples/control/arm-throw.ts';
import * as handTurn from '../examples/control/hand-turn.ts';
import * as linePush from '../examples/control/line-push.ts';
import { needs } from '../packages/proximal/test/needs.ts';

const allegro = fileURLToPath(new URL('../../shared/data/robots/allegro_right/allegro_right.urdf', import.meta.url));

/** The cost of the motion that follows from controls, by the dynamics alone. */
function costOf({ dynamics, cost, initialState }: ControlProblem, controls: readonly Float64Array[]): number {
  const [n, m] = [dynamics.tangentSize, dynamics.controlSize];
  const size = (count: number): Float64Array => new Float64Array(count);
  const terms = {
    ...{ value: 0, byState: size(n), byControl: size(m), byStateTwice: size(n * n) },
    ...{ byControlTwice: size(m * m), byControlAndState: size(m * n) },
  };
  let state = initialState;
  for (const [k, control] of controls.entries()) {
    cost.running(state, control, k, terms);
    const next = size(state.length);
    dynamics.step(state, control, k, next);
    state = next;
  }
  cost.final(state, terms);
  return terms.value;
}

/** The largest magnitude of a derivative of the cost with respect to a control, by central differences. */
function steepest(problem: ControlProblem, controls: readonly Float64Array[], change: number): number {
  let largest = 0;
  for (const control of controls)
    for (let i = 0; i < control.length; i++) {
      const original = control[i];
      const [above, below] = [original + change, original - change].map((value) => {
        control[i] = value;
        return costOf(problem, controls);
      });
      control[i] = original;
      largest = Math.max(largest, Math.abs(above - below) / (2 * change));
    }
  return largest;
}

describe('npm run example -- arm-throw', () => {
  it('has a gradient that agrees with differences, and converges on a short horizon', () => {
    // The ball stays in the cup and is lifted by 5 cm.
    const problem = armThrow.throwProblem(12, [-0.75, 0, 1.25]);
    const guess = armThrow.firstGuess(12);
    const { history, status, controls } = optimizeControls(problem, { tolerance: 1e-4 }, { controls: guess });
    expect(history[0].gradientNorm / steepest(problem, guess, 1e-5)).toBeCloseTo(1, 5);
    expect(status).toBe('converged');
    expect(steepest(problem, [...controls], 1e-4)).toBeLessThan(1e-3);
    expect(history[history.length - 1].cost).toBeLessThan(0.1 * history[0].cost);
  });

  it('throws the ball to its target', () => {
    const { status, controls } = armThrow.solveThrow();
    const { path, complementarity } = armThrow.replay(controls);
    expect(status).toBe('converged');
    expect(armThrow.missOf(armThrow.replay(armThrow.firstGuess()).path)).toBeGreaterThan(0.5);
    expect(armThrow.missOf(path)).toBeLessThan(1e-3);
    expect(complementarity).toBeLessThanOrEqual(1e-8);
  });
});

describe('npm run example -- line-push', () => {
  it('has a gradient that agrees with differences, and converges on a short horizon', () => {
    const problem = linePush.pushProblem(10);
    const guess = linePush.firstGuess(10);
    const { history, status, controls } = optimizeControls(problem, { tolerance: 1e-4 }, { controls: guess });
    expect(history[0].gradientNorm / steepest(problem, guess, 1e-4)).toBeCloseTo(1, 5);
    expect(status).toBe('converged');
    expect(steepest(problem, [...controls], 1e-3)).toBeLessThan(1e-3);
  });

  it.each([
    { offset: 0.03, angle: 0.2 },
    { offset: 0.02, angle: -0.1 },
    { offset: -0.03, angle: 0.1 },
  ])('pushes the box along the line, on a plant with more friction than the model, from %o', (start) => {
    const { path, complementarity } = linePush.pushBy(linePush.createPredictive().control, 4, start);
    for (const { time, x, y, angle } of path.filter((instant) => instant.time >= 2)) {
      expect(Math.abs(x - linePush.speed * time)).toBeLessThan(0.02);
      expect(Math.abs(y)).toBeLessThan(0.015);
      expect(Math.abs(angle)).toBeLessThan(0.05);
    }
    expect(complementarity).toBeLessThanOrEqual(1e-8);
  });

  it('turns the box if the pusher moves straight ahead', () => {
    const { path } = linePush.pushBy(linePush.straightAhead, 4);
    expect(path[path.length - 1].angle).toBeGreaterThan(0.5);
  });
});

describe('npm run example -- hand-turn', () => {
  it('has a gradient that agrees with differences, and converges on a short horizon', () => {
    const problem = handTurn.turnProblem(6);
    const guess = handTurn.firstGuess(6);
    const { history, status, controls } = optimizeControls(problem, { tolerance: 1e-4 }, { controls: guess });
    expect(history[0].gradientNorm / steepest(problem, guess, 1e-5)).toBeCloseTo(1, 4);
    expect(status).toBe('converged');
    expect(steepest(problem, [...controls], 1e-5)).toBeLessThan(1e-3);
    expect(history[history.length - 1].cost).toBeLessThan(0.2 * history[0].cost);
  });

  it('turns the ball by 90° within 0.1 rad and keeps it in the hand, on a plant with rigid contacts', () => {
    const { path, complementarity, torque } = handTurn.replay(handTurn.solveTurn().controls);
    const { angle, tilt } = path[path.length - 1];
    expect(Math.abs(angle - Math.PI / 2)).toBeLessThan(0.1);
    expect(tilt).toBeLessThan(0.1);
    for (const { offset } of path) expect(Math.hypot(...offset)).toBeLessThan(0.003);
    expect(torque).toBeLessThan(0.5);
    expect(complementarity).toBeLessThanOrEqual(1e-8);
  });

  it('does not turn the ball with the first guess', () => {
    const { path } = handTurn.replay(handTurn.firstGuess());
    expect(Math.abs(path[path.length - 1].angle)).toBeLessThan(0.1);
  });

  it(
    'has the masses, the joint limits and the lengths of the Allegro hand',
    needs(existsSync(allegro), allegro),
    async () => {
      const [hand, file] = [createHand(), await loadUrdf(allegro)];
      expect(hand.mass).toBeCloseTo(file.mass, 12);
      expect(hand.limits.lower).toEqual(file.limits.lower);
      expect(hand.limits.upper).toEqual(file.limits.upper);
      const q = Float64Array.from({ length: hand.nq }, (_, k) => 0.3 + 0.05 * k);
      const [handData, fileData] = [hand.createData(), file.createData()];
      forwardKinematics(hand, handData, q);
      forwardKinematics(file, fileData, q);
      for (const [k, name] of ['index', 'middle', 'ring', 'thumb'].entries()) {
        const [x, y, z] = framePose(hand, handData, `${name} tip`);
        // In the file, the palm's x axis points up and its z axis along the fingers.
        const [up, across, along] = framePose(file, fileData, `link_${4 * k + 3}.0_tip`);
        expect(Math.hypot(x - along, y + across, z - up)).toBeLessThan(1e-6);
      }
    },
  );
});
