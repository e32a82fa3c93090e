// The program of a process that computes one task, received as a message.
import { messageOf } from './check.ts';
import compute, { type ComputeTask } from './compute.ts';

process.once('message', async (task: ComputeTask) => {
  const found = await compute(task).catch((error: unknown) => ({ problem: messageOf(error) }));
  process.send?.(found, () => process.disconnect());
});
