import { checkNumber, checkOptions, outOfRange, show, wrongType } from '../check/argument.ts';
import { ModelBuilder } from '../dynamics/builder.ts';
import type { LinkDescription } from '../dynamics/description.ts';
import type { Model } from '../dynamics/model.ts';
import { type PoseLike, readPose } from '../math/pose.ts';
import type { VectorLike } from '../math/vec3.ts';
import { checkGeometry, type Geometry } from '../scene/geometry.ts';
import type { MassProperties } from '../shapes/assembly.ts';
import { type MassBudget, MassBudgetError } from '../shapes/mass-budget.ts';

/**
 * Options of a free body.
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
  /**
   * About the center of mass along the body's axes, in kg m²: three numbers of a diagonal, or nine by rows. It needs a `mass`,
   * and nothing is computed from the shape. Default: the inertia of the shape.
   */
  readonly inertia?: ArrayLike<number>;
  /** In body coordinates, in meters, for a body whose `inertia` is given. Default: the origin. */
  readonly centerOfMass?: VectorLike;
  readonly name?: string;
  /** The initial pose, body to world. */
  readonly pose?: PoseLike;
}

/**
 * An unconstrained rigid body, as a model with one free joint: its configuration is `[x, y, z, qx, qy, qz, qw]`, its velocity the
 * body's twist, linear first. Mass and inertia are computed from the shape, unless they are given. They must be given if the error of the
 * computed mass exceeds 0.1 %, and for open meshes.
 * @param shape convex, a compound, or a triangle mesh
 * @example
 * ```ts
 * const crate = freeBody(box(0.5, 0.5, 0.5), { mass: 10, pose: { position: [0, 0, 2] } });
 * ```
 */
export function freeBody(shape: Geometry, options: FreeBodyOptions = {}): Model {
  return freeBodyWithin(shape, options, null);
}

const optionNames = ['mass', 'density', 'inertia', 'centerOfMass', 'name', 'pose'];

/** The names in the errors of a call that makes a free body. */
interface Call {
  readonly where: string;
  /** The argument with the shape. */
  readonly shape: string;
  /** The remedy for a shape without mass. */
  readonly remedy: string;
}

const plainCall: Call = { where: 'freeBody', shape: 'shape', remedy: 'add it to the scene instead' };

/** @param budget the support points for its mass; null for the default */
export function freeBodyWithin(
  shape: Geometry,
  options: FreeBodyOptions,
  budget: MassBudget | null,
  call = plainCall,
): Model {
  const { where } = call;
  checkGeometry(where, call.shape, shape);
  checkOptions(where, 'options', options, optionNames);
  const { density = 1000, name = 'body', pose = {} } = options;
  if (typeof name !== 'string' || name === '') throw wrongType(where, 'options.name', name, 'give a name');
  checkNumber(where, 'options.density', density, 'give kg/m³, above 0', 0, true);
  if (!shape.isBounded) throw outOfRange(where, call.shape, shape, `a half-space has no mass: ${call.remedy}`);
  const builder = new ModelBuilder({ name })
    .link(name, massOf(shape, options, budget, call))
    .joint(`${name} joint`, { kind: 'free-flyer', parent: 'world', child: name })
    .geometry(name, { shape, name });
  return builder.reference(`${name} joint`, configurationOf(where, pose)).build();
}

/** The mass, center of mass and inertia of a body. @param budget the support points; null for the default */
export function massOf(
  shape: Geometry,
  options: FreeBodyOptions,
  budget: MassBudget | null,
  call = plainCall,
): LinkDescription {
  return options.inertia === undefined ? solid(shape, options, budget, call) : given(call.where, options);
}

/** The largest accepted relative error of a mass: a larger one would be visible. */
const worstError = 1e-3;
const remedy = 'give its mass and inertia';

/** A body of uniform density. */
function solid(
  shape: Geometry,
  { mass: givenMass, density, centerOfMass: givenCenter }: FreeBodyOptions,
  budget: MassBudget | null,
  call: Call,
): LinkDescription {
  const { where, shape: argument } = call;
  if (givenMass !== undefined && density !== undefined)
    throw outOfRange(where, 'options.density', density, 'mass is given too: give only one of them');
  if (givenCenter !== undefined)
    throw outOfRange(
      where,
      'options.centerOfMass',
      givenCenter,
      'give it only with inertia; otherwise the shape determines it',
    );
  const { volume, centerOfMass, inertia, error } = weigh(shape, budget, call);
  if (!(volume > 0)) throw outOfRange(where, argument, shape, 'it has no volume: give a solid shape');
  if (!(error <= worstError)) {
    const problem = `the relative error of its mass is ${error.toPrecision(2)}`;
    throw outOfRange(where, argument, shape, `${problem}: ${remedy}`);
  }
  const mass = checkNumber(where, 'options.mass', givenMass ?? (density ?? 1000) * volume, 'give kg, above 0', 0, true);
  return { mass, centerOfMass, inertia: inertia.map((value) => (value * mass) / volume) };
}

function weigh(shape: Geometry, budget: MassBudget | null, { where, shape: argument }: Call): MassProperties {
  if (budget === null) return shape.massProperties();
  try {
    return shape.massWithin(budget);
  } catch (error) {
    if (!(error instanceof MassBudgetError)) throw error;
    throw new MassBudgetError(`${where}: ${argument} is ${show(shape)}; ${error.message}: ${remedy}`);
  }
}

/** Mass and inertia as given; the shape is not used. */
function given(where: string, { mass, inertia, centerOfMass, density }: FreeBodyOptions): LinkDescription {
  if (mass === undefined) throw wrongType(where, 'options.mass', mass, 'a body with inertia needs a mass: give kg');
  if (density !== undefined)
    throw outOfRange(where, 'options.density', density, 'mass and inertia are given already: leave it out');
  checkNumber(where, 'options.mass', mass, 'give kg, above 0', 0, true);
  return { mass, ...(inertia ? { inertia } : {}), ...(centerOfMass ? { centerOfMass } : {}) };
}

function configurationOf(where: string, pose: PoseLike): Float64Array {
  const numbers = new Float64Array(7);
  readPose(where, 'options.pose', pose, numbers, 0);
  return numbers;
}
