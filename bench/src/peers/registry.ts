import { box2dCore } from './box2d-core.ts';
import { cannon } from './cannon.ts';
import { crashcat } from './crashcat.ts';
import { detectCollisions } from './detect-collisions.ts';
import { jolt } from './jolt.ts';
import { matter } from './matter.ts';
import { mujoco } from './mujoco.ts';
import { nativePeers } from './native.ts';
import type { Peer } from './peer.ts';
import { planck } from './planck.ts';
import { rapier2d } from './rapier2d.ts';
import { rapier3d, rapier3dSimd } from './rapier3d.ts';
import { sat } from './sat.ts';
import { threeMeshBvh } from './three-mesh-bvh.ts';

/** All libraries and builds that the benchmarks compare with, our kernel in C++ among them, in the order of the tables. */
export const peers: readonly Peer[] = [
  rapier3d,
  rapier3dSimd,
  jolt,
  mujoco,
  crashcat,
  cannon,
  threeMeshBvh,
  planck,
  box2dCore,
  rapier2d,
  sat,
  matter,
  detectCollisions,
  ...nativePeers,
];

/** The peers with a capability. */
export function peersWith<C extends keyof Peer>(capability: C): (Peer & Required<Pick<Peer, C>>)[] {
  return peers.filter((peer): peer is Peer & Required<Pick<Peer, C>> => peer[capability] !== undefined);
}
