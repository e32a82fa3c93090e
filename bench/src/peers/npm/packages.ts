import { cannon } from './cannon.ts';
import { crashcat } from './crashcat.ts';
import { jolt } from './jolt.ts';
import type { Enter } from './library.ts';
import { mujoco } from './mujoco.ts';
import { rapier } from './rapier.ts';
import { threeMeshBvh } from './three-mesh-bvh.ts';

/** By the name that `serve` is given: one line each. */
export const packages: Readonly<Record<string, Enter>> = {
  'rapier3d-compat': rapier,
  'jolt-physics': jolt,
  'cannon-es': cannon,
  mujoco,
  crashcat,
  'three-mesh-bvh': threeMeshBvh,
};
