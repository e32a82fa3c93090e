// Work on all cores that does not depend on the time it takes: threads that each do one task after the other.
import { availableParallelism } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';

/**
 * The answer to every task, in the order of the tasks.
 * @param worker a module that calls `answerTasks`
 * @param until when to begin no other task, by `performance.now()`: those that are left have no answer
 */
export async function inThreads<Task, Answer>(
  worker: URL,
  tasks: readonly Task[],
  done: (answer: Answer) => void,
  until = Number.POSITIVE_INFINITY,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const threads = Array.from({ length: Math.min(availableParallelism(), tasks.length) }, async () => {
    const thread = new Worker(worker);
    try {
      while (next < tasks.length && performance.now() < until) {
        const k = next++;
        answers[k] = await answerOf<Task, Answer>(thread, tasks[k]);
        done(answers[k]);
      }
    } finally {
      await thread.terminate();
    }
  });
  await Promise.all(threads);
  return answers;
}

function answerOf<Task, Answer>(thread: Worker, task: Task): Promise<Answer> {
  return new Promise((resolve, reject) => {
    thread.removeAllListeners();
    thread.once('message', resolve).once('error', reject);
    thread.postMessage(task);
  });
}

/** The other end: what a thread does with each task. */
export function answerTasks<Task, Answer>(answer: (task: Task) => Answer): void {
  parentPort?.on('message', (task: Task) => parentPort?.postMessage(answer(task)));
}
