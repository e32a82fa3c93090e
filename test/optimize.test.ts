// The examples that optimize through simulations find their optimum, with analytic gradients and with finite differences.
import { describe, expect, it } from 'vitest';
import { differences } from '../examples/optimize/minimize.ts';
import { pushTask } from '../examples/optimize/push.ts';
import { slideTask, truth } from '../examples/optimize/slide.ts';
import { solveByDifferences, solveTask, type Task } from '../examples/optimize/task.ts';
import { bouncesOf, hoop, throwTask } from '../examples/optimize/throw.ts';

const seed = 7;
const tasks: readonly Task[] = [slideTask(0), pushTask, throwTask];

describe.each(tasks.map((task) => [task.name, task] as const))('%s', (_, task) => {
  it('has a gradient that agrees with differences', () => {
    const [got, wanted] = [task.gradientAt(task.start), differences(task.lossAt, task.start)];
    const scale = Math.max(...wanted.map(Math.abs));
    expect(scale).toBeGreaterThan(1e-3);
    for (const [k, value] of wanted.entries()) expect(Math.abs(got[k] - value) / scale).toBeLessThan(1e-5);
  });

  it('converges, in no more iterations than with differences', () => {
    const [analytic, numeric] = [solveTask(task), solveByDifferences(task)].map(({ history }) => history);
    for (const history of [analytic, numeric]) expect(history[history.length - 1].loss).toBeLessThanOrEqual(task.goal);
    // The iterates differ by the error of the differences, so that the number of iterations may differ slightly.
    expect(analytic.length).toBeLessThanOrEqual(1.5 * numeric.length + 2);
  });
});

describe('the optimization', () => {
  const solved = (task: Task): readonly number[] => {
    const { history } = solveTask(task);
    return history[history.length - 1].x;
  };

  it('finds the friction and the mass of the crate', () => {
    const [friction, mass] = solved(slideTask(0)).map(Math.exp);
    expect(friction).toBeCloseTo(truth.friction, 4);
    expect(mass).toBeCloseTo(truth.mass, 3);
  });

  it(`finds them approximately with noise of 1 mm, seed ${seed}`, () => {
    const [friction, mass] = solved(slideTask(1e-3, seed)).map(Math.exp);
    expect(Math.abs(friction / truth.friction - 1)).toBeLessThan(0.01);
    expect(Math.abs(mass / truth.mass - 1)).toBeLessThan(0.01);
  });

  it('finds a throw that reaches the hoop after one bounce', () => {
    const path = throwTask.pathOf(solved(throwTask));
    expect(bouncesOf(path)).toBe(1);
    const { q } = path[path.length - 1];
    for (const [k, x] of hoop.entries()) expect(Math.abs(q[k] - x)).toBeLessThan(3e-3);
  });
});
