// The function table of the module of depths, growth distances and derivatives, exported by both targets.
import { differentiate, supportHessian } from '../derivatives/derivative.ts';
import { growthCollide, growthDistance } from '../growth/growth.ts';
import { penetration } from '../penetration/penetration.ts';
import { rayBoundary } from '../penetration/ray.ts';
import { differentiateMany, growthMany, penetrationMany } from './batch.ts';

export {
  differentiate,
  differentiateMany,
  growthCollide,
  growthDistance,
  growthMany,
  penetration,
  penetrationMany,
  rayBoundary,
  supportHessian,
};
