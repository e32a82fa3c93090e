import { wrongType } from '../check/argument.ts';
import { type ControlCost, type CostTerms, checkNumbers } from './problem.ts';

/**
 * Weights of `quadraticCost`.
 * @example
 * ```ts
 * const weights: QuadraticWeights = { state: Float64Array.of(1, 0.1), control: Float64Array.of(0.01), final: Float64Array.of(100, 10) };
 * ```
 */
export interface QuadraticWeights {
  /** The weight of each number of the state, at every step. Default 0. */
  readonly state?: Float64Array | undefined;
  /** The weight of each control, at every step. */
  readonly control: Float64Array;
  /** The weight of each number of the last state. Default 0. */
  readonly final?: Float64Array | undefined;
}

/**
 * The cost ½ Σ w (x − x*)² + ½ Σ w u² of every step, and ½ Σ w (x − x*)² of the last state, for states that are vectors.
 * @param target x*
 * @example
 * ```ts
 * const cost = quadraticCost(Float64Array.of(Math.PI, 0), { control: Float64Array.of(0.01), final: Float64Array.of(100, 10) });
 * ```
 */
export function quadraticCost(target: Float64Array, weights: QuadraticWeights): ControlCost {
  const where = 'quadraticCost';
  if (!(target instanceof Float64Array)) throw wrongType(where, 'target', target, 'give a Float64Array');
  const n = target.length;
  checkNumbers(where, 'target', target, n);
  if (typeof weights !== 'object' || weights === null)
    throw wrongType(where, 'weights', weights, 'give { control }, with optional state and final');
  const { state = new Float64Array(n), control, final = new Float64Array(n) } = weights;
  checkNumbers(where, 'weights.state', state, n);
  checkNumbers(where, 'weights.final', final, n);
  if (!(control instanceof Float64Array)) throw wrongType(where, 'weights.control', control, 'give a Float64Array');
  checkNumbers(where, 'weights.control', control, control.length);
  const addState = (x: Float64Array, weight: Float64Array, terms: CostTerms): void => {
    for (let j = 0; j < n; j++) {
      const error = x[j] - target[j];
      terms.value += 0.5 * weight[j] * error * error;
      terms.byState[j] = weight[j] * error;
      terms.byStateTwice[j * n + j] = weight[j];
    }
  };
  return {
    running(x, u, _index, terms) {
      if (u.length !== control.length) checkNumbers(where, 'weights.control', control, u.length);
      addState(x, state, terms);
      for (let i = 0; i < u.length; i++) {
        terms.value += 0.5 * control[i] * u[i] * u[i];
        terms.byControl[i] = control[i] * u[i];
        terms.byControlTwice[i * u.length + i] = control[i];
      }
    },
    final: (x, terms) => addState(x, final, terms),
  };
}
