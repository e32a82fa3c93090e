// The function table of the `proximal` module: one flat list, exported by both targets.
import { collideMany, distanceMany } from './batch.ts';
import { collide } from './collide.ts';
import { distance } from './distance.ts';
import { penetration } from './penetration/penetration.ts';
import { rayBoundary } from './penetration/ray.ts';
import { relativePose } from './rotation.ts';
import { differentiate, supportHessian } from './smooth/derivative.ts';
import { supportMany } from './support/dispatch.ts';

export {
  collide,
  collideMany,
  differentiate,
  distance,
  distanceMany,
  penetration,
  rayBoundary,
  relativePose,
  supportHessian,
  supportMany,
};
