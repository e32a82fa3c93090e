// Which bodies of a simulation may touch.
import { masksMeet } from '../dynamics/collisions.ts';
import type { Geometry } from '../dynamics/model.ts';
import type { Body } from '../scene/body.ts';
import type { ShapeOwner } from './member.ts';

/** The filters of scenes that were made by simulators. */
const ownFilters = /* @__PURE__ */ new WeakSet<object>();

/** The filter of a simulator's own scene. */
export function touchFilter(ownersOf: () => ReadonlyMap<Body, ShapeOwner>): (a: Body, b: Body) => boolean {
  const filter = (a: Body, b: Body): boolean => mayTouch(ownersOf().get(a), ownersOf().get(b));
  ownFilters.add(filter);
  return filter;
}

/** Whether a filter is a simulator's, and no program of the user's. */
export function isTouchFilter(filter: object): boolean {
  return ownFilters.has(filter);
}

/** Whether two shapes may touch: those of one model as it says, others by their masks. Bodies without an owner meet every mask but zero. */
export function mayTouch(a: ShapeOwner | undefined, b: ShapeOwner | undefined): boolean {
  if (a && b) {
    if (a.member === b.member) return a.member.collisions.mayMeet(a.geometry, b.geometry);
    return masksMeet(geometryOf(a), geometryOf(b));
  }
  const owner = a ?? b;
  if (!owner) return true;
  const { contype, conaffinity } = geometryOf(owner);
  return contype !== 0 || conaffinity !== 0;
}

function geometryOf({ member, geometry }: ShapeOwner): Geometry {
  return member.given.geometries[geometry];
}
