// The function table of the `proximal` module: one flat list, exported by both targets.
import { distance } from './distance.ts';
import { relativePose } from './rotation.ts';
import { supportMany } from './support/dispatch.ts';

export { distance, relativePose, supportMany };
