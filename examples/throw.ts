// Finds a throw that meets its target after one bounce: `npm run example -- throw`.
import { present } from './optimize/task.ts';
import { throwTask } from './optimize/throw.ts';

present(throwTask);
