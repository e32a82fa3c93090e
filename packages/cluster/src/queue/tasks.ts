// The tasks of a run in BullMQ: one for each range of items.
import { type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { keyPrefix, queueName } from './keys.ts';
import type { Attempt } from './runs.ts';

/** The data of a task. */
export interface Task extends Attempt {
  readonly run: string;
}

/** How often a task is tried if it throws. */
const attempts = 3;
/** Milliseconds before the second try; twice as many before the third. */
const retryDelay = 200;
/** Tasks per request. */
const bulk = 1000;

export function openQueue(redis: Redis): Queue<Task> {
  return new Queue<Task>(queueName, { connection: redis, prefix: keyPrefix });
}

/** Adds tasks that are not in the queue. A task is in the queue until its end is in the log of its run. */
export async function addTasks(queue: Queue<Task>, run: string, tasks: Iterable<Attempt>): Promise<void> {
  const all = [...tasks];
  for (let k = 0; k < all.length; k += bulk) {
    await queue.addBulk(
      all.slice(k, k + bulk).map(({ from, to, isAlone = false }) => ({
        name: run,
        data: { run, from, to, isAlone },
        opts: optionsOf(`${run}.${from}.${to}${isAlone ? '.alone' : ''}`),
      })),
    );
  }
}

function optionsOf(jobId: string): JobsOptions {
  return {
    jobId,
    attempts,
    backoff: { type: 'exponential', delay: retryDelay },
    // The run's log keeps the outcome.
    removeOnComplete: true,
    removeOnFail: true,
  };
}
