// A world as colored lines: shapes, contacts, joints and centers of mass.
import { checkNumber, checkOptions, wrongType } from '../../check/argument.ts';
import { edgesOf } from '../../draw/edges.ts';
import { trianglesOf } from '../../draw/triangulate.ts';
import type { ModelJoint } from '../../dynamics/model.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Body } from '../../scene/body.ts';
import type { Geometry } from '../../scene/geometry.ts';
import { relativeTolerance } from '../../shapes/tessellation.ts';
import type { BodyJoint } from '../body-joint.ts';
import { type ContactSet, isClosed } from '../contact-set.ts';
import type { Handle } from './handle.ts';
import { type Color, LineList } from './line-list.ts';
import { rotated } from './member-access.ts';
import { RigidBody } from './rigid-body.ts';
import type { World } from './world.ts';

/** Options of `world.debugLines`. */
export interface DebugLineOptions {
  /** The edges of all shapes. Default true. */
  readonly shapes?: boolean;
  /** The contacts of the last substep that are closed or have a normal force, except between sleeping bodies. Default true. */
  readonly contacts?: boolean;
  /** The axes of joints, and the segments between the anchors of joints between bodies; gears are not drawn. Default true. */
  readonly joints?: boolean;
  /** The axes of dynamic bodies and of robots' links, at their centers of mass. Default true. */
  readonly centersOfMass?: boolean;
  /** The length of axes, in meters; axes of joints have this length on both sides of the origin. Default 0.1. */
  readonly axisLength?: number;
  /** The length of the line of a normal force, in meters per newton. Default 0.01. */
  readonly forceScale?: number;
  /** Half the width of the square that represents a half-space, in meters. Default 10. */
  readonly extent?: number;
}

/**
 * Line segments with colors, in world coordinates.
 * @example
 * ```ts
 * const { positions, colors }: DebugLines = world.debugLines();
 * geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
 * geometry.setAttribute('color', new THREE.BufferAttribute(colors, 3));
 * ```
 */
export interface DebugLines {
  /** x y z of both ends: six numbers for each segment, in meters. */
  readonly positions: Float32Array;
  /** Red, green and blue at both ends, 0 to 1: six numbers for each segment. */
  readonly colors: Float32Array;
}

const staticColor: Color = [0.5, 0.5, 0.5];
const kinematicColor: Color = [0.2, 0.5, 1];
const dynamicColor: Color = [1, 0.6, 0.1];
const sleepingColor: Color = [0.4, 0.4, 0.6];
const sensorColor: Color = [0.2, 0.8, 0.3];
const contactColor: Color = [1, 0.1, 0.1];
const jointColor: Color = [0.8, 0.2, 0.9];
const axes: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const kindsWithAxis: readonly BodyJoint['kind'][] = ['hinge', 'slider', 'cylindrical'];
/** The half length of a contact's mark, relative to the length of axes. */
const markSize = 0.2;
/** The tolerance of the tessellation of curved shapes, as a fraction of their smallest half extent. */
const relativeError = 0.05;

const optionNames = ['shapes', 'contacts', 'joints', 'centersOfMass', 'axisLength', 'forceScale', 'extent'];
type Settings = Required<DebugLineOptions>;

function readOptions(options: DebugLineOptions): Settings {
  const where = 'World.debugLines';
  checkOptions(where, 'options', options, optionNames);
  const { shapes = true, contacts = true, joints = true, centersOfMass = true } = options;
  for (const [name, value] of Object.entries({ shapes, contacts, joints, centersOfMass }))
    if (typeof value !== 'boolean') throw wrongType(where, `options.${name}`, value, 'give true or false');
  const { axisLength = 0.1, forceScale = 0.01, extent = 10 } = options;
  for (const [name, value] of Object.entries({ axisLength, forceScale, extent }))
    checkNumber(where, `options.${name}`, value, 'give a number above 0', 0, true);
  return { shapes, contacts, joints, centersOfMass, axisLength, forceScale, extent };
}

export class DebugDrawing {
  private readonly lines = new LineList();
  /** The edges of shapes, in body coordinates. */
  private edges = new WeakMap<Geometry, Float64Array>();
  private extent = 0;

