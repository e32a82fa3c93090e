// The solids of a cell: convex parts of links, of attached objects and of the scene's bodies, and whole meshes and height fields in the world.
import { outOfRange } from '../check/argument.ts';
import { rigidOf } from '../dynamics/rigid.ts';
import { compose, composeInto, type Pose, quaternionOfAxes, transformPoint } from '../math/pose.ts';
import type { Geometry } from '../scene/geometry.ts';
import { HeightField } from '../scene/nonconvex/height-field.ts';
import { TriangleMesh } from '../scene/nonconvex/triangle-mesh.ts';
import { partOf } from '../scene/part-pairs.ts';
import type { Assembly } from '../shapes/assembly.ts';
import { box } from '../shapes/box.ts';
import { Shape } from '../shapes/shape.ts';
import { Support } from './support.ts';

/** The largest number of parts of a geometry that is checked part by part. */
const maxParts = 2000;

/** A convex shape on the body of a joint or on the world, or a mesh or height field on the world. */
export class Solid {
  readonly support: Support;
  /** The center of a ball around the solid, in the frame of the body, and its radius: infinite for a half-space. */
  readonly center: Float64Array;
  readonly ballRadius: number;
  /** A box around it in the world: center, three unit axes, three half lengths; null for half-spaces and for solids that move. */
  readonly box: Float64Array | null;
  /** The pose in the world at the configuration that `poseStamp` identifies. */
  readonly worldPose: Float64Array;
  /** The `stamp` of the stance for which `worldPose` was computed; −1 for none. */
  poseStamp = -1;
  /** The rotation by rows and the position in the frame of the body: twelve numbers. */
  readonly rigid: Float64Array;

  constructor(
    /** The name of the link, attached object or body. */
    readonly name: string,
    /** The index of the part, 0 for a convex geometry. */
    readonly part: number,
    /** The joint that moves it; −1 for the world. */
    readonly joint: number,
    /** The convex shape; for an assembly, the box around it. */
    readonly shape: Shape,
    /** The pose of the shape in the frame of the body, as inside the model. */
    readonly pose: Pose,
    /** The pose of the shape in the frame of the joint of the model's description. */
    readonly placement: Pose,
    /** The mesh or height field, whose pose is `worldPose` and not `pose`; null for a convex shape. */
    readonly assembly: Assembly | null,
  ) {
    this.support = new Support(shape, pose);
    this.rigid = rigidOf(pose);
    this.worldPose = pose.slice();
    if (!shape.isBounded) {
      this.center = pose.slice(0, 3);
      this.ballRadius = Infinity;
      this.box = null;
      return;
    }
    const { center, radius } = shape.boundingSphere();
    this.center = Float64Array.from(transformPoint(pose, center));
    this.ballRadius = radius;
    this.box = joint < 0 ? boxOf(shape, pose) : null;
  }
}

/** The box along the axes of the shape, enlarged by the rounding errors of its support points. */
function boxOf(shape: Shape, pose: Pose): Float64Array {
  const { min, max } = shape.boundingBox();
  const middle = transformPoint(
    pose,
    [0, 1, 2].map((k) => (min[k] + max[k]) / 2),
  );
  const r = rigidOf(pose);
  const axes = [0, 1, 2].flatMap((k) => [r[k], r[3 + k], r[6 + k]]);
  return Float64Array.of(...middle, ...axes, ...[0, 1, 2].map((k) => ((max[k] - min[k]) / 2) * (1 + 1e-9)));
}

/** A rotation by rows and a position as a pose. */
export function poseOfRigid(r: Float64Array): Pose {
  const [x, y, z, w] = quaternionOfAxes([r[0], r[3], r[6]], [r[1], r[4], r[7]], [r[2], r[5], r[8]]);
  return compose({}, { position: r.subarray(9, 12), rotation: [x, y, z, w] });
}

/**
 * The solids of a geometry on a link, an attached object or a body of the scene. Compounds, and all assemblies that move, become one solid for each part; meshes and height fields
 * fixed to the world stay whole.
 * @param argument the name of the geometry in error messages
 * @param pose the pose in the frame of the body, as inside the model
 * @param placement the pose in the frame of the joint of the model's description
 */
export function solidsOf(
  where: string,
  argument: 'link' | 'body' | 'shape',
  name: string,
  joint: number,
  geometry: Geometry,
  pose: Pose,
  placement: Pose,
): Solid[] {
  if (joint >= 0 && !geometry.isBounded)
    throw outOfRange(
      where,
      argument,
      name,
      'give bounded shapes to a link that moves, or fix this link to the world: it has a half-space',
    );
  if (geometry instanceof Shape) return [new Solid(name, 0, joint, geometry, pose, placement, null)];
  const isSurface = geometry instanceof TriangleMesh || geometry instanceof HeightField;
  if (isSurface && joint < 0) return [surfaceOf(name, geometry, pose)];
  if (geometry.partCount > maxParts) {
    const remedy = `give convex shapes, or the parts of decompose(): its geometry has more than ${maxParts} parts`;
    throw outOfRange(where, argument, name, remedy);
  }
  return Array.from({ length: geometry.partCount }, (_, part) => {
    const partPose = geometry.partPose(part);
    const at = (outer: Pose): Pose => (partPose ? composeInto(outer, partPose, new Float64Array(7)) : outer);
    return new Solid(name, part, joint, geometry.part(part), at(pose), at(placement), null);
  });
}

function surfaceOf(name: string, assembly: Assembly, pose: Pose): Solid {
  const { min, max } = assembly.boundingBox();
  const half = (k: number): number => (max[k] - min[k]) / 2;
  const center = [0, 1, 2].map((k) => min[k] + half(k));
  const poseInAssembly = Float64Array.of(...center, 0, 0, 0, 1);
  const bounds = box(half(0), half(1), half(2));
  const boxPose = composeInto(pose, poseInAssembly, new Float64Array(7));
  const solid = new Solid(name, 0, -1, bounds, boxPose, boxPose, assembly);
  // Parts are placed relative to the assembly, whose origin is not the center of its box.
  solid.worldPose.set(pose);
  return solid;
}

/** A part of a mesh or height field that is fixed to the world. */
export function partSolid({ name, worldPose, assembly }: Solid, part: number): Solid {
  const { shape, pose } = partOf(
    { volume: { bounds: assembly?.part(part) as Shape, assembly }, current: worldPose },
    part,
  );
  const partPose = pose.slice();
  return new Solid(name, part, -1, shape, partPose, partPose, null);
}
