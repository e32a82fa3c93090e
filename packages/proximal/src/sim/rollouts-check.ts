// The check of rollouts that needs no simulator: a pool makes it before it sends them to workers.
import { checkInteger, checkOptions, wrongType } from '../check/argument.ts';
import type { RolloutInput, RolloutsOptions } from './rollouts.ts';

/** Checks what does not depend on the simulator, and returns the number of kept states. @internal */
export function checkRollouts(where: string, inputs: readonly RolloutInput[], options: RolloutsOptions): number {
  if (!Array.isArray(inputs)) throw wrongType(where, 'inputs', inputs, 'give a list with an entry for each rollout');
  checkOptions(where, 'options', options, ['steps', 'every']);
  const steps = checkInteger(where, 'options.steps', options?.steps, 1, 1e7);
  return Math.floor(steps / checkInteger(where, 'options.every', options.every ?? steps, 1, steps));
}
