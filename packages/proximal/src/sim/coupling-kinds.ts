// The kinds of joints between bodies, and the rows of each.
import type { CouplingRow, CouplingTriple } from './coupling-geometry.ts';

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

export type CouplingKind = WorldJointKind | 'gear';

const along = (i: number): CouplingRow => ({ type: 'along', i, j: 0 });
const dotOf = (i: number, j: number): CouplingRow => ({ type: 'dot', i, j });
const line: CouplingRow = { type: 'line', i: 0, j: 0 };
const about = (i: number): CouplingRow => ({ type: 'about', i, j: 0 });
const aboutB = (j: number): CouplingRow => ({ type: 'aboutB', i: 0, j });
const swing: CouplingRow = { type: 'swing', i: 2, j: 2 };
const twist: CouplingRow = { type: 'twist', i: 2, j: 2 };

export const point: CouplingTriple = [along(0), along(1), along(2)];
const onAxis: CouplingTriple = [along(0), along(1), null];
const sameOrientation: CouplingTriple = [dotOf(0, 1), dotOf(1, 2), dotOf(2, 0)];
const parallelAxes: CouplingTriple = [dotOf(0, 2), dotOf(1, 2), null];

/** The bilateral rows of each kind. The axis of a hinge, slider or cylindrical joint is a₂; those of a universal joint are a₀ and b₁. */
export const triplesOf: Readonly<Record<CouplingKind, readonly CouplingTriple[]>> = {
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
export const coordinatesOf: Readonly<Record<CouplingKind, readonly CouplingRow[]>> = {
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
