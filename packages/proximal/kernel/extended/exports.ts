// The function table of the module of depths, growth distances and derivatives, exported by both targets.
import { differentiate, supportHessian } from '../derivatives/derivative.ts';
import { growthCollide, growthDistance } from '../growth/growth.ts';
import { penetration } from '../penetration/penetration.ts';
import { rayBoundary } from '../penetration/ray.ts';

export { differentiate, growthCollide, growthDistance, penetration, rayBoundary, supportHessian };
