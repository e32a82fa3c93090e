import { checkNumber, wrongType } from '../check/argument.ts';
import { activeEngine } from '../engine/target.ts';
import type { MassProperties } from '../mass/mass.ts';
import type { PolytopeFaces } from '../mass/rounded.ts';
import { add, length, readVector, scale, subtract, type Vec3, type VectorLike } from '../math/vec3.ts';
import { ConvexShape } from '../query/convex-shape.ts';
import { supportPoints } from '../query/support.ts';
import { type OrientedBox, smallestBallOf } from './bounds.ts';
import { cornersOf, farthestFace } from './face.ts';
import { MassBudget } from './mass-budget.ts';

/** An axis-aligned box by its two extreme corners, in meters. */
export interface Bounds {
  readonly min: Vec3;
  readonly max: Vec3;
}

/** A ball by its center and radius, in meters. */
export interface Ball {
  readonly center: Readonly<Vec3>;
  readonly radius: number;
}

/** The Hessian (matrix of second derivatives) of the support function h(d) at a direction. */
export interface SupportHessian {
  /**
   * Whether h is twice differentiable at the direction. It is not where the support point jumps, or passes from one smooth part of
   * the surface to another: for a polytope, along the normals of its faces and edges. Also false for the zero direction, and for a custom shape
   * without the function `hessian`.
   */
  readonly exists: boolean;
  /** Nine numbers by rows, in meters per unit of d; all NaN if the Hessian does not exist. */
  readonly hessian: readonly number[];
}

/**
 * A convex shape in its own frame: immutable, usable in any number of bodies and queries, on both targets of the kernel, and
 * garbage-collected, so there is nothing to free. Made by `box`, `sphere` and the other shape functions.
 * @example
 * ```ts
 * const shapes: Shape[] = [box(1, 1, 1), sphere(0.5)];
 * ```
 */
export abstract class Shape extends ConvexShape<Vec3> {
  /** The name in messages, kept by minifiers. @internal */
  static override readonly name: string = 'Shape';

  private cachedMass: MassProperties | null = null;

  /** The number of shapes in this shape, itself included. @internal */
  get nodeCount(): number {
    return 1;
  }

  /** Whether the core has neither flat faces nor straight edges: every direction then has a unique support point. */
  get isStrictlyConvex(): boolean {
    return false;
  }

  /**
   * Whether the support value is twice differentiable. Also true for a superellipsoid, whose second derivatives may be infinite where a coordinate of
   * the direction is zero, and for a smooth hull with p = 2, whose second derivatives jump where a vertex is perpendicular to the direction.
   * @internal
   */
  get isSmooth(): boolean {
    return false;
  }

  /**
   * Whether the kernel writes the core as half-spaces and second-order cones. False for polytopes, which the kernel writes as
   * half-spaces.
   * @internal
   */
  get isConic(): boolean {
    return false;
  }

  /**
   * The core (the shape without the swept ball) as a polytope, or null if the core is curved or too large.
   * @internal
   */
  corePolytope(): PolytopeFaces | null {
    return null;
  }

  /**
   * The farthest point of the shape along `direction`, in body coordinates. The direction need not have unit length.
   * @example
   * ```ts
   * box(1, 2, 3).support([1, -1, 0.5]); // [1, -2, 3]
   * ```
   */
  support(direction: VectorLike): Vec3 {
    const [x, y, z] = supportBatch(this, Float64Array.from(readVector('support', 'direction', direction)));
    return [x, y, z];
  }

  /**
   * The face, edge or corner that is farthest along `direction`: its corners in body coordinates, counter-clockwise seen from
   * outside. Faces and edges perpendicular to the direction within `tolerance` radians are included. The disc of a cylinder or
   * cone is given by sixteen points on its rim, the line along its side by two; other curved surfaces by their one farthest point.
   * @example
   * ```ts
   * box(1, 1, 1).supportFace([0, 0, 1]).length; // 4
   * ```
   */
  supportFace(direction: VectorLike, tolerance = 1e-6): Vec3[] {
    const d = readVector('supportFace', 'direction', direction);
    checkNumber('supportFace', 'tolerance', tolerance, 'give an angle in radians, finite and not negative', 0);
    const size = length(d);
    if (!(size > 0)) return [this.support(d)];
    const outward = scale(d, this.radius / size);
    return this.coreFace(scale(d, 1 / size), tolerance).map((corner) => add(corner, outward));
  }

  /**
   * The farthest face, edge or corner of the core along a unit vector, counter-clockwise seen from outside.
   * @internal
   */
  coreFace(direction: Vec3, tolerance: number): Vec3[] {
    const polytope = this.corePolytope();
    if (polytope) return farthestFace(cornersOf(polytope), direction, tolerance);
    return [subtract(this.support(direction), scale(direction, this.radius))];
  }

  /**
   * The Hessian of the support function h(d) = max{⟨d, x⟩ : x in the shape} at `direction`, if it exists.
   * @example
   * ```ts
   * sphere(2).supportHessian([0, 0, 1]).hessian; // [2, 0, 0, 0, 2, 0, 0, 0, 0]
   * ```
   */
  supportHessian(direction: VectorLike): SupportHessian {
    const d = readVector('supportHessian', 'direction', direction);
    const size = length(d);
    const hessian = size > 0 ? this.hessianAt(scale(d, 1 / size)) : null;
    if (!hessian?.every(Number.isFinite)) return { exists: false, hessian: new Array<number>(9).fill(Number.NaN) };
    return { exists: true, hessian: hessian.map((x) => x / size) };
  }

