// A robot at one configuration: the placements of its bodies and solids in the world, and their velocities along a motion.
import { computeVelocities } from '../dynamics/bodies.ts';
import type { Data } from '../dynamics/data.ts';
import { placed, placeOnBody, writePose } from '../dynamics/kinematics.ts';
import type { Model } from '../dynamics/model.ts';
import { place } from '../dynamics/place.ts';
import type { Solid } from './solid.ts';

/** Counts the configurations of all stances, because several stances can share a solid. */
let stamps = 0;

/** Placements of a robot's bodies, overwritten by the next configuration. */
export class Stance {
  readonly data: Data;
  /** The position of each joint's frame in the world. */
  readonly position: Float64Array;
  /** The center of each solid's ball in the world. */
  readonly centers: Float64Array;
  /** Linear velocity of each joint's origin, then the angular velocity, in world axes. */
  readonly velocity: Float64Array;
  /** Identifies the configuration; see `Solid.poseStamp`. */
  stamp = 0;

  constructor(
    readonly model: Model,
    private readonly solids: readonly Solid[],
  ) {
    this.data = model.createData();
    this.position = new Float64Array(3 * model.joints.length);
    this.velocity = new Float64Array(6 * model.joints.length);
    this.centers = new Float64Array(3 * solids.length);
    for (const [k, { joint, center }] of solids.entries()) if (joint < 0) this.centers.set(center, 3 * k);
  }

  /** Places all bodies at a configuration. */
  take(q: Float64Array): void {
    const { model, data, position, centers, solids } = this;
    place(model, data, q);
    this.stamp = ++stamps;
    const { root } = model.tree;
    const { rotation, origin } = data;
    for (let joint = 0; joint < root.length; joint++) {
      const at = 3 * joint;
      const from = 3 * root[joint];
      position[at] = data.position[at] + origin[from];
      position[at + 1] = data.position[at + 1] + origin[from + 1];
      position[at + 2] = data.position[at + 2] + origin[from + 2];
    }
    for (let k = 0; k < solids.length; k++) {
      const { joint, center } = solids[k];
      if (joint < 0) continue;
      const r = 9 * joint;
      const x = center[0];
      const y = center[1];
      const z = center[2];
      centers[3 * k] = position[3 * joint] + rotation[r] * x + rotation[r + 1] * y + rotation[r + 2] * z;
      centers[3 * k + 1] = position[3 * joint + 1] + rotation[r + 3] * x + rotation[r + 4] * y + rotation[r + 5] * z;
      centers[3 * k + 2] = position[3 * joint + 2] + rotation[r + 6] * x + rotation[r + 7] * y + rotation[r + 8] * z;
    }
  }

  /** Computes the velocities of all bodies for the joint velocity `v`, after `take`. */
  move(v: Float64Array): void {
    const { model, data, velocity } = this;
    computeVelocities(model, data, v);
    const { velocity: spatial, position } = data;
    for (let joint = 0; joint < model.joints.length; joint++) {
      const at = 6 * joint;
      const x = position[3 * joint];
      const y = position[3 * joint + 1];
      const z = position[3 * joint + 2];
      const ox = spatial[at + 3];
      const oy = spatial[at + 4];
      const oz = spatial[at + 5];
      // The velocity at the tree's origin, moved to the joint's origin: v + ω × p.
      velocity[at] = spatial[at] + oy * z - oz * y;
      velocity[at + 1] = spatial[at + 1] + oz * x - ox * z;
      velocity[at + 2] = spatial[at + 2] + ox * y - oy * x;
      velocity[at + 3] = ox;
      velocity[at + 4] = oy;
      velocity[at + 5] = oz;
    }
  }

  /** The pose of a solid in the world. */
  poseOf(solid: Solid): Float64Array {
    if (solid.joint < 0 || solid.poseStamp === this.stamp) return solid.worldPose;
    placeOnBody(this.model, this.data, solid.joint, solid.rigid, placed, 0);
    writePose(solid.worldPose, 0);
    solid.poseStamp = this.stamp;
    return solid.worldPose;
  }
}
