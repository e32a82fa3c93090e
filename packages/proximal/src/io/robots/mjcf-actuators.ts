// Actuators of MJCF: motors, position and velocity servos on joints, and <general> actuators whose force is affine in control, position
// and velocity.
import type { Actuator } from '../../dynamics/description.ts';
import type { JointKind } from '../../dynamics/joints/joint.ts';
import type { Attributes } from './attributes.ts';
import type { Compiler } from './mjcf-compiler.ts';
import type { Defaults } from './mjcf-defaults.ts';
import { mechanicalOf, reportUnread } from './mjcf-known.ts';
import { MjcfLimits } from './mjcf-limits.ts';
import type { Preliminary } from './mjcf-preliminary.ts';
import type { RobotWriter } from './writer.ts';
import type { XmlElement } from './xml.ts';

/** A joint whose range of actuator forces is not symmetric. */
export interface AsymmetricForce {
  readonly element: XmlElement;
  readonly range: readonly [number, number];
  /** The number of its actuators. */
  actuators: number;
}

/** The joints that actuators refer to. */
export interface Actuated {
  readonly joints: ReadonlyMap<string, JointKind>;
  /** Ranges of joints, for `inheritrange`. */
  readonly ranges: ReadonlyMap<string, readonly [number, number]>;
  readonly asymmetric: ReadonlyMap<string, AsymmetricForce>;
}

type ActuatorLaw = Pick<Actuator, 'kind' | 'kp' | 'kv' | 'gain' | 'bias'>;

export function readActuators(
  writer: RobotWriter,
  defaults: Defaults,
  section: XmlElement,
  { joints, ranges, asymmetric }: Actuated,
  { autolimits }: Compiler,
  preliminary: Preliminary,
  clampsControls: boolean,
): void {
  section.children.forEach((element, index) => {
    const attributes = writer.attributes(element, defaults.of(element, undefined));
    const refused = mechanicalOf(attributes);
    const law = refused.length > 0 ? null : lawOf(attributes);
    const joint = attributes.text('joint');
    if (!law || joint === undefined) {
      const why = refused.length > 0 ? `${refused.join(' and ')} is not supported` : 'it is not supported';
      writer.refuse(
        element,
        `${why}; motors and servos on joints are supported, with a force that is affine in control, position and velocity`,
      );
      return;
    }
    const kind = joints.get(joint);
    if (kind === undefined) throw attributes.fail(`there is no joint ${JSON.stringify(joint)}`);
    if (kind !== 'revolute' && kind !== 'prismatic') {
      writer.refuse(
        element,
        `its joint ${JSON.stringify(joint)} is ${kind}; actuators on hinge and slide joints are supported`,
      );
      return;
    }
    const limits = new MjcfLimits(attributes, autolimits);
    const gear = attributes.numbers('gear', 1, 6)?.[0] ?? 1;
    const controlRange = limits.read('ctrlrange', 'ctrllimited') ?? inherited(attributes, ranges.get(joint));
    const actuator: Actuator = {
      name: attributes.text('name') ?? `actuator${index}`,
      joint,
      ...withDampingRatio(attributes, law, () => preliminary.inertiaOf(joint) / gear ** 2),
      gear,
      controlRange: clampsControls ? controlRange : null,
      forceRange: clampedRange(limits.read('forcerange', 'forcelimited'), asymmetric.get(joint), gear),
    };
    writer.without(element, limits.unread);
    reportUnread(writer, attributes);
    writer.add(element, (builder) => builder.actuator(actuator));
  });
}

/** The force range of an actuator; reduced, if the joint has an asymmetric range, so that the torque on the joint is within that range. */
function clampedRange(
  range: readonly [number, number] | null,
  joint: AsymmetricForce | undefined,
  gear: number,
): readonly [number, number] | null {
  if (!joint) return range;
  joint.actuators++;
  if (gear === 0) return range;
  const [lowest, highest] = joint.range.map((torque) => torque / gear).sort((a, b) => a - b);
  const [low, high] = range ?? [lowest, highest];
  const clamp = (force: number): number => Math.min(highest, Math.max(lowest, force));
  return [clamp(low), clamp(high)];
}

