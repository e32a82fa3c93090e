import { checkNumber, checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { ModelBuilder } from '../dynamics/builder.ts';
import type { Model } from '../dynamics/model.ts';
import { type PoseLike, readPose } from '../math/pose.ts';
import { checkShape, type Shape } from '../shapes/shape.ts';

/**
 * What can be said about a free body.
 * @example
 * ```ts
 * const options: FreeBodyOptions = { mass: 2, pose: { position: [0, 0, 1] } };
 * ```
 */
export interface FreeBodyOptions {
  /** In kg. Default: the volume times the density. */
  readonly mass?: number;
  /** In kg/m³. Default 1000, water. */
  readonly density?: number;
  readonly name?: string;
  /** Where the body starts: body to world. */
  readonly pose?: PoseLike;
}

/**
 * A rigid body that nothing holds, as a model with one free joint: its configuration is `[x, y, z, qx, qy, qz, qw]`, its velocity the
 * body's twist, linear first. Mass and inertia are those of the shape.
 * @example
 * ```ts
 * const crate = freeBody(box(0.5, 0.5, 0.5), { mass: 10, pose: { position: [0, 0, 2] } });
 * ```
 */
export function freeBody(shape: Shape, options: FreeBodyOptions = {}): Model {
  const where = 'freeBody';
  checkShape(where, 'shape', shape);
  checkOptions(where, 'options', options, ['mass', 'density', 'name', 'pose']);
  const { density = 1000, name = 'body', pose = {} } = options;
  if (typeof name !== 'string' || name === '') throw wrongType(where, 'options.name', name, 'give a name');
  checkNumber(where, 'options.density', density, 'give kg/m³, above 0', 0, true);
  if (!shape.isBounded)
    throw outOfRange(where, 'shape', shape, 'a half-space has no mass: add it to the scene instead');
  const { volume, centerOfMass, inertia } = shape.massProperties();
  if (!(volume > 0)) throw outOfRange(where, 'shape', shape, 'it has no volume: give a body with an inside');
  const mass = checkNumber(where, 'options.mass', options.mass ?? density * volume, 'give kg, above 0', 0, true);
  const builder = new ModelBuilder({ name })
    .link(name, { mass, centerOfMass, inertia: inertia.map((value) => (value * mass) / volume) })
    .joint(`${name} joint`, { kind: 'free-flyer', parent: 'world', child: name })
    .geometry(name, { shape, name });
  return builder.reference(`${name} joint`, configurationOf(pose)).build();
}

function configurationOf(pose: PoseLike): Float64Array {
  const numbers = new Float64Array(7);
  readPose('freeBody', 'options.pose', pose, numbers, 0);
  return numbers;
}
