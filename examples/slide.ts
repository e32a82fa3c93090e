// Identifies friction and mass from an observed slide: `npm run example -- slide`.
import { slideTask } from './optimise/slide.ts';
import { present } from './optimise/task.ts';

present(slideTask(1e-3));
