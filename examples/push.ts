// Finds the push after which a crate stops at a target: `npm run example -- push`.
import { pushTask } from './optimise/push.ts';
import { present } from './optimise/task.ts';

present(pushTask);
