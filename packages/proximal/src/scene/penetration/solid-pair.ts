// Two solids A and B, in the frame of A. B can be translated.
import { composeInto, inverseInto } from '../../math/pose.ts';
import { scale, type Vec3 } from '../../math/vec3.ts';
import { signedDistance } from '../../proximity/penetration.ts';
import { createResult } from '../../proximity/result.ts';
import { TreeStart } from '../../scene/nonconvex/mesh-search.ts';
import { TriangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';
import { rotateBackInto, rotateInto } from '../axis.ts';
import { distanceByTree, partsCollide } from '../nearest-parts.ts';
import { type Posed, partOf } from '../part-pairs.ts';
import type { Volume } from '../volume.ts';
import { type Balls, type SolidBody, solidOf } from './solid.ts';

/** `gap` as a fraction of the smaller radius, without the rounding error of poses. */
const relativeGap = 1e-9;

/** Two parts with a common point: convex bodies, parts of compounds or triangles. */
export interface Meeting {
  readonly partA: number;
  readonly partB: number;
  /** A common point of the parts, in A's frame. */
  readonly point: Vec3;
}

export class SolidBodyPair {
  readonly a: SolidBody;
  readonly b: SolidBody;
  /** The pose of B in A's frame. */
  readonly relative = new Float64Array(7);
  /** The pose of A in B's frame. */
  readonly inverseRelative = new Float64Array(7);
  /** The pose of A: the identity. */
  readonly identityPose: Float64Array = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  /**
   * The translation of the upper bound leaves at least half this distance between the solids, in meters: they stay separated if poses are rounded.
   */
  readonly gap: number;
  /** Whether `distanceAfter` gives a distance: for two meshes, or a mesh and a convex body. */
  readonly hasTree: boolean;
  private readonly moved = new Float64Array(7);
  private readonly movedInverse = new Float64Array(7);
  private readonly start = new TreeStart();
  private readonly result = createResult();

  constructor(
    readonly volumeA: Volume,
    readonly poseA: Float64Array,
    readonly volumeB: Volume,
    poseB: Float64Array,
  ) {
    this.a = solidOf(volumeA);
    this.b = solidOf(volumeB);
    inverseInto(poseA, this.relative);
    composeInto(this.relative, poseB, this.relative);
    inverseInto(this.relative, this.inverseRelative);
    const coordinates = [...poseA.subarray(0, 3), ...poseB.subarray(0, 3)].reduce((sum, x) => sum + Math.abs(x), 0);
    const rounding = 64 * Number.EPSILON * (coordinates + volumeA.radiusAboutOrigin + volumeB.radiusAboutOrigin);
    this.gap = relativeGap * Math.min(volumeA.radius, volumeB.radius) + rounding;
    const assemblies = [volumeA.assembly, volumeB.assembly].filter((assembly) => assembly !== null);
    this.hasTree = assemblies.length > 0 && assemblies.every((assembly) => assembly instanceof TriangleMesh);
  }

  /** Whether B, moved by `t`, comes within `margin` of A, or one of the two is inside the other. */
  meets(t: Vec3, margin: number): boolean {
    const { volumeA, volumeB, identityPose, start } = this;
    const moved = this.movedBy(t);
    if (partsCollide({ volume: volumeA, current: identityPose }, { volume: volumeB, current: moved }, margin, start))
      return true;
    // The surfaces do not meet, so each connected part of one is entirely inside or outside the other.
    return (
      isInside(this.a, this.b.shellPoints, moved) ||
      isInside(this.b, this.a.shellPoints, inverseInto(moved, this.movedInverse))
    );
  }

  /** The distance of the surfaces after B moved by `t`, and the normal from A to B; null unless `hasTree`. */
  distanceAfter(t: Vec3): { readonly distance: number; readonly normal: Vec3 } | null {
    if (!this.hasTree) return null;
    const { volumeA, volumeB, identityPose, start, result } = this;
    const a = { volume: volumeA, current: identityPose };
    const b = { volume: volumeB, current: this.movedBy(t) };
    return distanceByTree(a, b, Infinity, start, result) ? result : null;
  }

  /**
   * Pairs of parts with a common point before any translation. A mesh contributes only one triangle for each part of the other body: the deepest
   * triangle or, for two meshes, a triangle that touches the other mesh.
   */
  meetings(): Meeting[] {
    const found: Meeting[] = [];
    for (const a of convexOrMesh({ volume: this.volumeA, current: this.identityPose })) {
      for (const b of convexOrMesh({ volume: this.volumeB, current: this.relative })) {
        const meeting = meetingOf(a, b);
        if (meeting) found.push(meeting);
      }
    }
    return found;
  }

  /** The least length of a translation along a unit vector after which a plane perpendicular to it separates the solids. */
  separatingLength(direction: Vec3): number {
    const { a, b, relative } = this;
    const [x, y, z] = direction;
    const low =
      x * relative[0] + y * relative[1] + z * relative[2] - b.support(rotateBackInto(relative, scale(direction, -1)));
    return a.support(direction) - low;
  }

  /** For each point, in A's frame: the balls around it that are inside A and inside B, with outward directions in A's frame. */
  balls(points: Float64Array): { readonly inA: Balls; readonly inB: Balls } {
    const { relative } = this;
    const inB = this.b.balls(this.toB(points));
    const outward = new Float64Array(points.length);
    for (let k = 0; k < outward.length; k += 3) outward.set(rotateInto(relative, vectorAt(inB.outward, k)), k);
    return { inA: this.a.balls(points), inB: { radius: inB.radius, outward } };
  }

  /** Points of A's frame in B's. */
  toB(points: Float64Array): Float64Array {
    return transformed(this.inverseRelative, points);
  }

  /** Points of B's frame in A's. */
  fromB(points: Float64Array): Float64Array {
    return transformed(this.relative, points);
  }

  private movedBy(t: Vec3): Float64Array {
    const { moved, relative } = this;
    moved.set(relative);
    for (let axis = 0; axis < 3; axis++) moved[axis] += t[axis];
    return moved;
  }
}

/** A mesh, a convex body or a part of a compound. */
interface SolidMember extends Posed {
  /** The index of the part in its body. */
  readonly part: number;
}

function convexOrMesh({ volume, current }: Posed): SolidMember[] {
  const { assembly } = volume;
  if (!assembly || assembly instanceof TriangleMesh) return [{ volume, current, part: 0 }];
  return Array.from({ length: assembly.partCount }, (_, part) => {
    const { shape, pose } = partOf({ volume, current }, part);
    return { volume: { bounds: shape, assembly: null }, current: pose, part };
  });
}

/** The parts and a common point of two members; null if they do not meet. */
function meetingOf(a: SolidMember, b: SolidMember): Meeting | null {
  if (!a.volume.assembly && !b.volume.assembly) {
    const { distance, pointA } = signedDistance(a.volume.bounds, a.current, b.volume.bounds, b.current);
    return distance <= 0 ? { partA: a.part, partB: b.part, point: pointA } : null;
  }
  const result = createResult();
  const parts = distanceByTree(a, b, 0, new TreeStart(), result);
  if (!parts || !(result.distance <= 0)) return null;
  const [partA, partB] = parts;
  return {
    partA: a.volume.assembly ? partA : a.part,
    partB: b.volume.assembly ? partB : b.part,
    point: [...result.pointA],
  };
}

/**
 * Whether one of the points is inside a closed mesh. False for other bodies: the Boolean query already treats convex parts as solid, and an open mesh
 * has no inside.
 */
function isInside({ volume: { assembly } }: SolidBody, points: Float64Array, pose: Float64Array): boolean {
  if (!(assembly instanceof TriangleMesh) || !assembly.isClosed) return false;
  return assembly.signedDistanceBatch(transformed(pose, points)).inside.includes(1);
}

function transformed(pose: Float64Array, points: Float64Array): Float64Array {
  const out = new Float64Array(points.length);
  for (let k = 0; k < points.length; k += 3) {
    const [x, y, z] = rotateInto(pose, vectorAt(points, k));
    out[k] = x + pose[0];
    out[k + 1] = y + pose[1];
    out[k + 2] = z + pose[2];
  }
  return out;
}

export function vectorAt(numbers: ArrayLike<number>, at: number): Vec3 {
  return [numbers[at], numbers[at + 1], numbers[at + 2]];
}
