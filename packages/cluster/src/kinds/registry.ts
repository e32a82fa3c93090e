import type { JobKind, OpenOptions, OpenWork, Work } from '../work.ts';
import { batch } from './batch.ts';
import { decompose } from './decompose.ts';
import { fuzz } from './fuzz.ts';
import { module } from './module.ts';
import { plans } from './plans.ts';
import { problems } from './problems.ts';
import { sweep } from './sweep.ts';

/** All kinds of jobs. */
export const kinds: readonly JobKind[] = [problems, batch, sweep, plans, decompose, fuzz, module];

export function kindOf(name: string): JobKind {
  const kind = kinds.find((each) => each.name === name);
  if (kind) return kind;
  throw new TypeError(
    `there is no kind ${JSON.stringify(name)}; the kinds are ${kinds.map((each) => each.name).join(', ')}`,
  );
}

/** Prepares the items of a job. @throws Error if the work is invalid, for example if the module lacks the function */
export async function openWork(work: Work, options: OpenOptions = {}): Promise<OpenWork> {
  return kindOf(work.kind).open(work, options);
}
