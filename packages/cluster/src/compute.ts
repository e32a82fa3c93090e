// The module that the threads of a worker run: computes one task.
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

export default async function compute({ hash, work, from, to, module }: ComputeTask): Promise<Computed> {
  const start = performance.now();
  const ready = await opened.get(hash, () => openWork(work, { module }));
  const bytes = await ready.run(from, to);
  return { bytes, milliseconds: performance.now() - start };
}
