// The path of a robot within a step, for continuous collision: its configurations are interpolated between the old and the new one,
// q(s) = q₀ ⊕ s (q₁ ⊖ q₀) with s from 0 to 1. A degree of freedom that moves by δ moves a point of its subtree by at most |δ| (|l| + |w| r): l
// and w are the velocity of the joint's origin and the angular velocity at unit speed, and r bounds the distance of the point from that origin.
// The sum over the degrees of freedom between a shape and the world bounds the path lengths of the shape's points.
import { difference, moveConfiguration } from '../dynamics/configuration.ts';
import type { Data } from '../dynamics/data.ts';
import { geometryPoses } from '../dynamics/kinematics.ts';
import { place } from '../dynamics/place.ts';
import { norm } from '../math/vec3.ts';
import type { Member } from './member.ts';

export class RobotStepPath {
  /** The poses of the shapes after `placeAt`, seven numbers each. */
  readonly poses: Float64Array;
  /** Bounds of the path lengths of each shape's points, in meters, after `end`. */
  readonly lengths: Float64Array;
  /** q₀, and q(s) in `placeAt`. */
  private readonly from: Float64Array;
  private readonly interpolated: Float64Array;
  /** q₁ ⊖ q₀, and a fraction of it. */
  private readonly change: Float64Array;
  private readonly partialChange: Float64Array;
  private readonly data: Data;
  /** Placements before the motion: see `Data`. */
  private readonly axes: Float64Array;
  private readonly position: Float64Array;
  /** The s at which `poses` were computed. */
  private placedAt = Number.NaN;

  constructor(private readonly member: Member) {
    const { given: model } = member;
    this.poses = new Float64Array(7 * model.geometries.length);
    this.lengths = new Float64Array(model.geometries.length);
    this.from = new Float64Array(model.nq);
    this.interpolated = new Float64Array(model.nq);
    this.change = new Float64Array(model.nv);
    this.partialChange = new Float64Array(model.nv);
    this.data = model.createData();
    this.axes = this.data.axes.slice();
    this.position = this.data.position.slice();
  }

  /** Stores the configuration before the motion. The member's `data` must have the placements there. */
  begin(): void {
    const { q, data } = this.member;
    this.from.set(q);
    this.axes.set(data.axes);
    this.position.set(data.position);
  }

  /** Reads the configuration after the motion, and bounds the lengths of the paths. */
  end(): void {
    const { member, from, change } = this;
    this.placedAt = Number.NaN;
    difference(member.given, from, member.q, change);
    if (change.every((x) => x === 0)) {
      this.lengths.fill(0);
      return;
    }
    for (let k = 0; k < this.lengths.length; k++) this.lengths[k] = this.lengthOf(k);
  }

  /** Places the shapes at the fraction s of the path. */
  placeAt(s: number): Float64Array {
    if (s === this.placedAt) return this.poses;
    this.interpolate(s, this.interpolated);
    place(this.member.given, this.data, this.interpolated);
    this.placedAt = s;
    return geometryPoses(this.member.given, this.data, this.poses);
  }

  /**
   * Moves the robot back to the fraction s of its path. Its velocity is scaled so that its kinetic energy is the energy at the end of the path minus
   * the potential energy that the motion back adds, or 0 if that is negative. Except in this last case, its total energy does not grow.
   */
  stopAt(s: number): void {
    const { member } = this;
    const { q, v } = member;
    const before = member.energies();
    this.interpolate(s, q);
    const after = member.energies();
    this.placedAt = Number.NaN;
    if (after.kinetic > 0) {
      const remaining = before.kinetic - Math.max(0, after.potential - before.potential);
      const scale = Math.sqrt(Math.max(0, remaining) / after.kinetic);
      for (let k = 0; k < v.length; k++) v[k] *= scale;
    }
    member.place();
  }

  private interpolate(s: number, out: Float64Array): void {
    const { member, from, change, partialChange } = this;
    for (let k = 0; k < partialChange.length; k++) partialChange[k] = s * change[k];
    moveConfiguration(member.given, from, partialChange, out);
  }

  private lengthOf(shape: number): number {
    const { member, change, axes, position } = this;
    const { tree, geometries } = member.given;
    const { volume } = member.bodies[shape];
    const { joint: firstJoint, placement } = geometries[shape];
    const { center, boundingRadius } = volume.bounds;
    let maxArm =
      norm(placement[0], placement[1], placement[2]) + norm(center[0], center[1], center[2]) + boundingRadius;
    let sum = 0;
    for (let joint = firstJoint; joint >= 0; joint = tree.parent[joint]) {
      const [x, y, z] = [position[3 * joint], position[3 * joint + 1], position[3 * joint + 2]];
      for (let dof = tree.firstDof[joint]; dof < tree.firstDof[joint + 1]; dof++) {
        const at = 6 * dof;
        const [wx, wy, wz] = [axes[at + 3], axes[at + 4], axes[at + 5]];
        const linear = norm(axes[at] + wy * z - wz * y, axes[at + 1] + wz * x - wx * z, axes[at + 2] + wx * y - wy * x);
        const delta = Math.abs(tree.dofRatio[dof] * change[tree.coordinate[dof]]);
        sum += delta * (linear + norm(wx, wy, wz) * maxArm);
        // A joint that slides changes the distance to its parent's origin.
        maxArm += delta * linear;
      }
      const parent = tree.parent[joint];
      if (parent >= 0)
        maxArm += norm(x - position[3 * parent], y - position[3 * parent + 1], z - position[3 * parent + 2]);
    }
    return sum;
  }
}
