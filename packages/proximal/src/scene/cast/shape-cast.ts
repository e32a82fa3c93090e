// The first contact of moving geometries: conservative advancement of all pairs of their convex parts.
import type { Vec3 } from '../../math/vec3.ts';
import type { Status, Termination } from '../../proximity/result.ts';
import { type Advance, advance, type MovingPart, movingPart } from './advance.ts';
import { candidates } from './candidates.ts';
import { type Motion, type Mover, type Placed, readMover } from './motion.ts';
import { type CastOptions, type CastSettings, readCastOptions } from './options.ts';

/**
 * The first contact of two moving bodies. Points, in meters, and normal are in world coordinates at the time of contact; zero if the status is
 * `'separated'`.
 */
export interface CastResult {
  /** Whether they touch or overlap during the motion. Touching at the start counts only if they approach. */
  readonly hit: boolean;
  /**
   * The fraction of the motion at contact: a proven lower bound. Without a hit, the bodies are proven to stay apart, or to
   * touch without approaching, up to this time, which is at most `upTo`.
   */
  readonly time: number;
  /** A time at which they are proven to be in contact; `upTo` if none is known. */
  readonly upper: number;
  /** Indices of the touching parts; 0 for a convex body. */
  readonly partA: number;
  readonly partB: number;
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  /** Unit vector from A to B; zero where they overlap at the start. */
  readonly normal: Vec3;
  /**
   * `'touching'` during the motion, and for bodies that touch and approach at the start; `'overlapping'` at the start; `'separated'` for no
   * hit; `'unknown'` if the iteration limit or the limit of rounding was reached, for example for grazing bodies.
   */
  readonly status: Status;
  readonly termination: Termination;
  /** The number of steps, each with a distance query, for all pairs of parts. */
  readonly iterations: number;
}

/**
 * The time of impact of two moving bodies. Their origins move in straight lines, and they rotate at a constant rate. Uses
 * conservative advancement with proven steps, so the time is never too late.
 * @param a a body of a scene, or `{ shape, pose }`, at the start of the motion
 * @param motionA displacement and rotation over the time from 0 to 1, in world coordinates
 * @example
 * ```ts
 * const bat = { shape: box(1, 0.1, 0.1), pose: { position: [0, 0, 0] } };
 * const ball = { shape: sphere(0.2), pose: { position: [0, 1, 0] } };
 * timeOfImpact(bat, { angular: [0, 0, Math.PI] }, ball, {}).hit; // true
 * ```
 */
export function timeOfImpact(
  a: Placed,
  motionA: Motion,
  b: Placed,
  motionB: Motion,
  options?: CastOptions,
): CastResult {
  const where = 'timeOfImpact';
  const settings = readCastOptions(where, options, 'pair');
  const moverA = readMover(where, 'a', a, motionA, 'motionA');
  const moverB = readMover(where, 'b', b, motionB, 'motionB');
  return castMovers(moverA, moverB, settings.upTo, settings);
}

/**
 * The first contact of any two parts before `end`. Parts are tried in the order in which their boxes meet, until no remaining
 * pair can be earlier.
 */
export function castMovers(a: Mover, b: Mover, end: number, settings: CastSettings): CastResult {
  let best: CastResult | null = null;
  let unknown: CastResult | null = null;
  let iterations = 0;
  for (const { partA, partB, time } of candidates(a, b, end, settings.margin)) {
    const until: number = best ? Math.min(end, best.time) : end;
    if (time > until) break;
    const found = advance(partOfMover(a, partA), partOfMover(b, partB), { ...settings, end: until });
    iterations += found.iterations;
    if (found.hit && (!best || found.time < best.time)) best = withParts(found, partA, partB);
    else if (found.status === 'unknown' && (!unknown || found.time < unknown.time))
      unknown = withParts(found, partA, partB);
  }
  return { ...earliest(best, unknown, end), iterations };
}

/** The first certain contact; the result of an undecided pair of parts if that pair may touch earlier; if there is neither, no contact. */
function earliest(best: CastResult | null, unknown: CastResult | null, end: number): CastResult {
  if (unknown && (!best || unknown.time < best.time)) return unknown;
  if (best) return best;
  const zero: Vec3 = [0, 0, 0];
  return {
    ...{ hit: false, time: end, upper: end, partA: 0, partB: 0 },
    ...{ pointA: zero, pointB: zero, normal: zero },
    ...{ status: 'separated', termination: 'converged', iterations: 0 },
  };
}

function withParts({ iterations, ...found }: Advance, partA: number, partB: number): CastResult {
  return { ...found, partA, partB, iterations };
}

function partOfMover(mover: Mover, part: number): MovingPart {
  const { bounds, assembly } = mover.volume;
  return assembly ? movingPart(mover, assembly.part(part), assembly.partPose(part)) : movingPart(mover, bounds, null);
}
