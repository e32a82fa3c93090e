// The module that the threads of a worker run: computes one task.
import { messageOf } from './check.ts';
import { openWork } from './kinds/registry.ts';
import { LatestCache } from './latest-cache.ts';
import type { OpenWork, Work } from './work.ts';

export interface ComputeTask {
  /** The hash of the work's manifest. */
  readonly hash: string;
  readonly work: Work;
  readonly from: number;
  readonly to: number;
  /** The address of the worker's own module. */
  readonly module: string | undefined;
}

export interface Computed {
  readonly bytes: Uint8Array;
  readonly milliseconds: number;
}

/** Works whose shapes, robots or simulations are ready. */
const opened = new LatestCache<OpenWork>(4);

/** @returns a message if the work cannot be prepared: the same for all tasks */
export default async function compute(task: ComputeTask): Promise<Computed | { readonly problem: string }> {
  const { hash, work, from, to, module } = task;
  const start = performance.now();
  let ready: OpenWork;
  try {
    ready = await opened.get(hash, () => openWork(work, { module }));
  } catch (error) {
    return { problem: messageOf(error) };
  }
  const bytes = await ready.run(from, to, work.files);
  return { bytes, milliseconds: performance.now() - start };
}
