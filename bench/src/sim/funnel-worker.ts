// A thread that drops hulls into the funnel.
import { type HullSet, loadHulls } from '../gjk/hulls.ts';
import { answerTasks } from '../run/threads.ts';
import { blockOf, type FallTask } from './funnel.ts';

let hulls: HullSet | null = null;
answerTasks((task: FallTask) => {
  hulls ??= loadHulls(task.ycb);
  return blockOf(hulls, task);
});
