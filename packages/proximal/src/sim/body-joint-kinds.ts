// The kinds of joints between bodies, and the rows of each.
import type { RowGeometry, RowTriple } from './body-joint-geometry.ts';

/** The kinds of joints of `world.connect`; gears are made by `world.connectGear`. */
export type WorldJointKind =
  | 'fixed'
  | 'ball'
  | 'hinge'
  | 'slider'
  | 'cylindrical'
  | 'universal'
  | 'distance'
  | 'rope'
  | 'spring';

export type BodyJointKind = WorldJointKind | 'gear';

const along = (i: number): RowGeometry => ({ type: 'along', i, j: 0 });
const dotOf = (i: number, j: number): RowGeometry => ({ type: 'dot', i, j });
const line: RowGeometry = { type: 'line', i: 0, j: 0 };
const about = (i: number): RowGeometry => ({ type: 'about', i, j: 0 });
const aboutB = (j: number): RowGeometry => ({ type: 'aboutB', i: 0, j });
const swing: RowGeometry = { type: 'swing', i: 2, j: 2 };
const twist: RowGeometry = { type: 'twist', i: 2, j: 2 };

export const point: RowTriple = [along(0), along(1), along(2)];
const onAxis: RowTriple = [along(0), along(1), null];
const sameOrientation: RowTriple = [dotOf(0, 1), dotOf(1, 2), dotOf(2, 0)];
const parallelAxes: RowTriple = [dotOf(0, 2), dotOf(1, 2), null];

/**
 * The bilateral rows of each kind. The axis of a hinge, slider or cylindrical joint is a₂; the axes of a universal joint are a₀ and b₁. A spring of
 * length zero has the rows `point` instead. The row of a gear consists of the coordinates of its hinges.
 */
export const triplesOf: Readonly<Record<BodyJointKind, readonly RowTriple[]>> = {
  fixed: [point, sameOrientation],
  ball: [point],
  hinge: [point, parallelAxes],
  slider: [onAxis, sameOrientation],
  cylindrical: [onAxis, parallelAxes],
  universal: [point, [dotOf(0, 1), null, null]],
  distance: [[line, null, null]],
  rope: [],
  spring: [[line, null, null]],
  gear: [],
};

/** The rows of the coordinates that can have limits, a motor and friction: none, one or two. The second is always an angle. */
export const coordinatesOf: Readonly<Record<BodyJointKind, readonly RowGeometry[]>> = {
  fixed: [],
  ball: [swing, twist],
  hinge: [about(2)],
  slider: [along(2)],
  cylindrical: [along(2), about(2)],
  universal: [about(0), aboutB(1)],
  rope: [line],
  distance: [line],
  spring: [line],
  gear: [],
};
