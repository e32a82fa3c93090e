// Which bodies of a simulation may touch, and their friction.
import { masksAllow, type RuledFriction } from '../dynamics/collisions.ts';
import type { ModelGeometry } from '../dynamics/model.ts';
import type { Body } from '../scene/body.ts';
import type { ShapeOwner } from './member.ts';
import type { Surfaces } from './surfaces.ts';

/** The filters of scenes that were made by simulators. */
const ownFilters = /* @__PURE__ */ new WeakSet<object>();

/** The filter of a simulator's own scene. Sensors, and bodies that a joint or an exclusion keeps from colliding, have no contacts. */
export function touchFilter(
  ownersOf: () => ReadonlyMap<Body, ShapeOwner>,
  surfaces?: Pick<Surfaces, 'isSensor' | 'areJoined'>,
): (a: Body, b: Body) => boolean {
  const filter = (a: Body, b: Body): boolean => {
    if (surfaces && (surfaces.isSensor(a) || surfaces.isSensor(b) || surfaces.areJoined(a, b))) return false;
    return mayTouch(ownersOf().get(a), ownersOf().get(b));
  };
  ownFilters.add(filter);
  return filter;
}

/** Whether a filter is a simulator's own, and not a function of the user. */
export function isTouchFilter(filter: object): boolean {
  return ownFilters.has(filter);
}

/**
 * Whether two shapes may touch: shapes of one model by the model's rules, others by their masks. A body without
 * an owner may touch every shape whose masks are not both zero.
 */
export function mayTouch(a: ShapeOwner | undefined, b: ShapeOwner | undefined): boolean {
  if (a && b) {
    if (a.member === b.member) return a.member.collisions.mayMeet(a.geometry, b.geometry);
    return masksAllow(geometryOf(a), geometryOf(b));
  }
  const owner = a ?? b;
  if (!owner) return true;
  const { contype, conaffinity } = geometryOf(owner);
  return contype !== 0 || conaffinity !== 0;
}

/** The default friction of surfaces. */
const defaultFriction = 0.7;

/**
 * The friction coefficient of two shapes from their models, as in MuJoCo: the coefficient of a rule for the pair; without a rule, the coefficient of
 * the shape with the higher priority; for equal priorities, the larger of the two. If only one shape has a coefficient, it applies; if none has, 0.7.
 * A `frictionless` shape has the coefficient 0; but if both have coefficients and equal priorities, 0 only if both are frictionless.
 */
export function frictionOf(a: ShapeOwner | undefined, b: ShapeOwner | undefined): number {
  const [first, second] = [a && geometryOf(a), b && geometryOf(b)];
  const { friction: ruled } = ruledFriction(a, b);
  if (ruled !== undefined) return ruled;
  const [µ1, µ2] = [ownFriction(first), ownFriction(second)];
  if (!first || !second || µ1 === null || µ2 === null) return µ1 ?? µ2 ?? defaultFriction;
  if (first.priority !== second.priority) return first.priority > second.priority ? µ1 : µ2;
  if (first.frictionless && second.frictionless) return 0;
  return Math.max(first.friction ?? 0, second.friction ?? 0);
}

/** Torsional and rolling friction, in meters. */
export type Torques = Pick<ModelGeometry, 'torsionalFriction' | 'rollingFriction'>;

/**
 * Torsional and rolling friction of two shapes from their models, in meters: the values of a rule for the pair; without a rule, the values of the
 * shape with the higher priority; for equal priorities, the larger of the two.
 */
export function torquesOf(a: ShapeOwner | undefined, b: ShapeOwner | undefined): Torques {
  const own = torquesOfShapes(a, b);
  const { torsionalFriction = own.torsionalFriction, rollingFriction = own.rollingFriction } = ruledFriction(a, b);
  return { torsionalFriction, rollingFriction };
}

function torquesOfShapes(a: ShapeOwner | undefined, b: ShapeOwner | undefined): Torques {
  const [first, second] = [a && geometryOf(a), b && geometryOf(b)];
  if (!first || !second) return first ?? second ?? noTorques;
  if (first.priority !== second.priority) return first.priority > second.priority ? first : second;
  return {
    torsionalFriction: Math.max(first.torsionalFriction, second.torsionalFriction),
    rollingFriction: Math.max(first.rollingFriction, second.rollingFriction),
  };
}

const noTorques: Torques = { torsionalFriction: 0, rollingFriction: 0 };

/** The friction coefficients that a rule of the model gives two shapes. */
function ruledFriction(a: ShapeOwner | undefined, b: ShapeOwner | undefined): RuledFriction {
  return a && b && a.member === b.member ? a.member.collisions.frictionFor(a.geometry, b.geometry) : {};
}

/** The friction coefficient of a shape; null if it is not specified. */
function ownFriction(geometry: ModelGeometry | undefined): number | null {
  return geometry?.frictionless ? 0 : (geometry?.friction ?? null);
}

function geometryOf({ member, geometry }: ShapeOwner): ModelGeometry {
  return member.given.geometries[geometry];
}
