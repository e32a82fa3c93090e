// Identifies friction and mass from an observed slide: `npm run example -- slide`.
import { slideTask } from './optimize/slide.ts';
import { present } from './optimize/task.ts';

present(slideTask(1e-3));
