import type { JobKind, OpenOptions, OpenWork, Work } from '../work.ts';
import { problems } from './problems.ts';

/** All kinds of jobs. */
export const kinds: readonly JobKind[] = [problems];

export function kindOf(name: string): JobKind {
  const kind = kinds.find((each) => each.name === name);
  if (kind) return kind;
  throw new TypeError(
    `there is no kind of job ${JSON.stringify(name)}; the kinds are ${kinds.map((each) => each.name).join(', ')}`,
  );
}

export async function openWork(work: Work, options: OpenOptions = {}): Promise<OpenWork> {
  return kindOf(work.kind).open(work, options);
}
