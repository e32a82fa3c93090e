// Motions with closed-form results or bounds and random parameters, simulated with default options except for time step, gravity, friction
// and restitution.
import { centroidalMomentum, type Model } from 'proximal/dynamics';
import type { Rng } from 'proximal/math';
import type { Simulator } from 'proximal/sim';
import type { RobotSpec } from '../random/robots.ts';

/** A simulation file as data. */
export interface SimulationData {
  readonly format: 'proximal-simulation';
  readonly version: 1;
  readonly options: Readonly<Record<string, unknown>>;
  readonly bodies: readonly Readonly<Record<string, unknown>>[];
  readonly robots: readonly Readonly<Record<string, unknown>>[];
}

/** A number that is expected after some steps. Measures that are not of all bodies are of the first moving body. */
export interface Expectation {
  /** The law, in words. */
  readonly what: string;
  readonly step: number;
  readonly measure: MeasureName;
  /** The index of the number in the measure. Default 0. */
  readonly index?: number;
  readonly wanted: number;
  readonly tolerance: number;
  /** Whether `wanted` is an upper bound. */
  readonly isUpperBound?: boolean;
}

/** A simulation and its expectations. */
export interface LawCase {
  readonly law: string;
  /** The random parameters, for reports of failures. */
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly simulation: SimulationData;
  /** The models of the simulation's robots. */
  readonly robots?: readonly RobotSpec[];
  readonly expectations: readonly Expectation[];
}

export interface Law {
  readonly name: string;
  readonly draw: (rng: Rng) => Omit<LawCase, 'law'>;
}

/** Measures of the first moving model, in world axes unless stated otherwise. */
export const measures = {
  /** The origin, in meters; for a robot, the configuration. */
  position: ({ state }: Simulator): ArrayLike<number> => state.q,
  /** The velocity of the origin, in m/s. */
  velocity: ({ state: { q, v } }: Simulator): ArrayLike<number> => toWorldAxes(q, v),
  /** The angular velocity, in rad/s. */
  spin: ({ state: { q, v } }: Simulator): ArrayLike<number> => toWorldAxes(q, v.subarray(3)),
  /** The velocities of the state; those of a free body are in its own axes. */
  rates: ({ state }: Simulator): ArrayLike<number> => state.v,
  /** The kinetic energy of all bodies, in J. */
  kineticEnergy: (simulator: Simulator): ArrayLike<number> => [simulator.report().kineticEnergy],
  /** The angular momentum about the center of mass, in N m s. */
  angularMomentum: ({ state: { q, v } }: Simulator, model: Model): ArrayLike<number> =>
    centroidalMomentum(model, model.createData(), q.subarray(0, 7), v.subarray(0, 6)).subarray(3),
} as const;

/** A body vector in world axes: v + 2w (u × v) + 2u × (u × v) with the quaternion (u, w). */
function toWorldAxes(q: Float64Array, [vx, vy, vz]: Float64Array): number[] {
  const [x, y, z, w] = q.subarray(3, 7);
  const [tx, ty, tz] = [2 * (y * vz - z * vy), 2 * (z * vx - x * vz), 2 * (x * vy - y * vx)];
  return [vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx];
}

export type MeasureName = keyof typeof measures;

export const timeSteps = [1 / 60, 1 / 120, 1 / 240, 1 / 1000] as const;

export const gravity = 9.81;

export function simulationOf(
  options: Readonly<Record<string, unknown>>,
  bodies: SimulationData['bodies'],
  robots: SimulationData['robots'] = [],
): SimulationData {
  return { format: 'proximal-simulation', version: 1, options, bodies, robots };
}

export function pick<Item>(rng: Rng, items: readonly Item[]): Item {
  return items[rng.index(items.length)];
}

/** The three numbers of a vector, as expectations. */
export function vectorIs(
  what: string,
  step: number,
  measure: MeasureName,
  wanted: readonly number[],
  tolerance: number,
): Expectation[] {
  return wanted.map((value, index) => ({ what, step, measure, index, wanted: value, tolerance }));
}