/** Refuses the asymmetric ranges of actuator forces of joints that do not have exactly one actuator. */
export function refuseAsymmetric(writer: RobotWriter, joints: Iterable<AsymmetricForce>): void {
  for (const { element, range, actuators } of joints)
    if (actuators !== 1)
      writer.refuse(
        element,
        `actuatorfrcrange="${range.join(' ')}" is not supported; ranges from −x to x, and of joints with one actuator, are supported`,
      );
}

/** The affine law of an actuator's force; null if its law is of another kind. */
function lawOf(attributes: Attributes): ActuatorLaw | null {
  switch (attributes.element.name) {
    case 'motor':
      return { kind: 'motor', kp: 0, kv: 0 };
    case 'position':
      return { kind: 'position', kp: attributes.number('kp', 1), kv: attributes.number('kv', 0) };
    case 'velocity':
      return { kind: 'velocity', kp: 0, kv: attributes.number('kv', 1) };
    case 'general': {
      const [gain = 1] = attributes.numbers('gainprm', 1, 10) ?? [];
      const [constant = 0, byPosition = 0, byVelocity = 0] = attributes.numbers('biasprm', 1, 10) ?? [];
      const bias = attributes.text('biastype') ?? 'none';
      if ((attributes.text('gaintype') ?? 'fixed') !== 'fixed' || (bias !== 'none' && bias !== 'affine')) return null;
      if (bias === 'none') return { kind: 'affine', kp: 0, kv: 0, gain, bias: [0, 0, 0] };
      const isServo = constant === 0 && byPosition === -gain && byVelocity <= 0;
      if (isServo) return { kind: 'position', kp: gain, kv: byVelocity === 0 ? 0 : -byVelocity };
      return { kind: 'affine', kp: 0, kv: 0, gain, bias: [constant, byPosition, byVelocity] };
    }
    default:
      return null;
  }
}

/**
 * A damping ratio ζ instead of kv: kv = 2 ζ √(kp I), with the joint's inertia I in the reference configuration, reflected through the gear.
 */
function withDampingRatio(attributes: Attributes, law: ActuatorLaw, inertia: () => number): ActuatorLaw {
  const { kind, gain = 0, bias = [0, 0, 0] } = law;
  // In a <general> servo a positive factor of the velocity is the damping ratio.
  const isServo = kind === 'affine' && bias[1] === -gain && bias[2] > 0;
  const ratio = isServo ? bias[2] : kind === 'position' ? attributes.number('dampratio', 0) : 0;
  if (ratio === 0) return law;
  if (kind === 'position' && attributes.has('kv'))
    throw attributes.fail('it has both kv and dampratio; leave one of them out');
  const kp = isServo ? gain : law.kp;
  const kv = 2 * ratio * Math.sqrt(kp * inertia());
  return isServo && bias[0] !== 0 ? { ...law, bias: [bias[0], bias[1], -kv] } : { kind: 'position', kp, kv };
}

/** The range of the joint about its middle, times a factor. */
function inherited(attributes: Attributes, range: readonly [number, number] | undefined): [number, number] | null {
  // Only these elements have the attribute inheritrange (see mjcf-known.ts). In other elements it can come from a default class, and is
  // reported as ignored.
  if (!['position', 'general'].includes(attributes.element.name)) return null;
  const factor = attributes.number('inheritrange', 0);
  if (factor === 0) return null;
  if (!range) throw attributes.fail('inheritrange needs a joint with a range');
  const [middle, half] = [(range[0] + range[1]) / 2, (factor * (range[1] - range[0])) / 2];
  return [middle - half, middle + half];
}
