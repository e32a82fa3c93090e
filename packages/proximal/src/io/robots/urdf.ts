// The Unified Robot Description Format: links and joints in any order, collision geometry, inertia, limits, mimics.
import { wrongType } from '../../check/argument.ts';
import { ModelBuilder } from '../../dynamics/builder.ts';
import type { JointDescription, LinkDescription } from '../../dynamics/description.ts';
import type { JointKind } from '../../dynamics/joints/joint.ts';
import type { Model } from '../../dynamics/model.ts';
import { fromEuler, identity, type Pose } from '../../math/pose.ts';
import type { VectorLike } from '../../math/vec3.ts';
import { box } from '../../shapes/box.ts';
import { capsule } from '../../shapes/capsule.ts';
import { cylinder } from '../../shapes/cylinder.ts';
import type { Shape } from '../../shapes/shape.ts';
import { sphere } from '../../shapes/sphere.ts';
import type { FileData } from '../source.ts';
import { Attributes } from './attributes.ts';
import { RobotFiles, type RobotOptions, type RobotPath, type RobotText } from './files.ts';
import { type Srdf, withSrdf } from './srdf.ts';
import { rotateTensor } from './tensor.ts';
import { RobotWriter } from './writer.ts';
import { parseXml, type XmlElement } from './xml.ts';

/**
 * Options of `loadUrdf` and `readUrdf`.
 * @example
 * ```ts
 * const options: UrdfOptions = { root: 'free-flyer', packages: { my_robot: '../my_robot' } };
 * ```
 */
export interface UrdfOptions extends RobotOptions {
  /** Whether the root link is fixed to the world (the default) or moves freely. */
  readonly root?: 'fixed' | 'free-flyer';
  /** Whether mimic joints follow their leaders (the default) or are independent. */
  readonly mimic?: 'follow' | 'independent';
  /** Gravitational acceleration, in m/s²; `[0, 0, -9.81]` unless given. */
  readonly gravity?: VectorLike;
  /** The SRDF of the robot, from `loadSrdf` or `readSrdf`: its rules exclude pairs of links from collision or enable them. */
  readonly srdf?: Srdf;
}

const kinds: Readonly<Record<string, JointKind>> = {
  revolute: 'revolute',
  continuous: 'continuous',
  prismatic: 'prismatic',
  fixed: 'fixed',
  floating: 'free-flyer',
  planar: 'planar',
};

/** The attributes that are read, by element; all others are reported. */
const attributesRead: Readonly<Record<string, readonly string[]>> = {
  link: ['name'],
  joint: ['name', 'type'],
  collision: ['name'],
  origin: ['xyz', 'rpy'],
  mass: ['value'],
  inertia: ['ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz'],
  parent: ['link'],
  child: ['link'],
  axis: ['xyz'],
  limit: ['lower', 'upper', 'effort', 'velocity'],
  dynamics: ['damping', 'friction'],
  mimic: ['joint', 'multiplier', 'offset'],
  box: ['size'],
  sphere: ['radius'],
  cylinder: ['radius', 'length'],
  capsule: ['radius', 'length'],
  mesh: ['filename', 'scale'],
};

/**
 * Loads a robot from a URDF file. Ignored elements (visuals, transmissions, extensions) are listed in `model.notices`, with name
 * and line.
 * @param path a file path (in Node only), an address, or a `URL`
 * @throws {@link FileError} with file, line and element, if the file is broken or the robot is invalid
 * @example
 * ```ts
 * const model = await loadUrdf('robots/solo12.urdf', { root: 'free-flyer' });
 * ```
 */
export async function loadUrdf(path: RobotPath, options: UrdfOptions = {}): Promise<Model> {
  const where = 'loadUrdf';
  return readText(where, await RobotFiles.load(where, path, options, ownOptions), options);
}

/**
 * Reads a robot from the content of a URDF file. Its meshes are loaded: see `options.resolve`, and `options.name` for the base of
 * relative paths.
 * @param data the file's text or bytes
 * @throws {@link FileError} with file, line and element, if the file is broken or the robot is invalid
 * @example
 * ```ts
 * const model = await readUrdf('<robot name="door"><link name="frame"/></robot>', { name: 'door.urdf' });
 * ```
 */
export async function readUrdf(data: FileData, options: UrdfOptions = {}): Promise<Model> {
  const where = 'readUrdf';
  return readText(where, RobotFiles.read(where, data, options, ownOptions), options);
}

const ownOptions = ['root', 'mimic', 'gravity', 'srdf'];

