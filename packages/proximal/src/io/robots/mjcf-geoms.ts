// Geoms of MJCF: shapes with a pose, and their mass if the body has no <inertial>.
import type { BodyInertia } from '../../dynamics/inertia.ts';
import { compose, type Pose } from '../../math/pose.ts';
import { length, subtract, type Vec3 } from '../../math/vec3.ts';
import { box } from '../../shapes/box.ts';
import { capsule } from '../../shapes/capsule.ts';
import { cylinder } from '../../shapes/cylinder.ts';
import { ellipsoid } from '../../shapes/ellipsoid.ts';
import { halfspace } from '../../shapes/halfspace.ts';
import type { Shape } from '../../shapes/shape.ts';
import { sphere } from '../../shapes/sphere.ts';
import type { Attributes } from './attributes.ts';
import { type MeshMass, meshMass, surfaceOf } from './mesh-mass.ts';
import { mechanicalOf, reportUnread } from './mjcf-known.ts';
import { loadMeshOf, type MeshAsset } from './mjcf-meshes.ts';
import { type Angles, readMjcfPose, turnZ } from './mjcf-pose.ts';
import { rotateTensor } from './tensor.ts';
import type { RobotWriter } from './writer.ts';

/** A geom that was read. */
export interface Geom {
  readonly shape: Shape;
  readonly pose: Pose;
  readonly name: string | undefined;
  /** Both masks are 0 for a geom that is only visual. */
  readonly contype: number;
  readonly conaffinity: number;
  /** The coefficient of sliding friction. */
  readonly friction: number;
  readonly priority: number;
  /** Whether its contacts have no friction (condim 1). */
  readonly frictionless: boolean;
  /** In meters; 0 if condim is below 4. */
  readonly torsionalFriction: number;
  /** In meters; 0 unless condim is 6. */
  readonly rollingFriction: number;
  /** Its share of the body's inertia; null without mass. */
  readonly inertia: BodyInertia | null;
}

/** The number of entries of `size` that each kind needs; with `fromto`, one is enough. */
const sizes: Readonly<Record<string, number>> = { sphere: 1, capsule: 2, ellipsoid: 3, cylinder: 2, box: 3 };

/** @param givesMass whether the geom's mass counts; used only for meshes, which then must have a volume, or an area if a shell */
export async function readGeom(
  writer: RobotWriter,
  attributes: Attributes,
  angles: Angles,
  meshes: ReadonlyMap<string, MeshAsset>,
  givesMass: boolean,
): Promise<Geom | null> {
  const type = attributes.text('type') ?? 'sphere';
  const properties = {
    name: attributes.text('name'),
    contype: maskOf(attributes, 'contype'),
    conaffinity: maskOf(attributes, 'conaffinity'),
    ...frictionsOf(attributes),
    priority: attributes.number('priority', 0),
  };
  if (type === 'mesh') return readMeshGeom(writer, attributes, angles, meshes, givesMass, properties);
  if (type === 'plane')
    return { shape: halfspace(), pose: readMjcfPose(attributes, angles), ...properties, inertia: null };
  if (!Object.hasOwn(sizes, type)) {
    const remedy = type === 'hfield' ? '; add a height field to the scene of the simulator instead' : '';
    writer.refuse(
      attributes.element,
      `type="${type}" is not supported; the supported types are plane, mesh, ${Object.keys(sizes).join(', ')}${remedy}`,
    );
    return null;
  }
  if (attributes.has('mesh')) {
    writer.refuse(attributes.element, `a ${type} that is fitted to a mesh is not supported: give its size and pose`);
    return null;
  }
  const { shape, pose } = readPrimitive(writer, attributes, angles, type);
  const { volume, centerOfMass, inertia } = shape.massProperties();
  const solid = { amount: volume, center: centerOfMass, inertia };
  return { shape, pose, ...properties, inertia: inertiaOf(attributes, solid, pose) };
}

function maskOf(attributes: Attributes, name: string): number {
  const mask = attributes.number(name, 1);
  if (Number.isInteger(mask) && mask >= -(2 ** 31) && mask < 2 ** 32) return mask;
  throw attributes.fail(`${name}="${mask}" is not the bits of a 32-bit number; give an integer from -2^31 to 2^32 - 1`);
}

/** Sliding, torsional and rolling friction: three numbers, of which `condim` says how many apply. The defaults are MuJoCo's. */
function frictionsOf(
  attributes: Attributes,
): Pick<Geom, 'friction' | 'frictionless' | 'torsionalFriction' | 'rollingFriction'> {
  const [friction = 1, torsional = 0.005, rolling = 0.0001] = attributes.numbers('friction', 1, 3) ?? [];
  if (!(Math.min(friction, torsional, rolling) >= 0)) throw attributes.fail('the friction is negative');
  const condim = attributes.number('condim', 3);
  return {
    friction,
    frictionless: condim === 1,
    torsionalFriction: condim >= 4 ? torsional : 0,
    rollingFriction: condim === 6 ? rolling : 0,
  };
}

