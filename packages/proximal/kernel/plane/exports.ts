// The function table of the `proximal/2d` module: one flat list, exported by both targets.
import { collideMany, distanceMany } from './batch.ts';
import { collide, distance } from './distance.ts';
import { relativePose } from './pose.ts';
import { signedDistance } from './signed.ts';
import { supportMany } from './support.ts';

export { collide, collideMany, distance, distanceMany, relativePose, signedDistance, supportMany };
