// Finds the push after which a crate stops at a target: `npm run example -- push`.
import { pushTask } from './optimize/push.ts';
import { present } from './optimize/task.ts';

present(pushTask);
