// The function table of the module of mesh queries, exported by both targets.
import { meshDeepest } from './deepest.ts';
import { meshCollect, meshNearest } from './nearest.ts';
import { meshPair } from './pair.ts';
import { meshPoints } from './point.ts';
import { meshRay } from './ray.ts';
import { meshTriangle } from './triangle.ts';

export { meshCollect, meshDeepest, meshNearest, meshPair, meshPoints, meshRay, meshTriangle };
