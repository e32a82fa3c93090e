// The function table of the `proximal` module: one flat list, exported by both targets.
import { collideMany, distanceMany } from './batch.ts';
import { collide } from './collide.ts';
import { differentiate, supportHessian } from './derivatives/derivative.ts';
import { distance } from './distance.ts';
import { growthCollide, growthDistance } from './growth/growth.ts';
import { penetration } from './penetration/penetration.ts';
import { rayBoundary } from './penetration/ray.ts';
import { relativePose } from './rotation.ts';
import { boundsMany } from './scene/bounds.ts';
import { collideNear } from './scene/near.ts';
import { supportMany } from './support.ts';

export {
  boundsMany,
  collide,
  collideMany,
  collideNear,
  differentiate,
  distance,
  distanceMany,
  growthCollide,
  growthDistance,
  penetration,
  rayBoundary,
  relativePose,
  supportHessian,
  supportMany,
};
