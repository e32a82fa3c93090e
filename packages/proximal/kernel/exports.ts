// The function table of the `proximal` module: one flat list, exported by both targets. Depths, growth distances and
// derivatives are in extended/exports.ts.
import { collideMany, distanceMany } from './batch.ts';
import { collide } from './collide.ts';
import { distance } from './distance.ts';
import { relativePose } from './rotation.ts';
import { boundsMany } from './scene/bounds.ts';
import { collideNear } from './scene/near.ts';
import { supportMany } from './support.ts';

export { boundsMany, collide, collideMany, collideNear, distance, distanceMany, relativePose, supportMany };
