// Names in Redis.
import { version } from '../work.ts';

/** The beginning of all keys. */
export const keyPrefix = 'proximal';
/** The queue of BullMQ. Each version of the library has its own queue, because results may differ in bits. */
export const queueName = `tasks-${version}`;

/** A set sorted by start time: the ids of all runs. */
export const runsKey = `${keyPrefix}:runs`;
/** A hash: what the run computes, and its state. */
export const recordKey = (run: string): string => `${keyPrefix}:run:${run}`;
/** A stream: finished and failed tasks in the order in which they ended. */
export const logKey = (run: string): string => `${keyPrefix}:log:${run}`;
/** A hash: the run's bytes, if they are stored in Redis. */
export const blobsKey = (run: string): string => `${keyPrefix}:blobs:${run}`;
