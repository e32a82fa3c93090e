// The bodies of a penetration query as sets of points: convex shapes, compounds and triangle meshes.
import { identity } from '../../math/pose.ts';
import { dot, type Vec3 } from '../../math/vec3.ts';
import { signedDistance } from '../../proximity/penetration.ts';
import { shellsOf } from '../../scene/decompose/shells.ts';
import type { Compound } from '../../scene/nonconvex/compound.ts';
import { createPointDistanceBatch } from '../../scene/nonconvex/point-distance.ts';
import { TriangleMesh } from '../../scene/nonconvex/triangle-mesh.ts';
import { convex } from '../../shapes/convex.ts';
import { point } from '../../shapes/point.ts';
import type { Shape } from '../../shapes/shape.ts';
import { rotateBackInto, rotateInto } from '../axis.ts';
import type { Volume } from '../volume.ts';

/** The search starts from a hull of a mesh with at most this many vertices. */
const maxHullVertices = 128;
/** The largest number of points of a surface that the search for a deep point tries. */
const maxSamples = 160;

/** Balls inside a solid. */
export interface Balls {
  /** A proven lower bound of the largest radius of a ball around each point, in meters; not positive outside. */
  readonly radius: Float64Array;
  /** A unit vector out of the solid for each point: three numbers. */
  readonly outward: Float64Array;
}

/** A geometry as a set of points, in body coordinates. */
export interface SolidBody {
  readonly volume: Volume;
  /** One point of each convex part, or of each connected part of a mesh, three numbers each. */
  readonly shellPoints: Float64Array;
  /** Points of the surface, three numbers each. */
  readonly samples: Float64Array;
  /** The convex hull, or for large meshes the hull of some of its vertices. */
  readonly hull: Shape;
  /** The largest height of a point along a direction. */
  support(direction: Vec3): number;
  /** Balls around points, three numbers each. */
  balls(points: Float64Array): Balls;
}

const solidOfVolume = /* @__PURE__ */ new WeakMap<Volume, SolidBody>();

/** A bounded convex shape, a compound or a mesh as a solid. */
export function solidOf(volume: Volume): SolidBody {
  let solid = solidOfVolume.get(volume);
  if (!solid) {
    const { assembly, bounds } = volume;
    if (assembly instanceof TriangleMesh) solid = new MeshPoints(volume, assembly);
    else
      solid = new Parts(volume, assembly ? placedParts(assembly as Compound) : [{ shape: bounds, pose: identity() }]);
    solidOfVolume.set(volume, solid);
  }
  return solid;
}

interface PlacedPart {
  readonly shape: Shape;
  readonly pose: Float64Array;
}

function placedParts(assembly: Compound): PlacedPart[] {
  return Array.from({ length: assembly.partCount }, (_, k) => ({
    shape: assembly.part(k),
    pose: assembly.partPose(k) ?? identity(),
  }));
}

/** A convex shape, or the union of the parts of a compound. */
class Parts implements SolidBody {
  readonly shellPoints: Float64Array;
  readonly samples: Float64Array;
  readonly hull: Shape;
  private readonly probePose = identity();

  constructor(
    readonly volume: Volume,
    private readonly parts: readonly PlacedPart[],
  ) {
    const all: number[] = [];
    const axes = [0, 1, 2].flatMap((axis) => [1, -1].map((sign) => [0, 1, 2].map((k) => (k === axis ? sign : 0))));
    for (const part of parts) for (const axis of axes) all.push(...placedSupport(part, axis as Vec3));
    this.samples = Float64Array.from(all);
    // The first support point of each part.
    this.shellPoints = new Float64Array(3 * parts.length).map((_, k) => all[18 * Math.floor(k / 3) + (k % 3)]);
    this.hull = parts.length === 1 ? volume.bounds : convex(all);
  }

  support(direction: Vec3): number {
    return Math.max(...this.parts.map((part) => dot(direction, placedSupport(part, direction))));
  }

  balls(points: Float64Array): Balls {
    const count = points.length / 3;
    const [radius, outward] = [new Float64Array(count).fill(-Infinity), new Float64Array(points.length)];
    const probe = point();
    for (let k = 0; k < count; k++) {
      for (let axis = 0; axis < 3; axis++) this.probePose[axis] = points[3 * k + axis];
      for (const { shape, pose } of this.parts) {
        const { upper, normal } = signedDistance(probe, this.probePose, shape, pose);
        if (!(-upper > radius[k])) continue;
        radius[k] = -upper;
        // The normal is the direction in which the shape would leave the point; the point leaves in the opposite direction.
        for (let axis = 0; axis < 3; axis++) outward[3 * k + axis] = -normal[axis];
      }
    }
    return { radius, outward };
  }
}

/** The support point of a placed shape. */
function placedSupport({ shape, pose }: PlacedPart, direction: Vec3): Vec3 {
  const [x, y, z] = rotateInto(pose, shape.support(rotateBackInto(pose, direction)));
  return [x + pose[0], y + pose[1], z + pose[2]];
}

/** A triangle mesh: the points inside and on a closed mesh, or the triangles of an open mesh. */
class MeshPoints implements SolidBody {
  readonly shellPoints: Float64Array;
  readonly samples: Float64Array;
  readonly hull: Shape;
  private readonly vertices: Float64Array;

  constructor(
    readonly volume: Volume,
    private readonly mesh: TriangleMesh,
  ) {
    const count = mesh.partCount;
    const faces = new Uint32Array(3 * count);
    const coordinates: number[] = [];
    const indexOfCorner = new Map<number, number>();
    for (let k = 0; k < count; k++) {
      const corners = mesh.corners(k);
      for (let n = 0; n < 3; n++) {
        const corner = mesh.cornerNumber(k, n);
        let index = indexOfCorner.get(corner);
        if (index === undefined) {
          index = coordinates.push(...corners[n]) / 3 - 1;
          indexOfCorner.set(corner, index);
        }
        faces[3 * k + n] = index;
      }
    }
    this.vertices = Float64Array.from(coordinates);
    const shells = shellsOf(faces, this.vertices);
    this.shellPoints = Float64Array.from(shells.flatMap(({ triangles }) => mesh.corners(triangles[0])[0]));
    const step = Math.max(1, Math.ceil(this.vertices.length / 3 / maxSamples));
    this.samples = this.vertices.filter((_, k) => Math.floor(k / 3) % step === 0);
    this.hull = convex(this.vertices, { maxVertices: maxHullVertices });
  }

  support([x, y, z]: Vec3): number {
    const { vertices } = this;
    let largest = -Infinity;
    for (let k = 0; k < vertices.length; k += 3)
      largest = Math.max(largest, x * vertices[k] + y * vertices[k + 1] + z * vertices[k + 2]);
    return largest;
  }

  balls(points: Float64Array): Balls {
    const found = this.mesh.signedDistanceBatch(points, createPointDistanceBatch(points.length / 3));
    return { radius: found.upper.map((upper) => -upper), outward: found.gradient };
  }
}
