// The tree of bodies of MJCF. A body may have several joints in sequence, at different positions. A joint that is not the last, or not at
// the body's origin, moves a massless link; these links form a chain that ends with the body.
import type { JointDescription, LinkDescription } from '../../dynamics/description.ts';
import { addInertias, type BodyInertia } from '../../dynamics/inertia.ts';
import type { JointKind } from '../../dynamics/joints/joint.ts';
import { compose, fromAxisAngle, identity, type Pose } from '../../math/pose.ts';
import { length, type Vec3 } from '../../math/vec3.ts';
import { type Attributes, errorAt } from './attributes.ts';
import type { AsymmetricForce } from './mjcf-actuators.ts';
import type { Compiler } from './mjcf-compiler.ts';
import type { Defaults } from './mjcf-defaults.ts';
import { type Geom, readGeom, reportGeom } from './mjcf-geoms.ts';
import { unknownOf } from './mjcf-known.ts';
import { MjcfLimits } from './mjcf-limits.ts';
import type { MeshAsset } from './mjcf-meshes.ts';
import { readMjcfPose } from './mjcf-pose.ts';
import { rotateTensor } from './tensor.ts';
import type { RobotWriter } from './writer.ts';
import type { XmlElement } from './xml.ts';

/** A body or site: its pose in a link, and in the world in the reference configuration. */
export interface LinkPose {
  readonly link: string;
  readonly pose: Pose;
  readonly worldPose: Pose;
}

/** The context of an element: its link, the pose of the <frame>s around it, the class for elements without one. */
interface ElementContext {
  readonly link: string;
  readonly frame: Pose;
  readonly childClass: string | undefined;
  /** The body's pose in the world, in the reference configuration. */
  readonly worldPose: Pose;
}

/** A child of a body, with the <frame>s around it resolved. */
interface Part extends ElementContext {
  readonly element: XmlElement;
}

const kinds: Readonly<Record<string, JointKind>> = {
  free: 'free-flyer',
  ball: 'spherical',
  slide: 'prismatic',
  hinge: 'revolute',
};
const handled = ['joint', 'freejoint', 'geom', 'inertial', 'body', 'site'];

export class BodyReader {
  /** The kinds of all joints by name. */
  readonly joints = new Map<string, JointKind>();
  /** The range of each joint that has one, in radians or meters. */
  readonly ranges = new Map<string, readonly [number, number]>();
  /** The joints whose range of actuator forces is not symmetric, by their names. */
  readonly asymmetric = new Map<string, AsymmetricForce>();
  /** The reference coordinate `ref` of each hinge and slide, in radians or meters. */
  readonly refs = new Map<string, number>();
  /** Time constant and damping ratio of joints whose springs are defined by them. */
  readonly springDampers = new Map<string, readonly [number, number]>();
  /** All bodies by name. */
  readonly bodies = new Map<string, LinkPose>([['world', { link: 'world', pose: identity(), worldPose: identity() }]]);
  readonly sites = new Map<string, LinkPose>();
  /** The names of all geoms in the model: those that collide by their masks or in a <pair>. */
  readonly geoms = new Set<string>();
  private count = 0;

  constructor(
    private readonly writer: RobotWriter,
    private readonly defaults: Defaults,
    private readonly compiler: Compiler,
    private readonly meshes: ReadonlyMap<string, MeshAsset>,
    /** The names of geoms in <pair>s. */
    private readonly paired: ReadonlySet<string>,
    /** The features that the flags of <option> disable. */
    private readonly disabled: ReadonlySet<string>,
  ) {}

  /** Reads the world and all of its bodies. Poses that overflow are reported as errors of the world or the body. */
  async readWorld(world: XmlElement): Promise<void> {
    try {
      await this.readPlacedWorld(world);
    } catch (error) {
      throw errorAt(world, error);
    }
  }

  private async readPlacedWorld(world: XmlElement): Promise<void> {
    const context = { link: 'world', frame: identity(), childClass: undefined, worldPose: identity() };
    const parts = this.partsOf(world, context);
    for (const { element } of parts) {
      if (!['joint', 'freejoint', 'inertial'].includes(element.name)) continue;
      throw this.writer.attributes(element).fail('the world has no joints and no inertia');
    }
    this.addContents(parts, await this.readGeoms(parts, false));
    for (const part of parts) if (part.element.name === 'body') await this.readBody(part);
  }

