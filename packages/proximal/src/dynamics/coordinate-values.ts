// The properties of a model's coordinates: limits, armature, friction, damping, springs and the reference configuration.
import { show } from '../check/argument.ts';
import type { BuilderInput } from './builder.ts';
import { jointDefinitions } from './joints/registry.ts';
import type { Model, ModelJoint, ModelLimits } from './model.ts';
import type { PartJoint } from './skeleton.ts';
import { ModelError } from './topology.ts';

/** The limits of the coordinates. A mimic joint has none of its own. */
export function makeLimits(
  moving: readonly PartJoint[],
  joints: readonly ModelJoint[],
  nq: number,
  nv: number,
): ModelLimits {
  const lower = new Float64Array(nq).fill(-Infinity);
  const upper = new Float64Array(nq).fill(Infinity);
  const velocity = new Float64Array(nv).fill(Infinity);
  const effort = new Float64Array(nv).fill(Infinity);
  const componentOf = (limit: number | ArrayLike<number>, k: number): number =>
    typeof limit === 'number' ? limit : limit[k];
  joints.forEach((joint, index) => {
    if (joint.mimic !== null) return;
    const part = moving[index];
    for (let k = 0; k < joint.nq; k++) {
      if (part.lower !== undefined) lower[joint.q + k] = componentOf(part.lower, k);
      if (part.upper !== undefined) upper[joint.q + k] = componentOf(part.upper, k);
      if (lower[joint.q + k] <= upper[joint.q + k]) continue;
      throw new ModelError(
        `joint ${show(joint.name)}: its lower limit ${lower[joint.q + k]} is above its upper limit ${upper[joint.q + k]}`,
        joint.name,
      );
    }
    velocity.fill(part.velocityLimit ?? Infinity, joint.v, joint.v + joint.nv);
    effort.fill(part.effortLimit ?? Infinity, joint.v, joint.v + joint.nv);
  });
  return { lower, upper, velocity, effort };
}

/**
 * Adds a joint's spring to the spring of its coordinate q. A joint at r q + o, with stiffness k and rest position p, acts on q with the
 * stiffness r² k and the rest position (p − o)/r. The stiffnesses of two springs on q add up, and their rest position is the mean weighted
 * by stiffness.
 */
function addSpring(
  { stiffness: stiffnesses, springReference: restPositions }: Pick<Model, 'stiffness' | 'springReference'>,
  { v, mimic }: ModelJoint,
  stiffness: number,
  restPosition: number,
): void {
  const { ratio, offset } = mimic ?? { ratio: 1, offset: 0 };
  if (stiffness === 0 || ratio === 0) return;
  const added = ratio * ratio * stiffness;
  const sum = stiffnesses[v] + added;
  restPositions[v] = (stiffnesses[v] * restPositions[v] + added * ((restPosition - offset) / ratio)) / sum;
  stiffnesses[v] = sum;
}

/**
 * Armature, friction, damping and springs for each number of the velocity. The values of a mimic joint are added to the values of its
 * leader: armature, damping and stiffness times ratio², friction times |ratio|.
 */
export function makePassiveProperties(
  moving: readonly PartJoint[],
  joints: readonly ModelJoint[],
  nv: number,
): Pick<Model, 'armature' | 'friction' | 'damping' | 'stiffness' | 'springReference'> {
  const zeros = (): Float64Array => new Float64Array(nv);
  const properties = {
    armature: zeros(),
    friction: zeros(),
    damping: zeros(),
    stiffness: zeros(),
    springReference: zeros(),
  };
  joints.forEach((joint, index) => {
    const ratio = Math.abs(joint.mimic?.ratio ?? 1);
    const { armature = 0, friction = 0, damping = 0, stiffness = 0, springReference = 0 } = moving[index];
    for (let k = joint.v; k < joint.v + joint.nv; k++) {
      properties.armature[k] += ratio * ratio * armature;
      properties.friction[k] += ratio * friction;
      properties.damping[k] += ratio * ratio * damping;
    }
    addSpring(properties, joint, stiffness, springReference);
  });
  return properties;
}

export function makeReference(parts: BuilderInput, joints: readonly ModelJoint[], nq: number): Float64Array {
  const q = new Float64Array(nq);
  const names = new Set(parts.joints.map(({ name }) => name));
  for (const name of parts.references.keys())
    if (!names.has(name)) throw new ModelError(`a reference: there is no joint ${show(name)}`, name);
  for (const joint of joints) {
    if (joint.mimic !== null) continue;
    const values = parts.references.get(joint.name) ?? jointDefinitions[joint.kind].neutral;
    if (values.length !== joint.nq) {
      const expected = `a ${joint.kind} joint has ${joint.nq}`;
      throw new ModelError(
        `joint ${show(joint.name)}: its reference has ${values.length} numbers; ${expected}`,
        joint.name,
      );
    }
    q.set(values, joint.q);
  }
  return q;
}
