// Actuators of MJCF: motors and position servos on joints; a <general> one, if it is one of these in disguise.
import type { Actuator } from '../../dynamics/description.ts';
import type { JointKind } from '../../dynamics/joints/joint.ts';
import type { Attributes } from './attributes.ts';
import type { Defaults } from './mjcf-defaults.ts';
import { unknownOf } from './mjcf-known.ts';
import { Limits } from './mjcf-limits.ts';
import type { RobotWriter } from './writer.ts';
import type { XmlElement } from './xml.ts';

export function readActuators(
  writer: RobotWriter,
  defaults: Defaults,
  section: XmlElement,
  joints: ReadonlyMap<string, JointKind>,
  autolimits: boolean,
): void {
  section.children.forEach((element, index) => {
    const attributes = writer.attributes(element, defaults.of(element, undefined));
    const law = lawOf(attributes);
    const joint = attributes.text('joint');
    if (!law || joint === undefined) {
      writer.ignore(element, 'in <actuator> is not read: motors and position servos on joints are');
      return;
    }
    if (!joints.has(joint)) throw attributes.fail(`there is no joint ${JSON.stringify(joint)}`);
    const limits = new Limits(attributes, autolimits);
    const actuator: Actuator = {
      name: attributes.text('name') ?? `actuator${index}`,
      joint,
      ...law,
      gear: law.gear * (attributes.numbers('gear', 1, 6)?.[0] ?? 1),
      controlRange: limits.read('ctrlrange', 'ctrllimited'),
      forceRange: limits.read('forcerange', 'forcelimited'),
    };
    writer.without(element, [...unknownOf(element), ...limits.unread]);
    writer.withoutChildren(element);
    writer.add(element, (builder) => builder.actuator(actuator));
  });
}

/** What force follows from the control; null for a law that is none of the two. */
function lawOf(attributes: Attributes): Pick<Actuator, 'kind' | 'gear' | 'kp' | 'kv'> | null {
  switch (attributes.element.name) {
    case 'motor':
      return { kind: 'motor', gear: 1, kp: 0, kv: 0 };
    case 'position':
      // A damping ratio depends on the inertia.
      if (attributes.has('dampratio')) return null;
      return { kind: 'position', gear: 1, kp: attributes.number('kp', 1), kv: attributes.number('kv', 0) };
    case 'general': {
      const [gain = 1] = attributes.numbers('gainprm', 1, 10) ?? [];
      const [constant = 0, byPosition = 0, byVelocity = 0] = attributes.numbers('biasprm', 1, 10) ?? [];
      const isAffine = attributes.text('biastype') === 'affine';
      if ((attributes.text('gaintype') ?? 'fixed') !== 'fixed' || attributes.has('dyntype')) return null;
      if (!isAffine && (attributes.text('biastype') ?? 'none') === 'none')
        return { kind: 'motor', gear: gain, kp: 0, kv: 0 };
      // Force = gain · control + constant + byPosition · q + byVelocity · q̇.
      if (!isAffine || constant !== 0 || byPosition !== -gain) return null;
      return { kind: 'position', gear: 1, kp: gain, kv: -byVelocity };
    }
    default:
      return null;
  }
}