  /**
   * Nine numbers at a unit vector; null if the Hessian does not exist, or is unknown because a custom shape does not give it.
   * @internal
   */
  protected abstract hessianAt(direction: Vec3): number[] | null;

  /**
   * The smallest axis-aligned box around the shape, in body coordinates.
   * @example
   * ```ts
   * capsule(0.5, 2).boundingBox().max; // [0.5, 0.5, 2.5]
   * ```
   */
  boundingBox(): Bounds {
    const p = supportBatch(this, axes);
    return { min: [p[9], p[13], p[17]], max: [p[0], p[4], p[8]] };
  }

  /**
   * A small oriented box around the shape: its center and rotation (a quaternion) in body coordinates.
   * @example
   * ```ts
   * box(1, 2, 3).orientedBoundingBox().halfExtents; // [1, 2, 3]
   * ```
   */
  abstract orientedBoundingBox(): OrientedBox;

  /**
   * A small ball around the shape, in body coordinates: the smallest one for polytopes.
   * @example
   * ```ts
   * cone(1, 2).boundingSphere(); // { center: [0, 0, -0.125], radius: 2.125 }
   * ```
   */
  boundingSphere(): Ball {
    const polytope = this.corePolytope();
    return polytope ? smallestBallOf(polytope, this.radius) : { center: [...this.center], radius: this.boundingRadius };
  }

  /**
   * Volume, center of mass and inertia for unit density, computed once. They are exact if `error` is 0, otherwise numeric, with `error`
   * as a bound on the relative error. The bound is at most 1e-6, unless the budget of about four million support points does not suffice.
   * @example
   * ```ts
   * box(1, 1, 1).massProperties().volume; // 8
   * ```
   */
  massProperties(): MassProperties {
    const budget = Math.max(defaultBudget, minEvaluations * this.supportCost) + this.polytopeCost;
    this.cachedMass ??= frozen(this.computeMass(new MassBudget(budget)));
    return this.cachedMass;
  }

  /** The mass properties, cached or computed within the budget. @throws MassBudgetError @internal */
  massWithin(budget: MassBudget): MassProperties {
    if (this.cachedMass) return this.cachedMass;
    const mass = frozen(this.computeMass(budget));
    // An inaccurate result of a small budget is not cached.
    if (mass.error <= targetError) this.cachedMass = mass;
    return mass;
  }

  /** @internal */
  protected abstract computeMass(budget: MassBudget): MassProperties;

  /** The cost of a support point, relative to a support point of a simple shape. @internal */
  get supportCost(): number {
    return 1;
  }

  /** An upper bound on the number of corners of the core; 0 if `corePolytope` is null. @internal */
  get cornerBound(): number {
    return (this.corePolytope()?.vertices.length ?? 0) / 3;
  }

  /** The cost of `corePolytope`, in support points of a simple shape: 0 unless corners must be computed. @internal */
  get polytopeCost(): number {
    return 0;
  }

  /** Volume in m³. */
  get volume(): number {
    return this.massProperties().volume;
  }

  /** Center of mass in body coordinates, in meters. */
  get centerOfMass(): Vec3 {
    const [x, y, z] = this.massProperties().centerOfMass;
    return [x, y, z];
  }

  /** Inertia tensor about the center of mass for unit density, by rows: nine numbers in m⁵. */
  get inertia(): number[] {
    return [...this.massProperties().inertia];
  }
}

/** The largest cost of one shape's mass, in support points of a simple shape. */
const defaultBudget = 4e6;
/** The default tolerance of `numericMass`. Masses with a larger error ran out of budget. */
const targetError = 1e-6;
/** The number of support points that every shape may use, even if they cost more than `defaultBudget`. */
const minEvaluations = 3e5;

/** Freezes mass properties, because they are computed once and shared by all callers. */
export function frozen(mass: MassProperties): MassProperties {
  Object.freeze(mass.centerOfMass);
  Object.freeze(mass.inertia);
  return Object.freeze(mass);
}

/** The six axis directions: +x +y +z −x −y −z. */
const axes = /* @__PURE__ */ Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, -1, 0, 0, 0, -1);

/** Throws unless the value is a shape. */
export function checkShape(where: string, argument: string, value: unknown): asserts value is Shape {
  if (value instanceof Shape) return;
  const remedy =
    'give a shape made by box(), sphere(), convex() or another shape function of this copy of proximal; send shapes to workers and files as shape.toJSON(), and read them with fromJSON()';
  throw wrongType(where, argument, value, remedy);
}

/**
 * Support points for many directions at once: three numbers each, in body coordinates. The kernel is called once for every few
 * hundred directions, so the cost is little more than the cost of the support function itself.
 * @param directions three numbers each, of any length
 * @param out receives the points; may be `directions`. Default: a new array
 * @example
 * ```ts
 * supportBatch(box(1, 1, 1), Float64Array.of(1, 1, 1, -1, -1, -1)); // [1, 1, 1, -1, -1, -1]
 * const out = new Float64Array(6);
 * supportBatch(box(1, 1, 1), Float64Array.of(1, 1, 1, -1, -1, -1), out); // out, with the same values
 * ```
 */
export function supportBatch(shape: Shape, directions: Float64Array, out?: Float64Array): Float64Array {
  checkShape('supportBatch', 'shape', shape);
  return supportPoints(activeEngine, shape, 3, directions, out);
}
