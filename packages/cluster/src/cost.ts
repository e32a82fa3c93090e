// How many items a task has: as many as take a quarter of a second, measured on some items.
import type { OpenWork } from './work.ts';

/** Milliseconds of a task: long compared with its overhead, short compared with a job. */
export const taskTime = 250;
/** Milliseconds that measuring takes at least, if there are items enough. */
const measuringTime = 20;

/** The number of items of a task, a multiple of the grain. */
export async function measuredSize({ count, grain, run }: OpenWork): Promise<number> {
  const grains = Math.ceil(count / grain);
  const at = async (k: number): Promise<number> => {
    const from = grain * (k % grains);
    const start = performance.now();
    await run(from, Math.min(count, from + grain));
    return performance.now() - start;
  };
  // The first call compiles, so that a short one is not counted.
  const first = await at(0);
  if (first > taskTime) return grain;
  let [total, calls] = [0, 0];
  // Spread over the items by the golden ratio, since costs may change along the list.
  while (total < measuringTime && calls < grains)
    total += await at(Math.floor(((calls++ * 0.6180339887498949) % 1) * grains));
  return grain * Math.max(1, Math.floor((taskTime * calls) / total));
}
