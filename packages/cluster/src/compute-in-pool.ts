// One task on a thread of a pool.
import type { Pool } from 'proximal/parallel';
import { messageOf } from './check.ts';
import type { Computed, ComputeTask } from './compute.ts';

/** The work itself cannot be computed: other tasks would fail with the same message. */
export class WorkError extends Error {}

/** @throws WorkError if the work cannot be prepared; another error if the computation ends its thread */
export async function computeIn(pool: Pool, task: ComputeTask): Promise<Computed> {
  const [found] = await pool
    .map<ComputeTask, Computed | { readonly problem: string }>(module, [task])
    .catch((error) => {
      const [, reason] = /^a worker ended twice \((.*)\) in rows/.exec(messageOf(error)) ?? [];
      throw reason === undefined ? error : new Error(`the computation ended its thread (${reason})`);
    });
  if ('problem' in found) throw new WorkError(found.problem);
  return found;
}

const module = new URL('./compute.js', import.meta.url);
