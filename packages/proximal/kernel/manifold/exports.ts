// The function table of the module of contact manifolds, exported by both targets.
import { manifoldMany } from './manifold.ts';
import { patchOf } from './patch.ts';

export { manifoldMany, patchOf };
