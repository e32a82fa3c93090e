// The path of a robot within a step, for continuous collision: its configurations are interpolated between the old and the new one,
// q(s) = q₀ ⊕ s (q₁ ⊖ q₀) with s from 0 to 1. A degree of freedom that moves by δ moves a point of its subtree by at most |δ| (|l| + |w| r): l
// and w are the velocity of the joint's origin and the angular velocity at unit speed, and r bounds the distance of the point from that origin.
// The sum over the degrees of freedom between a shape and the world bounds the path lengths of the shape's points.
import { difference, moveConfiguration } from '../dynamics/configuration.ts';
import type { Data } from '../dynamics/data.ts';
import { MOTION_BALL, MOTION_SCREW } from '../dynamics/joints/joint.ts';
import { geometryPoses } from '../dynamics/kinematics.ts';
import { place } from '../dynamics/place.ts';
import { norm } from '../math/vec3.ts';
import type { Volume } from '../scene/volume.ts';
import type { Member } from './member.ts';

/** An upper bound of the relative rounding errors of a path length. */
const rounding = 1e-9;

export class RobotStepPath {
  /** The poses of the shapes after `placeAt`, seven numbers each. */
  readonly poses: Float64Array;
  /** An upper bound of the path lengths of all shapes' points, in meters, after `end`. */
  longest = 0;
  /** Bounds of the path lengths of each shape's points, in meters; NaN until they are needed. */
  private readonly lengths: Float64Array;
  /**
   * An upper bound of the distances of the shapes' points from the origins of the joints that move them; infinite if a joint slides that is not a
   * root.
   */
  private reach = 0;
  /** The volumes of the shapes for which `reach` was computed. */
  private readonly volumes: (Volume | null)[];
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
    this.volumes = model.geometries.map(() => null);
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
    this.longest = this.longestPath();
    const { lengths, longest } = this;
    for (let k = 0; k < lengths.length; k++) lengths[k] = longest === 0 ? 0 : Number.NaN;
  }

  /** An upper bound of the path lengths of a shape's points, in meters. */
  lengthOf(shape: number): number {
    if (Number.isNaN(this.lengths[shape])) this.lengths[shape] = this.computeLength(shape);
    return this.lengths[shape];
  }

  /** The sum over all degrees of freedom, as if each moved every shape: all axes are unit vectors, and translations of roots add to `reach`. */
  private longestPath(): number {
    const { change, member } = this;
    const { dofJoint, coordinate, dofRatio, pitch } = member.given.tree;
    let slide = 0;
    let turn = 0;
    for (let dof = 0; dof < dofJoint.length; dof++) {
      const delta = Math.abs(dofRatio[dof] * change[coordinate[dof]]);
      if (delta === 0) continue;
      slide += delta * Math.max(1, Math.abs(pitch[dofJoint[dof]]));
      turn += delta;
    }
    return turn === 0 ? 0 : (1 + rounding) * (slide + turn * (this.currentReach() + slide));
  }

  private currentReach(): number {
    const { member, volumes } = this;
    let isCurrent = true;
    for (let shape = 0; shape < volumes.length; shape++) {
      const { volume } = member.bodies[shape];
      if (volumes[shape] !== volume) isCurrent = false;
      volumes[shape] = volume;
    }
    if (!isCurrent) this.reach = Math.max(...volumes.map((_, shape) => this.reachOf(shape)));
    return this.reach;
  }

  /** The part of `reach` of a shape. */
  private reachOf(shape: number): number {
    const { member } = this;
    const { tree, geometries } = member.given;
    let sum = this.radiusOf(shape);
    for (let joint = geometries[shape].joint; joint >= 0 && tree.parent[joint] >= 0; joint = tree.parent[joint]) {
      const motion = tree.motion[joint];
      if (motion !== MOTION_BALL && (motion !== MOTION_SCREW || tree.pitch[joint] !== 0)) return Infinity;
      const at = 12 * joint + 9;
      sum += norm(tree.placement[at], tree.placement[at + 1], tree.placement[at + 2]);
    }
    return sum;
  }

  /** An upper bound of the distances of a shape's points from the origin of its joint. */
  private radiusOf(shape: number): number {
    const { member } = this;
    const { placement } = member.given.geometries[shape];
    const { center, boundingRadius } = member.bodies[shape].volume.bounds;
    return norm(placement[0], placement[1], placement[2]) + norm(center[0], center[1], center[2]) + boundingRadius;
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

  private computeLength(shape: number): number {
    const { member, change, axes, position } = this;
    const { tree, geometries } = member.given;
    const { joint: firstJoint } = geometries[shape];
    let maxArm = this.radiusOf(shape);
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
