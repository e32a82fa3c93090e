// Finds a throw that meets its target after one bounce: `npm run example -- throw`.
import { present } from './optimise/task.ts';
import { throwTask } from './optimise/throw.ts';

present(throwTask);
