// The function table of the module of mesh queries, exported by both targets.
import { meshCollect, meshNearest } from './nearest.ts';
import { meshPair } from './pair.ts';
import { meshPoints } from './point.ts';
import { meshRay } from './ray.ts';

export { meshCollect, meshNearest, meshPair, meshPoints, meshRay };
