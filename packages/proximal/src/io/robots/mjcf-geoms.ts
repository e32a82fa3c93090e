// Geoms of MJCF: shapes with a pose, and the mass that they bring where a body has no <inertial>.
import type { BodyInertia } from '../../dynamics/inertia.ts';
import { compose, type Pose } from '../../math/pose.ts';
import { length, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { box } from '../../shapes/box.ts';
import { capsule } from '../../shapes/capsule.ts';
import { convex } from '../../shapes/convex.ts';
import { cylinder } from '../../shapes/cylinder.ts';
import { ellipsoid } from '../../shapes/ellipsoid.ts';
import { halfspace } from '../../shapes/halfspace.ts';
import type { Shape } from '../../shapes/shape.ts';
import { sphere } from '../../shapes/sphere.ts';
import type { Attributes } from './attributes.ts';
import { unknownOf } from './mjcf-known.ts';
import { type Angles, readMjcfPose, turnZ } from './mjcf-pose.ts';
import { rotateTensor } from './tensor.ts';
import type { RobotWriter } from './writer.ts';

/** A mesh of the <asset> section. */
export interface MeshAsset {
  readonly attributes: Attributes;
  readonly file: string | undefined;
}

/** A geom that was read. */
export interface Geom {
  readonly shape: Shape;
  readonly pose: Pose;
  readonly name: string | undefined;
  /** Both are 0 for what is only drawn. */
  readonly contype: number;
  readonly conaffinity: number;
  /** What it adds to its body; null for what has no mass. */
  readonly inertia: BodyInertia | null;
}

/** Numbers that each kind needs in size; with fromto, capsules and their kin need the radius only. */
const sizes: Readonly<Record<string, number>> = { sphere: 1, capsule: 2, ellipsoid: 3, cylinder: 2, box: 3 };

export async function readGeom(
  writer: RobotWriter,
  attributes: Attributes,
  angles: Angles,
  meshes: ReadonlyMap<string, MeshAsset>,
  givesMass: boolean,
): Promise<Geom | null> {
  const { element } = attributes;
  const type = attributes.text('type') ?? 'sphere';
  const masks = { contype: maskOf(attributes, 'contype'), conaffinity: maskOf(attributes, 'conaffinity') };
  const name = attributes.text('name');
  if (type === 'mesh' || (attributes.has('mesh') && sizes[type] === undefined)) {
    const hasMass = givesMass && attributes.number('mass', attributes.number('density', 1000)) > 0;
    const shape = await meshOf(writer, attributes, meshes, hasMass);
    const pose = readMjcfPose(attributes, angles);
    return shape && { shape, pose, name, ...masks, inertia: inertiaOf(attributes, shape, pose) };
  }
  if (type === 'plane')
    return { shape: halfspace(), pose: readMjcfPose(attributes, angles), name, ...masks, inertia: null };
  if (sizes[type] === undefined) {
    writer.ignore(element, `of type ${type} is not read: it is no convex shape`, 'warning');
    return null;
  }
  const { shape, pose } = readPrimitive(writer, attributes, angles, type);
  return { shape, pose, name, ...masks, inertia: inertiaOf(attributes, shape, pose) };
}

function maskOf(attributes: Attributes, name: string): number {
  const mask = attributes.number(name, 1);
  if (Number.isInteger(mask) && mask >= -(2 ** 31) && mask < 2 ** 32) return mask;
  throw attributes.fail(`${name}="${mask}" is not the bits of a 32-bit number; give an integer`);
}

/** What of a geom is not read. */
export function unreadOf(attributes: Attributes, { contype, conaffinity }: Geom): string[] {
  const names = unknownOf(attributes.element);
  // What is left out has no contacts and no colour.
  return contype === 0 && conaffinity === 0 ? names.filter((name) => name === 'shellinertia') : names;
}

async function meshOf(
  writer: RobotWriter,
  attributes: Attributes,
  meshes: ReadonlyMap<string, MeshAsset>,
  hasMass: boolean,
): Promise<Shape | null> {
  const asset = meshes.get(attributes.needed('mesh'));
  if (!asset) throw attributes.fail(`there is no <mesh name=${JSON.stringify(attributes.text('mesh'))}> in <asset>`);
  const factors = asset.attributes.vector('scale', [1, 1, 1]);
  const vertex = asset.attributes.numbers('vertex', 12, 3_000_000);
  if (vertex) return writer.make(attributes.element, () => convex(vertex.map((x, k) => x * factors[k % 3])));
  if (asset.file === undefined) throw asset.attributes.fail('it has neither a file nor vertices');
  return writer.mesh(attributes.element, asset.file, factors, hasMass);
}

/** A primitive by its size and pose, or by the two ends of its axis. */
function readPrimitive(
  writer: RobotWriter,
  attributes: Attributes,
  angles: Angles,
  type: string,
): { shape: Shape; pose: Pose } {
  const ends = type === 'sphere' ? undefined : attributes.numbers('fromto', 6);
  const size = attributes.numbers('size', 1, 3);
  if (!size || size.length < (ends ? (type === 'capsule' || type === 'cylinder' ? 1 : 2) : sizes[type])) {
    throw attributes.fail(`a ${type} needs ${sizes[type]} number${sizes[type] === 1 ? '' : 's'} in size`);
  }
  let pose: Pose;
  let [a, b, c] = size;
  if (ends) {
    const [from, to] = [ends.slice(0, 3) as Vec3, ends.slice(3) as Vec3];
    const axis = subtract(to, from);
    pose = turnZ(attributes, axis);
    pose.set(from.map((x, k) => (x + to[k]) / 2));
    if (type === 'capsule' || type === 'cylinder') b = length(axis) / 2;
    else c = length(axis) / 2;
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
function inertiaOf(attributes: Attributes, shape: Shape, pose: Pose): BodyInertia | null {
  const mass = attributes.number('mass');
  if (mass === 0) return null;
  const { volume, centerOfMass, inertia } = shape.massProperties();
  if (!(volume > 0)) return null;
  const density = mass === undefined ? attributes.number('density', 1000) : mass / volume;
  if (!(density >= 0)) throw attributes.fail('mass and density are not negative');
  if (density === 0) return null;
  const center = compose(pose, { position: centerOfMass }).slice(0, 3);
  return {
    mass: density * volume,
    center: [center[0], center[1], center[2]],
    inertia: rotateTensor(scaleAll(inertia, density), pose),
  };
}

function scaleAll(list: readonly number[], factor: number): number[] {
  return [0, 3, 6].flatMap((k) => scale([list[k], list[k + 1], list[k + 2]], factor));
}
