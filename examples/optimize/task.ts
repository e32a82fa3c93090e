// Optimization through a simulation, by analytic gradients and by finite differences side by side.
import { save } from '../support/save.ts';
import { type Chart, drawChart } from './chart.ts';
import { differences, minimize, type Progress } from './minimize.ts';

export interface Task {
  readonly name: string;
  /** The question in words. */
  readonly question: string;
  /** The initial unknowns. */
  readonly start: readonly number[];
  /** At this loss or below, the task counts as solved. */
  readonly goal: number;
  lossAt(x: readonly number[]): number;
  /** The gradient of the loss, by `rolloutGradient`. */
  gradientAt(x: readonly number[]): readonly number[];
  /** The answer in words. */
  describe(x: readonly number[]): string;
  /** A chart of the motion before and after the optimization. */
  draw(start: readonly number[], end: readonly number[]): Chart;
}

/** The result of solving a task. */
export interface Attempt {
  readonly gradient: string;
  readonly history: readonly Progress[];
}

const iterations = 60;

/** Minimizes the loss with analytic gradients. */
export function solveTask({ lossAt, gradientAt, start, goal }: Task): Attempt {
  return { gradient: 'analytic', history: minimize(lossAt, gradientAt, start, { goal, iterations }) };
}

/** Minimizes the loss with finite differences: a gradient takes two rollouts for each unknown. */
export function solveByDifferences({ lossAt, start, goal }: Task): Attempt {
  const history = minimize(lossAt, (x) => differences(lossAt, x), start, { goal, iterations });
  return { gradient: 'differences', history };
}

/** Solves a task with both gradients, prints the results and draws the plots. */
export function present(task: Task): void {
  console.log(`${task.question}\n`);
  // A gradient, which includes a rollout, is computed before the measurement, so that compilation is not included.
  task.gradientAt(task.start);
  const attempts = [solveTask(task), solveByDifferences(task)];
  console.log('gradient      iterations   seconds   loss at the start   loss at the end');
  for (const { gradient, history } of attempts) {
    const [first, last] = [history[0], history[history.length - 1]];
    console.log(
      [
        gradient.padEnd(12),
        String(history.length - 1).padStart(11),
        last.seconds.toFixed(2).padStart(9),
        first.loss.toExponential(2).padStart(19),
        last.loss.toExponential(2).padStart(17),
      ].join(' '),
    );
  }
  const { history } = attempts[0];
  const end = history[history.length - 1].x;
  console.log(`\n${task.describe(end)}`);
  save(`${task.name}.svg`, drawChart(task.draw(task.start, end)));
  save(
    `${task.name}-loss.svg`,
    drawChart({
      title: `${task.name}: loss over time`,
      xLabel: 'time in s',
      yLabel: 'loss',
      isLogarithmic: true,
      curves: attempts.map(({ gradient, history: points }) => ({
        name: `${gradient} gradient, ${points.length - 1} iterations`,
        points: points.map(({ seconds, loss }) => ({ x: seconds, y: Math.max(loss, 1e-16) })),
      })),
    }),
  );
}
