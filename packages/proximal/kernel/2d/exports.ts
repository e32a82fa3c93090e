// The function table of the `proximal/2d` module: one flat list, exported by both targets.
import { clearanceMany, collideMany, distanceMany, growthMany, penetrationMany, signedMany } from './batch.ts';
import { cast } from './cast.ts';
import { clearance, collide, distance } from './distance.ts';
import { growthDistance } from './growth.ts';
import { penetration } from './penetration.ts';
import { relativePose } from './pose.ts';
import { signedDistance } from './signed.ts';
import { supportMany } from './support.ts';

export {
  cast,
  clearance,
  clearanceMany,
  collide,
  collideMany,
  distance,
  distanceMany,
  growthDistance,
  growthMany,
  penetration,
  penetrationMany,
  relativePose,
  signedDistance,
  signedMany,
  supportMany,
};
