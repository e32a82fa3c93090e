// Gradients through contact by contact model: agreement with differences of the same model, and what searches find with each.
import { defineBenchmark, whole } from '../harness/benchmark.ts';
import { type Section, short, type Target } from '../harness/page.ts';
import { curveChart } from '../harness/plot.ts';
import { resultPath, writeWhole } from '../harness/results.ts';
import { type GradientRow, measureGradients, measureSearches, type SearchRow } from './measure.ts';
import { tasks, timeStep } from './tasks.ts';

export const gradientsBenchmark = defineBenchmark({
  name: 'gradients',
  title: 'gradients of rollouts and optimal control by contact model',
  options: { iterations: whole(1, 10_000) },
  full: { iterations: 200, rollouts: tasks.map(({ name }) => name) },
  quick: { iterations: 10, rollouts: ['a ball lands'] },
  seconds: { quick: 8, full: 90 },
  async measure({ iterations, rollouts }, run) {
    const gradients: GradientRow[] = [];
    const searches: SearchRow[] = [];
    for (const task of tasks.filter(({ name }) => rollouts.includes(name)))
      await run.step(task.name, () => {
        gradients.push(...measureGradients(task));
        searches.push(...measureSearches(task, iterations));
      });
    return { gradients, searches };
  },
  targets: ({ gradients }, { rollouts }) => targetsOf(gradients, rollouts),
  page: async ({ gradients, searches }, _targets, { iterations, rollouts }) => ({
    title: 'Gradients by contact model',
    intro: settingsOf(iterations),
    sections: [gradientSection(gradients), searchSection(searches)],
    notes: await Promise.all(rollouts.map((name, k) => drawCosts(name, k, searches))),
  }),
});

function settingsOf(iterations: number): string {
  return `Steps of ${1000 * timeStep} ms; tolerance 1e-13 (relative 1e-12) of all solvers, because differences need it: NCP by ncp-admm, LCP by lcp-lemke with a pyramid of four facets,
CCP by ccp-admm, RaiSim by raisim, MuJoCo-like by ccp-newton with its default regularization. At most ${iterations} iterations of optimizeControls, from the controls of the rollout, with exact derivatives.`;
}

/** The largest error of a gradient that agrees with differences. */
const agreement = 1e-5;

function targetsOf(rows: readonly GradientRow[], rollouts: readonly string[]): Target[] {
  return rollouts.map((name) => {
    const rowsOfTask = rows.filter(({ task }) => task === name);
    const worst = rowsOfTask.reduce((largest, row) => (row.error > largest.error ? row : largest));
    return {
      what: `${name}: error of the exact gradient, largest of the models`,
      wanted: `at most ${agreement}`,
      found: `${short(worst.error)} (${worst.model}, ${worst.kinks} steps with a kink)`,
      isMet: worst.error <= agreement,
    };
  });
}

function gradientSection(rows: readonly GradientRow[]): Section {
  return {
    title: 'Gradients of the same rollouts',
    note: 'Gradients of the loss with respect to the forces of all steps. Errors are relative to central differences of the same model, for exact and for randomized derivatives (20 samples, 1 mm, 1 cm/s). Difference: the change of a force or torque, of 1e-5, 1e-3 and 0.1 N or N m, at which the exact gradient agrees best. Kinks: steps that report one. Cosine and length: compared with the exact gradient of the NCP.',
    head: [
      'rollout',
      'model',
      'loss',
      'error, exact',
      'difference, N or N m',
      'error, randomized',
      'kinks',
      'cosine to NCP',
      'length / NCP',
    ],
    rows: rows.map(({ task, model, loss, error, size, randomizedError, kinks, cosine, length }) => [
      task,
      model,
      short(loss),
      error.toExponential(0),
      String(size),
      short(randomizedError),
      String(kinks),
      cosine.toFixed(3),
      short(length),
    ]),
  };
}

function searchSection(rows: readonly SearchRow[]): Section {
  return {
    title: 'Searches',
    note: 'Cost: in the model of the search. Replayed: the cost of the same controls in the NCP, without feedback.',
    head: ['rollout', 'model', 'iterations', 'status', 'cost at start', 'cost', 'replayed'],
    rows: rows.map(({ task, model, iterations, status, costs, cost, replayed }) => [
      task,
      model,
      String(iterations),
      status,
      short(costs[0]),
      short(cost),
      short(replayed),
    ]),
  };
}

/** @returns the figure in Markdown */
async function drawCosts(task: string, index: number, rows: readonly SearchRow[]): Promise<string> {
  const curves = rows
    .filter((row) => row.task === task)
    .map(({ model, costs }) => ({ name: model, points: costs.map((y, x) => ({ x, y })) }));
  const title = `Cost of the search, ${task}`;
  const labels = { title, xLabel: 'iteration', yLabel: 'cost in the model of the search', isLogarithmic: true };
  const file = `costs-${index}.svg`;
  writeWhole(resultPath(`gradients/${file}`), await curveChart(curves, labels));
  return `![${title}](${file})`;
}
