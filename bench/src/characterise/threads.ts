// Rows on all cores: errors do not depend on the time they take.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Row, Task } from './row.ts';

/** The row of every task, in the order of the tasks. */
export async function rowsOf(tasks: readonly Task[], done: (row: Row) => void): Promise<Row[]> {
  const rows: Row[] = [];
  let next = 0;
  const workers = Array.from({ length: Math.min(availableParallelism(), tasks.length) }, async () => {
    const worker = new Worker(new URL('./worker.js', import.meta.url));
    try {
      while (next < tasks.length) {
        const k = next++;
        rows[k] = await answerOf(worker, tasks[k]);
        done(rows[k]);
      }
    } finally {
      await worker.terminate();
    }
  });
  await Promise.all(workers);
  return rows;
}

function answerOf(worker: Worker, task: Task): Promise<Row> {
  return new Promise((resolve, reject) => {
    worker.removeAllListeners();
    worker.once('message', resolve).once('error', reject);
    worker.postMessage(task);
  });
}