  /** The children of an element, including the children of its <frame>s. Other children are reported, or refused if they would change the motion. */
  private partsOf(element: XmlElement, context: ElementContext): Part[] {
    return element.children.flatMap((child): Part[] => {
      if (handled.includes(child.name)) return [{ ...context, element: child }];
      if (child.name !== 'frame') {
        const changesMotion = ['composite', 'flexcomp', 'attach', 'plugin'].includes(child.name);
        if (changesMotion) this.writer.refuse(child, `in <${element.name}> is not supported`);
        else this.writer.ignore(child, `in <${element.name}> is not read`);
        return [];
      }
      this.writer.without(child, unknownOf(child));
      const frame = compose(context.frame, readMjcfPose(this.writer.attributes(child), this.compiler));
      const childClass = child.attributes.get('childclass') ?? context.childClass;
      return this.partsOf(child, { ...context, frame, childClass });
    });
  }

  private attributes({ element, childClass }: Part): Attributes {
    return this.writer.attributes(element, this.defaults.of(element, childClass));
  }

  private async readBody(part: Part): Promise<void> {
    try {
      await this.readPlacedBody(part);
    } catch (error) {
      throw errorAt(part.element, error);
    }
  }

  private async readPlacedBody(part: Part): Promise<void> {
    const { element } = part;
    const own = this.writer.attributes(element);
    const name = element.attributes.get('name') || `body${this.count}`;
    this.count++;
    const placement = compose(part.frame, readMjcfPose(own, this.compiler));
    const worldPose = compose(part.worldPose, placement);
    const childClass = element.attributes.get('childclass') ?? part.childClass;
    const parts = this.partsOf(element, { link: name, frame: identity(), childClass, worldPose });
    if (own.text('mocap') === 'true')
      this.writer.ignore(element, 'is moved by the user (mocap); here it is fixed', 'warning');
    this.writer.without(element, unknownOf(element));
    this.bodies.set(name, { link: name, pose: identity(), worldPose });
    const geoms = await this.readGeoms(parts, true);
    this.writer.add(element, (builder) =>
      builder.link(name, { ...this.inertiaOf(parts, geoms), gravityCompensation: this.compensationOf(own) }),
    );
    this.addJoints(part, parts, name, placement, worldPose);
    this.addContents(parts, geoms);
    for (const child of parts) if (child.element.name === 'body') await this.readBody(child);
  }

  private async readGeoms(parts: readonly Part[], canMove: boolean): Promise<Map<Part, Geom>> {
    const geoms = new Map<Part, Geom>();
    const { inertiaFromGeom } = this.compiler;
    const hasInertial = parts.some(({ element }) => element.name === 'inertial');
    const givesMass = canMove && (inertiaFromGeom === 'auto' ? !hasInertial : inertiaFromGeom === 'true');
    for (const part of parts) {
      if (part.element.name !== 'geom') continue;
      const attributes = this.attributes(part);
      const geom = await readGeom(this.writer, attributes, this.compiler, this.meshes, givesMass);
      if (geom) reportGeom(this.writer, attributes, geom);
      if (geom) geoms.set(part, { ...geom, pose: compose(part.frame, geom.pose) });
    }
    return geoms;
  }

  /** The inertia from <inertial>, or from the geoms if there is none, unless <compiler> overrides this. */
  private inertiaOf(parts: readonly Part[], geoms: ReadonlyMap<Part, Geom>): LinkDescription {
    const { inertiaFromGeom } = this.compiler;
    const inertials = parts.filter(({ element }) => element.name === 'inertial');
    if (inertials.length > 1)
      throw this.writer.attributes(inertials[1].element).fail('a body must have only one <inertial>');
    if (inertials.length === 1 && inertiaFromGeom !== 'true') return this.readInertial(inertials[0]);
    if (inertiaFromGeom === 'false') return {};
    const found = [...geoms].flatMap(([{ frame }, geom]) => (geom.inertia ? [moved(geom.inertia, frame)] : []));
    if (found.length === 0) return {};
    const { mass, center, inertia } = addInertias(found);
    return { mass, centerOfMass: center, inertia };
  }

