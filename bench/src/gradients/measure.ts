// Gradients of rollouts compared with central differences, and searches for controls, by contact model.
import { optimizeControls, simulatorDynamics } from 'proximal/control';
import { rollout, rolloutGradient } from 'proximal/sim';
import { type ContactModelCase, models, reference } from './models.ts';
import { costOf, lossOf, type Task } from './tasks.ts';

/** The gradient of the loss of the last state with respect to the forces of all steps. */
export interface GradientRow {
  readonly task: string;
  readonly model: string;
  readonly loss: number;
  /** ‖g − d‖/‖d‖ with the central differences d of the same model, for the size of differences at which it is least. */
  readonly error: number;
  /** The size of the differences for which `error` is least, in N or N m. */
  readonly size: number;
  /** The error of the randomized gradient against the same differences. */
  readonly randomizedError: number;
  /** The number of steps that report a kink. */
  readonly kinks: number;
  /** The cosine of the angle to the NCP's gradient at the same controls, and the ratio of their norms. */
  readonly cosine: number;
  readonly length: number;
}

export interface SearchRow {
  readonly task: string;
  readonly model: string;
  readonly status: string;
  readonly iterations: number;
  /** The cost in the model of the search, and the cost of the same controls in the NCP. */
  readonly cost: number;
  readonly replayed: number;
  /** The cost of every iteration. */
  readonly costs: readonly number[];
}

/**
 * The steps of the central differences, in N or N m, for forces of some newtons. The residual of the NCP is quadratic in the error of
 * the direction of sliding: at a tolerance of 1e-13, a solver may ignore changes of this direction by 3e-7, so that the effect of a small
 * step is lost. The truncation error of differences grows with the square of the step.
 */
const differenceSizes = [1e-5, 1e-3, 0.1] as const;
const randomized = { samples: 20, position: 1e-3, velocity: 1e-2, seed: 1 } as const;

export function measureGradients(task: Task): GradientRow[] {
  const found = models.map((model) => ({ model: model.name, ...gradientOf(task, model) }));
  const { gradient: referenceGradient } = found[models.indexOf(reference)];
  return found.map(({ model, gradient, differences, size, smoothed, loss, kinks }) => ({
    task: task.name,
    model,
    loss,
    error: distance(gradient, differences) / norm(differences),
    size,
    randomizedError: distance(smoothed, differences) / norm(differences),
    kinks,
    cosine: dot(gradient, referenceGradient) / (norm(gradient) * norm(referenceGradient)),
    length: norm(gradient) / norm(referenceGradient),
  }));
}

function gradientOf(task: Task, { options }: ContactModelCase) {
  const { actuated, push, steps } = task;
  const loss = lossOf(task);
  const sim = task.make(options);
  const start = sim.state;
  const torquesWith = (changed: number, change: number): Float64Array[] =>
    Array.from({ length: steps }, (_, step) => {
      const torques = new Float64Array(sim.nv);
      for (const [k, at] of actuated.entries())
        torques[at] = push[k] + (step * actuated.length + k === changed ? change : 0);
      return torques;
    });
  const lossAt = (changed: number, change: number): number => {
    sim.setState(start);
    return loss(rollout(sim, torquesWith(changed, change))[steps], steps)?.value ?? 0;
  };
  const pick = (byTorques: readonly Float64Array[]): number[] =>
    byTorques.flatMap((torques) => actuated.map((at) => torques[at]));
  const exact = rolloutGradient(sim, torquesWith(-1, 0), loss);
  sim.setState(start);
  const smoothed = rolloutGradient(sim, torquesWith(-1, 0), loss, { randomized });
  const gradient = pick(exact.torques);
  const [nearest] = differenceSizes
    .map((size) => ({ size, differences: gradient.map((_, k) => (lossAt(k, size) - lossAt(k, -size)) / (2 * size)) }))
    .sort((a, b) => distance(gradient, a.differences) - distance(gradient, b.differences));
  return {
    loss: exact.loss,
    gradient,
    smoothed: pick(smoothed.torques),
    ...nearest,
    kinks: new Set(exact.kinks.map(({ step }) => step)).size,
  };
}

export function measureSearches(task: Task, maxIterations: number): SearchRow[] {
  return models.map(({ name, options }) => {
    const problem = problemOf(task, options);
    const controls = Array.from({ length: task.steps }, () => Float64Array.from(task.push));
    const found = optimizeControls(problem, { maxIterations, tolerance: 1e-5 }, { controls });
    return {
      task: task.name,
      model: name,
      status: found.status,
      iterations: found.iterations,
      cost: found.cost,
      replayed: costOfControls(problemOf(task, reference.options), found.controls),
      costs: found.history.map(({ cost }) => cost),
    };
  });
}

function problemOf(task: Task, options: ContactModelCase['options']) {
  const sim = task.make(options);
  return {
    dynamics: simulatorDynamics(sim, { actuated: task.actuated }),
    cost: costOf(task, sim),
    steps: task.steps,
    initialState: Float64Array.of(...sim.state.q, ...sim.state.v),
  };
}

/** The cost of given controls: the cost at the start of a search. */
function costOfControls(problem: ReturnType<typeof problemOf>, controls: readonly Float64Array[]): number {
  return optimizeControls(problem, { maxIterations: 1 }, { controls }).history[0].cost;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, k) => sum + x * b[k], 0);
}

function norm(a: readonly number[]): number {
  return Math.sqrt(dot(a, a));
}

function distance(a: readonly number[], b: readonly number[]): number {
  return norm(a.map((x, k) => x - b[k]));
}
