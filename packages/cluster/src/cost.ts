// How many items a task has: as many as take a quarter of a second, measured on some items.
import type { Job } from './job-file.ts';
import { kindOf } from './kinds/registry.ts';
import type { Files, OpenWork } from './work.ts';

/** Milliseconds of a task: long compared with its overhead, short compared with a job. */
export const taskTime = 250;
/** The minimum duration of the measurement, in milliseconds, if there are enough items. */
const measuringTime = 20;

/** The number of items of a task, a multiple of the grain. It does not change the results. */
export async function sizeOf({ work, itemsPerTask }: Job, opened: OpenWork): Promise<number> {
  // The client does not have the workers' module, so it cannot measure its functions.
  const wanted = itemsPerTask ?? (kindOf(work.kind).needsModule ? 1 : await measuredSize(opened, work.files));
  return opened.grain * Math.ceil(wanted / opened.grain);
}

async function measuredSize(opened: OpenWork, files: Files): Promise<number> {
  const { count, grain } = opened;
  const grains = Math.ceil(count / grain);
  const at = async (k: number): Promise<number> => {
    const from = grain * (k % grains);
    const start = performance.now();
    await opened.run(from, Math.min(count, from + grain), files);
    return performance.now() - start;
  };
  // The time of the first call includes compilation. It counts only if it alone exceeds the time of a task.
  const first = await at(0);
  if (first > taskTime) return grain;
  let [total, calls] = [0, 0];
  // The golden ratio spreads the calls over the items, because costs may change along the list.
  while (total < measuringTime && calls < grains)
    total += await at(Math.floor(((calls++ * 0.6180339887498949) % 1) * grains));
  return grain * Math.max(1, Math.floor((taskTime * calls) / total));
}