async function readText(where: string, { files, text }: RobotText, options: UrdfOptions): Promise<Model> {
  const { root = 'fixed', mimic = 'follow', gravity, strict = false, srdf } = options;
  if (root !== 'fixed' && root !== 'free-flyer') {
    throw wrongType(where, 'options.root', root, "give 'fixed' or 'free-flyer', or leave it out");
  }
  if (mimic !== 'follow' && mimic !== 'independent') {
    throw wrongType(where, 'options.mimic', mimic, "give 'follow' or 'independent', or leave it out");
  }
  const robot = parseXml(text, files.file, files.limits);
  if (robot.name !== 'robot') throw new Attributes(robot).fail('this is not URDF: the root element must be <robot>');
  const name = robot.attributes.get('name') || 'robot';
  const builder = new ModelBuilder({ name, strict, ...(gravity === undefined ? {} : { gravity }) });
  const reader = new UrdfReader(new RobotWriter(builder, files, options), mimic === 'follow', root === 'free-flyer');
  await reader.read(robot);
  const model = reader.finish(robot);
  return srdf === undefined ? model : withSrdf(where, model, srdf);
}

class UrdfReader {
  private readonly links: string[] = [];
  private readonly children = new Set<string>();
  /** Whether a fixed joint of the link `world` was made a free one. */
  private isFreed = false;

  constructor(
    private readonly writer: RobotWriter,
    private readonly doesMimic: boolean,
    private readonly isFree: boolean,
  ) {}

  async read(robot: XmlElement): Promise<void> {
    for (const child of robot.children) {
      if (child.name === 'link') await this.readLink(child);
      else if (child.name === 'joint') this.readJoint(child);
      else if (child.name !== 'material') this.writer.ignore(child, 'is not read');
    }
  }

  finish(robot: XmlElement): Model {
    const roots = this.links.filter((link) => !this.children.has(link));
    if (roots.length > 1) {
      const some = roots.slice(0, 8).map((name) => JSON.stringify(name));
      const names = `${some.join(', ')}${roots.length > 8 ? ', …' : ''}`;
      throw this.writer
        .attributes(robot)
        .fail(
          `there are ${roots.length} links without a parent: ${names}; connect all but one of them to a parent by a joint`,
        );
    }
    if (this.isFree && roots.length === 1 && !this.isFreed) {
      const [child] = roots;
      if (child === 'world')
        throw this.writer
          .attributes(robot)
          .fail("its root link is the world, and no fixed joint connects the robot with it; use { root: 'fixed' }");
      this.writer.add(robot, (builder) => builder.joint('root_joint', { kind: 'free-flyer', parent: 'world', child }));
    }
    return this.writer.build(robot);
  }

  private async readLink(link: XmlElement): Promise<void> {
    const name = this.writer.attributes(link).needed('name');
    this.reportUnread(link);
    const inertials = link.children.filter((child) => child.name === 'inertial');
    if (inertials.length > 1) throw this.writer.attributes(inertials[1]).fail('a link must have only one <inertial>');
    const description = inertials.length === 1 ? this.readInertial(inertials[0]) : {};
    this.links.push(name);
    // By convention a root link named "world" is the world itself, and the robot is fixed to it.
    if (name === 'world' && inertials.length > 0) this.writer.ignore(inertials[0], 'of the world is not read');
    if (name !== 'world') this.writer.add(link, (builder) => builder.link(name, description));
    for (const child of link.children) {
      if (child.name === 'collision') await this.readCollision(name, child);
      else if (child.name === 'visual') this.writer.ignore(child, `of the link ${JSON.stringify(name)} is not read`);
      else if (child.name !== 'inertial') this.writer.ignore(child, 'is not read');
    }
  }

  private readInertial(inertial: XmlElement): LinkDescription {
    const parts = this.parts(inertial, ['origin', 'mass', 'inertia']);
    const mass = parts.get('mass')?.neededNumber('value') ?? 0;
    const inertia = parts.get('inertia');
    const [ixx, ixy, ixz, iyy, iyz, izz] = ['ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz'].map(
      (key) => inertia?.number(key) ?? 0,
    );
    const pose = poseOf(parts.get('origin'));
    return {
      mass,
      centerOfMass: pose.slice(0, 3),
      inertia: rotateTensor([ixx, ixy, ixz, ixy, iyy, iyz, ixz, iyz, izz], pose),
    };
  }

  private async readCollision(link: string, collision: XmlElement): Promise<void> {
    const parts = this.parts(collision, ['origin', 'geometry']);
    const geometry = collision.children.find((child) => child.name === 'geometry');
    const [first, second] = geometry?.children ?? [];
    if (!geometry || !first || second) throw this.writer.attributes(collision).fail('it needs one shape in <geometry>');
    const shape = await this.readShape(first);
    if (!shape) return;
    this.reportUnread(first);
    this.writer.withoutChildren(first);
    const name = collision.attributes.get('name');
    const pose = poseOf(parts.get('origin'));
    this.writer.add(collision, (builder) =>
      builder.geometry(link, { shape, pose, ...(name === undefined || name === '' ? {} : { name }) }),
    );
  }