  private readInertial(part: Part): LinkDescription {
    const attributes = this.writer.attributes(part.element);
    this.writer.without(part.element, unknownOf(part.element));
    attributes.needed('mass');
    const mass = attributes.number('mass', 0);
    const pose = compose(part.frame, readMjcfPose(attributes, this.compiler));
    const full = attributes.numbers('fullinertia', 6);
    const [x, y, z] = attributes.vector('diaginertia', [0, 0, 0]);
    const tensor = full
      ? [full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5], full[2]]
      : [x, 0, 0, 0, y, 0, 0, 0, z];
    return { mass, centerOfMass: pose.slice(0, 3), inertia: rotateTensor(tensor, pose) };
  }

  private addJoints(body: Part, parts: readonly Part[], name: string, placement: Pose, worldPose: Pose): void {
    const joints = parts.filter(({ element }) => element.name === 'joint' || element.name === 'freejoint');
    let parent = body.link;
    let start = placement;
    joints.forEach((part, index) => {
      const attributes = this.attributes(part);
      const kind = kindOf(attributes);
      const jointName = attributes.text('name') || `${name}_joint${index}`;
      this.joints.set(jointName, kind);
      this.writer.withoutChildren(part.element);
      if (kind === 'free-flyer') {
        if (joints.length > 1 || parent !== 'world')
          throw attributes.fail('a free joint must be the only joint of its body, and its parent must be the world');
        this.addFreeJoint(attributes, jointName, name, worldPose);
        parent = name;
        return;
      }
      // The joint's position in the body; its link has the body's axes.
      const pose = compose(part.frame, { position: attributes.vector('pos', [0, 0, 0]) });
      const offset: Pose = Float64Array.of(pose[0], pose[1], pose[2], 0, 0, 0, 1);
      const isLast = index === joints.length - 1 && offset[0] === 0 && offset[1] === 0 && offset[2] === 0;
      const child = isLast ? name : `${name}/${jointName}`;
      if (child !== name) this.writer.add(part.element, (builder) => builder.link(child));
      this.addJoint(part, kind, jointName, { parent, child, placement: compose(start, offset) });
      parent = child;
      start = compose(identity(), { position: [-offset[0], -offset[1], -offset[2]] });
    });
    if (parent === name) return;
    this.writer.add(body.element, (builder) =>
      builder.joint(`${name}/fixed`, { kind: 'fixed', parent, child: name, placement: start }),
    );
  }

  private addFreeJoint(attributes: Attributes, name: string, child: string, worldPose: Pose): void {
    const { element } = attributes;
    const amounts = this.readAmounts(attributes);
    this.refuseSpring(attributes, 'free-flyer');
    this.writer.without(element, unknownOf(element));
    this.writer.add(element, (builder) =>
      builder.joint(name, { kind: 'free-flyer', parent: 'world', child, ...amounts }).reference(name, worldPose),
    );
  }

  /** A hinge, slide or ball. @param attachment its parent, child and placement at its reference value */
  private addJoint(
    part: Part,
    kind: JointKind,
    name: string,
    attachment: { readonly parent: string; readonly child: string; readonly placement: Pose },
  ): void {
    const attributes = this.attributes(part);
    const description = this.readJoint(part, attributes, kind, name);
    // As in MuJoCo, ball joints have no reference.
    const given = kind === 'spherical' ? 0 : attributes.number('ref', 0);
    const ref = given * (kind === 'revolute' ? this.compiler.unit : 1);
    const axis = description.axis as number[];
    const toZero = attributes.attempt(() => (ref === 0 ? identity() : backBy(kind, axis, ref)));
    this.writer.add(part.element, (builder) => {
      builder.joint(name, { ...description, ...attachment, placement: compose(attachment.placement, toZero) });
      if (ref !== 0) builder.reference(name, [ref]);
    });
    if (kind === 'spherical') return;
    this.refs.set(name, ref);
    const { lower, upper } = description;
    if (typeof lower === 'number' && typeof upper === 'number') this.ranges.set(name, [lower, upper]);
    const [timeConstant, ratio] = attributes.vector('springdamper', [0, 0]);
    if (timeConstant > 0 && ratio > 0) this.springDampers.set(name, [timeConstant, ratio]);
  }

  private readJoint(
    part: Part,
    attributes: Attributes,
    kind: JointKind,
    name: string,
  ): Omit<JointDescription, 'parent' | 'child'> {
    const unit = kind === 'revolute' ? this.compiler.unit : 1;
    const limits = new MjcfLimits(attributes, this.compiler.autolimits);
    const range = this.disabled.has('limit') ? null : limits.read('range', 'limited');
    const force = limits.read('actuatorfrcrange', 'actuatorfrclimited');
    const isBall = kind === 'spherical';
    if (force && force[0] !== -force[1])
      this.asymmetric.set(name, { element: part.element, range: force, actuators: 0 });
    this.writer.without(part.element, [...unknownOf(part.element), ...limits.unread]);
    if (isBall && range) this.writer.refuse(part.element, 'the range of a ball joint is not supported');
    if (isBall) this.refuseSpring(attributes, kind);
    const axis = attributes.vector('axis', [0, 0, 1]);
    const stiffness = isBall || this.disabled.has('spring') ? 0 : attributes.number('stiffness', 0);
    return {
      kind,
      axis: compose({ rotation: part.frame.subarray(3) }, { position: axis }).slice(0, 3),
      ...this.readAmounts(attributes),
      ...(stiffness > 0 ? { stiffness } : {}),
      ...(isBall ? {} : { springReference: attributes.number('springref', 0) * unit }),
      ...(force ? { effortLimit: Math.max(...force.map(Math.abs)) } : {}),
      ...(range && !isBall ? { lower: range[0] * unit, upper: range[1] * unit } : {}),
    };
  }

  /** The compensated fraction of a body's weight. */
  private compensationOf(body: Attributes): number {
    const share = this.disabled.has('gravity compensation') ? 0 : body.number('gravcomp', 0);
    if (share < 0) this.writer.refuse(body.element, `gravcomp="${share}" is not supported; give 0 or more`);
    return Math.max(share, 0);
  }

  /** Armature, damping and friction of a joint, the same for all its coordinates. */
  private readAmounts(attributes: Attributes): Pick<JointDescription, 'armature' | 'damping' | 'friction'> {
    const { disabled } = this;
    return {
      armature: attributes.number('armature', 0),
      damping: disabled.has('damper') ? 0 : attributes.number('damping', 0),
      friction: disabled.has('frictionloss') ? 0 : attributes.number('frictionloss', 0),
    };
  }

  /** Refuses springs of joints with several coordinates. */
  private refuseSpring(attributes: Attributes, kind: JointKind): void {
    const [timeConstant] = attributes.vector('springdamper', [0, 0]);
    if (attributes.number('stiffness', 0) === 0 && timeConstant === 0) return;
    this.writer.refuse(
      attributes.element,
      `a spring on a ${kind} joint is not supported; springs on hinge and slide joints are supported`,
    );
  }

  private addContents(parts: readonly Part[], geoms: ReadonlyMap<Part, Geom>): void {
    for (const part of parts) {
      const geom = geoms.get(part);
      if (geom) this.addGeom(part, geom);
      else if (part.element.name === 'site') this.addSite(part);
    }
  }

  private addGeom({ element, link }: Part, { inertia: _inertia, name, ...geom }: Geom): void {
    const isIdle = (geom.contype === 0 && geom.conaffinity === 0) || this.disabled.has('contact');
    if (isIdle && !this.paired.has(name ?? '')) {
      this.writer.ignore(element, 'collides with nothing and is left out, except for the mass it gives its body');
      return;
    }
    if (name) this.geoms.add(name);
    const description = { ...geom, ...(name ? { name } : {}) };
    this.writer.add(element, (builder) => builder.geometry(link, description));
  }

  private addSite(part: Part): void {
    const attributes = this.attributes(part);
    const name = attributes.text('name');
    if (name === undefined) {
      this.writer.ignore(part.element, 'has no name and is left out');
      return;
    }
    this.writer.without(part.element, unknownOf(part.element));
    this.writer.withoutChildren(part.element);
    const pose = compose(part.frame, readMjcfPose(attributes, this.compiler));
    this.sites.set(name, { link: part.link, pose, worldPose: compose(part.worldPose, pose) });
    this.writer.add(part.element, (builder) => builder.frame(name, part.link, pose));
  }
}

function kindOf(attributes: Attributes): JointKind {
  const type = attributes.element.name === 'freejoint' ? 'free' : (attributes.text('type') ?? 'hinge');
  if (Object.hasOwn(kinds, type)) return kinds[type];
  throw attributes.fail(
    `the type ${JSON.stringify(type)} is unknown; known types are ${Object.keys(kinds).join(', ')}`,
  );
}

/** The pose that moves a joint back by its reference value. */
function backBy(kind: JointKind, axis: readonly number[], ref: number): Pose {
  if (kind === 'revolute') return fromAxisAngle(axis, -ref);
  const size = length(axis as Vec3);
  return compose(identity(), { position: axis.map((x) => (-ref * x) / size) });
}

/** The inertia of a geom inside a <frame>, in the body's frame. */
function moved({ mass, center, inertia }: BodyInertia, frame: Pose): BodyInertia {
  const [x, y, z] = compose(frame, { position: center });
  return { mass, center: [x, y, z], inertia: rotateTensor(inertia, frame) };
}