/** Reports attributes of a geom that are not read; for a geom that collides with nothing, only if one of them affects its mass. */
export function reportGeom(writer: RobotWriter, attributes: Attributes, { contype, conaffinity }: Geom): void {
  if (contype !== 0 || conaffinity !== 0 || mechanicalOf(attributes).length > 0) reportUnread(writer, attributes);
  else writer.withoutChildren(attributes.element);
}

async function readMeshGeom(
  writer: RobotWriter,
  attributes: Attributes,
  angles: Angles,
  meshes: ReadonlyMap<string, MeshAsset>,
  givesMass: boolean,
  properties: Omit<Geom, 'shape' | 'pose' | 'inertia'>,
): Promise<Geom | null> {
  const asset = meshes.get(attributes.needed('mesh'));
  if (!asset) throw attributes.fail(`there is no <mesh name=${JSON.stringify(attributes.text('mesh'))}> in <asset>`);
  const hasMass = givesMass && attributes.number('mass', attributes.number('density', 1000)) > 0;
  const mesh = await loadMeshOf(writer, attributes, asset, hasMass);
  if (!mesh) return null;
  const { hull, surface } = mesh;
  const pose = readMjcfPose(attributes, angles);
  if (!hasMass) return { shape: hull, pose, ...properties, inertia: null };
  const isHull = asset.inertia === 'convex' || surface.triangles.length === 0;
  asset.made.mass ??= meshMass(
    isHull ? surfaceOf(hull) : surface,
    asset.inertia === 'convex' ? 'exact' : asset.inertia,
  );
  const { mass } = asset.made;
  if (!(mass.amount > 0))
    throw asset.attributes.fail(
      `the volume of the mesh is ${mass.amount}; close it, turn its faces outward, or give inertia="shell" or "convex"`,
    );
  return { shape: hull, pose, ...properties, inertia: inertiaOf(attributes, mass, pose) };
}

/** A primitive by its size and pose, or by the two ends of its axis and its radius (half its width). */
function readPrimitive(
  writer: RobotWriter,
  attributes: Attributes,
  angles: Angles,
  type: string,
): { shape: Shape; pose: Pose } {
  const ends = attributes.numbers('fromto', 6);
  const size = attributes.numbers('size', 1, 3);
  const needed = ends ? 1 : sizes[type];
  if (ends && type === 'sphere') throw attributes.fail('a sphere has no fromto; give pos, or another type');
  if (ends && attributes.has('pos')) throw attributes.fail('it has both pos and fromto; leave one of them out');
  if (!size || size.length < needed) {
    throw attributes.fail(`a ${type} needs ${needed} number${needed === 1 ? '' : 's'} in size`);
  }
  let pose: Pose;
  let [a, b, c] = size;
  if (ends) {
    const [from, to] = [ends.slice(0, 3) as Vec3, ends.slice(3) as Vec3];
    // As in MuJoCo, z points to the first end, which decides the roll of a box.
    const axis = subtract(from, to);
    pose = turnZ(attributes, axis);
    pose.set(from.map((x, k) => (x + to[k]) / 2));
    const half = length(axis) / 2;
    [b, c] = type === 'capsule' || type === 'cylinder' ? [half, 0] : [a, half];
  } else pose = readMjcfPose(attributes, angles);
  const makers: Record<string, () => Shape> = {
    sphere: () => sphere(a),
    capsule: () => capsule(a, b),
    cylinder: () => cylinder(a, b),
    ellipsoid: () => ellipsoid(a, b, c),
    box: () => box(a, b, c),
  };
  return { shape: writer.make(attributes.element, makers[type]), pose };
}

/** The inertia of a geom by its mass, or its density: 1000 kg/m³ unless given. */
function inertiaOf(attributes: Attributes, { amount, center, inertia }: MeshMass, pose: Pose): BodyInertia | null {
  const mass = attributes.number('mass');
  if (mass === 0 || !(amount > 0)) return null;
  const density = mass === undefined ? attributes.number('density', 1000) : mass / amount;
  if (!(density >= 0)) throw attributes.fail('its mass or density is negative');
  if (density === 0) return null;
  const [x, y, z] = compose(pose, { position: center });
  const tensor = inertia.map((value) => density * value);
  return { mass: density * amount, center: [x, y, z], inertia: rotateTensor(tensor, pose) };
}
