// The manifold of configurations: vectors of nq numbers, whose tangent has nv.
import { wrongType } from '../check/argument.ts';
import { Rng } from '../math/rng.ts';
import { checkConfiguration, checkModel, checkVector, outputOf } from './check-arguments.ts';
import { jointDefinitions } from './joints/registry.ts';
import type { Model } from './model.ts';

/**
 * The configuration after moving with the velocity `v` for a unit of time: q ⊕ v. For a step of h seconds give h · v.
 * @param out receives the configuration; may be `q`. Default: a new array
 * @example
 * ```ts
 * const next = integrate(model, q, v.map((x) => x * 0.001));
 * ```
 */
export function integrate(model: Model, q: Float64Array, v: Float64Array, out?: Float64Array): Float64Array {
  const where = 'integrate';
  checkModel(where, model);
  checkConfiguration(where, 'q', q, model);
  checkVector(where, 'v', v, model.nv);
  const result = outputOf(where, out, model.nq);
  moveConfiguration(model, q, v, result);
  return result;
}

/** `integrate` without checks; NaN and infinities are propagated. */
export function moveConfiguration(model: Model, q: Float64Array, v: Float64Array, out: Float64Array): void {
  for (const joint of model.joints) {
    if (joint.mimic === null) jointDefinitions[joint.kind].integrate(q, joint.q, v, joint.v, out);
  }
}

/**
 * The velocity that leads from one configuration to another in a unit of time: `integrate(model, from, difference)` is `to`, up to
 * sign and length of its quaternions.
 * @param out receives the velocity. Default: a new array
 * @example
 * ```ts
 * const velocity = difference(model, q, target);
 * ```
 */
export function difference(model: Model, from: Float64Array, to: Float64Array, out?: Float64Array): Float64Array {
  const where = 'difference';
  checkModel(where, model);
  checkConfiguration(where, 'from', from, model);
  checkConfiguration(where, 'to', to, model);
  const result = outputOf(where, out, model.nv);
  for (const joint of model.joints) {
    if (joint.mimic === null) jointDefinitions[joint.kind].difference(from, to, joint.q, result, joint.v);
  }
  return result;
}

/**
 * The configuration with all coordinates at zero and all rotations at the identity: each link is at its joint's placement. Limits are
 * ignored.
 * @example
 * ```ts
 * const q = neutral(model);
 * ```
 */
export function neutral(model: Model): Float64Array {
  checkModel('neutral', model);
  const q = new Float64Array(model.nq);
  for (const joint of model.joints) if (joint.mimic === null) q.set(jointDefinitions[joint.kind].neutral, joint.q);
  return q;
}

/**
 * A random configuration: uniform between the limits; within π (radians or meters) of zero for a coordinate without limits, and of
 * the limit for one with a single limit. Orientations are uniform.
 * @param rng the seeded generator
 * @example
 * ```ts
 * const q = randomConfiguration(model, new Rng(1));
 * ```
 */
export function randomConfiguration(model: Model, rng: Rng): Float64Array {
  const where = 'randomConfiguration';
  checkModel(where, model);
  if (!(rng instanceof Rng)) throw wrongType(where, 'rng', rng, "give a generator: new Rng(seed) from 'proximal/math'");
  const q = new Float64Array(model.nq);
  const { lower, upper } = model.limits;
  for (const joint of model.joints) {
    if (joint.mimic === null) jointDefinitions[joint.kind].random(rng, lower, upper, q, joint.q);
  }
  return q;
}