  draw(world: World, contacts: ContactSet, options: DebugLineOptions): DebugLines {
    const settings = readOptions(options);
    const { lines } = this;
    if (settings.extent !== this.extent) this.edges = new WeakMap();
    this.extent = settings.extent;
    lines.clear();
    if (settings.shapes)
      for (const body of world.scene.bodies) lines.addAt(body.current, this.edgesOf(body.shape), colorOf(world, body));
    for (const handle of world.contents) this.drawFrames(handle, settings);
    if (settings.joints) for (const { bodyJoint } of world.joints) this.drawBodyJoint(bodyJoint, settings.axisLength);
    if (settings.contacts) this.drawContacts(contacts, settings, world.timeStep / world.substeps);
    return { positions: lines.positions, colors: lines.colors };
  }

  private edgesOf(shape: Geometry): Float64Array {
    let cached = this.edges.get(shape);
    if (!cached) {
      cached = edgesOf(trianglesOf(shape, (curved) => relativeTolerance(curved, relativeError), this.extent));
      this.edges.set(shape, cached);
    }
    return cached;
  }

  /** Draws the axes of joints and of centers of mass. */
  private drawFrames({ moving }: Handle, { joints, centersOfMass, axisLength }: Settings): void {
    if (!moving || moving.member.isKinematic || !(joints || centersOfMass)) return;
    for (const { joint, pose, center } of moving.joints()) {
      const rotation = pose.subarray(3, 7);
      if (joints)
        for (const axis of axesOf(joint)) {
          this.lines.addFrom(pose, rotated(rotation, axis), axisLength, jointColor);
          this.lines.addFrom(pose, rotated(rotation, axis), -axisLength, jointColor);
        }
      if (centersOfMass) for (const axis of axes) this.lines.addFrom(center, rotated(rotation, axis), axisLength, axis);
    }
  }

  /** Draws the segment between the anchors, and the axis of kinds that have one. */
  private drawBodyJoint(bodyJoint: BodyJoint, axisLength: number): void {
    if (bodyJoint.kind === 'gear') return;
    bodyJoint.place();
    const { a, b, kind } = bodyJoint;
    const anchor = a.subarray(12, 15);
    this.lines.add(anchor, b.subarray(12, 15), jointColor);
    if (!kindsWithAxis.includes(kind)) return;
    for (const side of [1, -1]) this.lines.addFrom(anchor, [a[2], a[5], a[8]], side * axisLength, jointColor);
  }

  private drawContacts(contacts: ContactSet, { axisLength, forceScale }: Settings, timeStep: number): void {
    const { bodies, points, frames, impulses } = contacts;
    for (let k = 0; k < contacts.count; k++) {
      if (bodies[k].a.scene === null || bodies[k].b.scene === null) continue;
      const normal: Vec3 = [frames[9 * k + 6], frames[9 * k + 7], frames[9 * k + 8]];
      const impulse = normal[0] * impulses[3 * k] + normal[1] * impulses[3 * k + 1] + normal[2] * impulses[3 * k + 2];
      if (impulse === 0 && !isClosed(contacts, k)) continue;
      const point = points.subarray(3 * k, 3 * k + 3);
      for (const axis of axes)
        for (const side of [1, -1]) this.lines.addFrom(point, axis, side * markSize * axisLength, contactColor);
      this.lines.addFrom(point, normal, (forceScale * impulse) / timeStep, contactColor);
    }
  }
}

/** The axis of a joint; all three axes for a joint without an axis, such as a spherical one; none for a free joint. */
function axesOf({ axis, kind }: ModelJoint): readonly Vec3[] {
  if (axis) return [[axis[0], axis[1], axis[2]]];
  return kind === 'free-flyer' ? [] : axes;
}

function colorOf(world: World, body: Body): Color {
  if (world.surfaces.isSensor(body)) return sensorColor;
  if (body.static) return staticColor;
  const handle = world.handleOf(body);
  if (!handle) return staticColor;
  if (handle.isSleeping) return sleepingColor;
  return handle instanceof RigidBody && handle.type === 'kinematic' ? kinematicColor : dynamicColor;
}
