import {
  boundsMany,
  collide,
  collideMany,
  collideNear,
  differentiate,
  distance,
  distanceMany,
  growthCollide,
  growthDistance,
  meshCollect,
  meshNearest,
  meshPair,
  meshRay,
  penetration,
  rayBoundary,
  relativePose,
  supportHessian,
  supportMany,
} from '../../kernel/exports.ts';
import { Engine } from './engine.ts';
import { createWorkbench, sharedWorkbench } from './javascript-memory.ts';

/** The kernel's own TypeScript, run as JavaScript. With a limit of its own, in a memory of its own. */
export function createJavaScriptEngine(limit?: number): Engine {
  const kernel = {
    boundsMany,
    collide,
    collideMany,
    collideNear,
    differentiate,
    distance,
    distanceMany,
    growthCollide,
    growthDistance,
    meshCollect,
    meshNearest,
    meshPair,
    meshRay,
    penetration,
    rayBoundary,
    relativePose,
    supportHessian,
    supportMany,
  };
  return new Engine('js', kernel, limit === undefined ? sharedWorkbench() : createWorkbench(limit));
}
