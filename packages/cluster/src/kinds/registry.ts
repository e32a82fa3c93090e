import type { JobKind, OpenOptions, OpenWork, Work } from '../work.ts';
import { module } from './module.ts';
import { problems } from './problems.ts';

/** All kinds of jobs. */
export const kinds: readonly JobKind[] = [problems, module];

export function kindOf(name: string): JobKind {
  const kind = kinds.find((each) => each.name === name);
  if (kind) return kind;
  throw new TypeError(
    `there is no kind ${JSON.stringify(name)}; the kinds are ${kinds.map((each) => each.name).join(', ')}`,
  );
}

/** Prepares the items of a work. @throws Error if the work cannot be computed here, such as one without its module */
export async function openWork(work: Work, options: OpenOptions = {}): Promise<OpenWork> {
  return kindOf(work.kind).open(work, options);
}