  private async readShape(element: XmlElement): Promise<Shape | null> {
    const attributes = this.writer.attributes(element);
    const length = (name: string): number => {
      attributes.needed(name);
      return attributes.number(name, 0);
    };
    const make = (shape: () => Shape): Shape => this.writer.make(element, shape);
    switch (element.name) {
      case 'box': {
        attributes.needed('size');
        const [x, y, z] = attributes.vector('size', [0, 0, 0]);
        return make(() => box(x / 2, y / 2, z / 2));
      }
      case 'sphere':
        return make(() => sphere(length('radius')));
      case 'cylinder':
        return make(() => cylinder(length('radius'), length('length') / 2));
      case 'capsule':
        return make(() => capsule(length('radius'), length('length') / 2));
      case 'mesh': {
        const factors = attributes.vector('scale', [1, 1, 1]);
        return (await this.writer.mesh(element, attributes.needed('filename'), factors))?.hull ?? null;
      }
      default:
        this.writer.ignore(
          element,
          'is not a supported shape: box, sphere, cylinder, capsule and mesh are supported',
          'warning',
        );
        return null;
    }
  }

  private readJoint(joint: XmlElement): void {
    const attributes = this.writer.attributes(joint);
    const name = attributes.needed('name');
    const type = attributes.needed('type');
    if (!Object.hasOwn(kinds, type))
      throw attributes.fail(
        `the type ${JSON.stringify(type)} is unknown; known types are ${Object.keys(kinds).join(', ')}`,
      );
    const kind = kinds[type];
    const parts = this.parts(joint, ['origin', 'parent', 'child', 'axis', 'limit', 'dynamics', 'mimic']);
    const link = (role: string): string => {
      const part = parts.get(role);
      if (!part) throw attributes.fail(`<${role}> is missing`);
      return part.needed('link');
    };
    const child = link('child');
    const parent = link('parent');
    this.children.add(child);
    // If the robot is to move freely, a free joint replaces the fixed joint with which the file mounts it on the world.
    const isMount = this.isFree && parent === 'world' && kind === 'fixed' && !this.isFreed;
    if (isMount) this.isFreed = true;
    const description: JointDescription = {
      kind: isMount ? 'free-flyer' : kind,
      parent,
      child,
      placement: poseOf(parts.get('origin')),
      axis: parts.get('axis')?.vector('xyz', [1, 0, 0]) ?? [1, 0, 0],
      ...this.readLimit(parts.get('limit'), kind),
      ...this.readMimic(parts.get('mimic'), kind),
      damping: parts.get('dynamics')?.number('damping', 0) ?? 0,
      friction: parts.get('dynamics')?.number('friction', 0) ?? 0,
    };
    this.writer.add(joint, (builder) => builder.joint(name, description));
  }

  private readLimit(limit: Attributes | undefined, kind: JointKind): Partial<JointDescription> {
    if (!limit) return {};
    const [velocityLimit, effortLimit] = (['velocity', 'effort'] as const).map((name) => {
      const limitValue = limit.number(name);
      // Exporters write 0 for an unknown limit; with it, the joint could not move, or not be driven.
      if (limitValue === 0) this.writer.ignore(limit.element, `has the ${name} limit 0, which is treated as unlimited`);
      return limitValue === 0 ? undefined : limitValue;
    });
    const amounts = {
      ...(velocityLimit === undefined ? {} : { velocityLimit }),
      ...(effortLimit === undefined ? {} : { effortLimit }),
    };
    if (kind !== 'revolute' && kind !== 'prismatic') return amounts;
    return { ...amounts, lower: limit.number('lower', 0), upper: limit.number('upper', 0) };
  }

  private readMimic(mimic: Attributes | undefined, kind: JointKind): Partial<JointDescription> {
    if (!mimic) return {};
    if (kind === 'fixed') {
      this.writer.ignore(mimic.element, 'is ignored because the joint is fixed');
      return {};
    }
    if (!this.doesMimic) {
      this.writer.ignore(mimic.element, "is ignored because options.mimic is 'independent'");
      return {};
    }
    const ratio = mimic.number('multiplier', 1);
    return { mimic: { joint: mimic.needed('joint'), ratio, offset: mimic.number('offset', 0) } };
  }

  /** The children of an element by name, one of each; others are reported. */
  private parts(element: XmlElement, names: readonly string[]): Map<string, Attributes> {
    const parts = new Map<string, Attributes>();
    this.reportUnread(element);
    for (const child of element.children) {
      if (!names.includes(child.name)) this.writer.ignore(child, `in <${element.name}> is not read`);
      else if (parts.has(child.name))
        throw this.writer.attributes(child).fail(`<${element.name}> must have only one <${child.name}>`);
      else {
        parts.set(child.name, this.writer.attributes(child));
        this.reportUnread(child);
      }
    }
    return parts;
  }

  private reportUnread(element: XmlElement): void {
    const read = Object.hasOwn(attributesRead, element.name) ? attributesRead[element.name] : [];
    this.writer.without(
      element,
      [...element.attributes.keys()].filter((name) => !read.includes(name)),
    );
  }
}

/** The pose of an <origin>: x y z, and roll pitch yaw about fixed axes. */
function poseOf(origin: Attributes | undefined): Pose {
  if (!origin) return identity();
  const [roll, pitch, yaw] = origin.vector('rpy', [0, 0, 0]);
  return origin.attempt(() => fromEuler(roll, pitch, yaw, 'ZYX', origin.vector('xyz', [0, 0, 0])));
}
