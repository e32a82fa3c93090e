// The function table of the `proximal` module: one flat list, exported by both targets. Depths, growth distances and
// derivatives are in extended/exports.ts, whose WebAssembly imports some of these functions: see tools/src/imported-functions.ts.
import { collideMany, distanceMany } from './batch.ts';
import { collide } from './collide.ts';
import { distance } from './distance.ts';
import { exp, log, pow } from './elementary.ts';
import { nearestOnSimplex } from './gjk/simplex.ts';
import { solveHalfspace } from './halfspace.ts';
import { measurePair } from './minkowski.ts';
import { relativePose } from './rotation.ts';
import { boundsMany } from './scene/bounds.ts';
import { collideNear } from './scene/near.ts';
import { prepareSearch, search } from './search.ts';
import { supportCore } from './shapes/dispatch/support.ts';
import { supportMany } from './support.ts';

export {
  boundsMany,
  collide,
  collideMany,
  collideNear,
  distance,
  distanceMany,
  exp,
  log,
  measurePair,
  nearestOnSimplex,
  pow,
  prepareSearch,
  relativePose,
  search,
  solveHalfspace,
  supportCore,
  supportMany,
};
