// The result of a query for the time of impact, in 3D and 2D.
import type { Status, Termination } from '../engine/status.ts';

/** The points of the last distance query. */
interface NearestPoints<Vector extends number[]> {
  readonly pointA: Vector;
  readonly pointB: Vector;
  readonly normal: Vector;
}

/** The fields that 3D and 2D share, with copies of the points. */
export interface Impact<Vector extends number[]> extends NearestPoints<Vector> {
  readonly hit: boolean;
  /** The time of contact, or the time up to which there is proven to be none. */
  readonly time: number;
  /** An upper bound of the time of contact. */
  readonly upper: number;
  readonly status: Status;
  readonly termination: Termination;
  readonly iterations: number;
}

export function impactOf<Vector extends number[]>(
  { pointA, pointB, normal }: NearestPoints<Vector>,
  hit: boolean,
  time: number,
  upper: number,
  status: Status,
  termination: Termination,
  iterations: number,
): Impact<Vector> {
  const copy = (vector: Vector): Vector => [...vector] as Vector;
  const points = { pointA: copy(pointA), pointB: copy(pointB), normal: copy(normal) };
  return { hit, time, upper, ...points, status, termination, iterations };
}
