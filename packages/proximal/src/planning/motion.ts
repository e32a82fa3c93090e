// The result of a motion, with its proof.
import type { Vec3 } from '../math/vec3.ts';
import type { Checker } from './checker.ts';
import { entrySize, FREE, UNKNOWN } from './motion-search.ts';
import type { SolidPair } from './pairs.ts';

/**
 * The proof that a motion is free, which `certifyMotion` recomputes. The configuration at the time t, from 0 to 1, is
 * `integrate(model, from, t · difference(model, from, to))`, or on a curve (1 − t)² from + 2 t (1 − t) via + t² to.
 * @example
 * ```ts
 * const { proof } = cell.motion(qa, qb);
 * if (proof) console.log(proof.count, 'intervals with separating planes');
 * ```
 */
export interface MotionProof {
  /** The first and last configuration: copies. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** The control point of a curve; null if the motion is straight. */
  readonly via: Float64Array | null;
  /** The number of entries. */
  readonly count: number;
  /**
   * Eight numbers for each entry:
   * - two: the interval's first and last time, from 0 to 1;
   * - one: the index of the pair in `cell.pairs`;
   * - one: the part of a mesh or height field; 0 for other bodies; −1 for all parts of a mesh without a separate entry;
   * - three: the unit normal of the separating plane, from a to b, in the frame of the last joint that moves both, or of the world. Zero if
   *   the entry is about the parts of a mesh whose boxes, along the axes of the mesh, are outside of the box that the solid a can reach;
   * - one: a lower bound of the distance, in meters.
   */
  readonly entries: Float64Array;
}

/**
 * A contact of a motion. Points and normal in world coordinates, at the time `upper`.
 * @example
 * ```ts
 * const { contact } = cell.motion(qa, qb);
 * if (contact) console.log(contact.a, 'meets', contact.b, 'at', contact.upper);
 * ```
 */
export interface MotionContact {
  /** The first contact is in this interval of time, from 0 to 1: before `lower` the motion is proven free, at `upper` the pair touches. */
  readonly lower: number;
  readonly upper: number;
  /** The link or attached object that moves, and the link, attached object or body that it meets. */
  readonly a: string;
  readonly b: string;
  /** The point of a nearest to b, or deepest inside it. */
  readonly point: Vec3;
  /** Unit vector from a to b. */
  readonly normal: Vec3;
  /** The signed distance, in meters: at most the padding. */
  readonly distance: number;
}

/**
 * The result of `cell.motion`.
 * @example
 * ```ts
 * const motion: MotionResult = cell.motion(qa, qb);
 * if (motion.status !== 'free') console.log(motion.reason);
 * ```
 */
export interface MotionResult {
  /**
   * `'free'`: proven free from the first to the last configuration. `'contact'`: some pair touches. `'unknown'`: neither could be proven
   * within the limits, usually because two solids almost touch.
   */
  readonly status: 'free' | 'contact' | 'unknown';
  /** The motion is proven free up to this time, from 0 to 1. */
  readonly freeUntil: number;
  /** Null unless the status is `'contact'`. */
  readonly contact: MotionContact | null;
  /** The proof of a free motion; null otherwise. */
  readonly proof: MotionProof | null;
  /** Why the motion is not free; empty if it is. */
  readonly reason: string;
  /** The number of intervals that were examined. */
  readonly intervals: number;
}

/** The result of the search that has just ended. */
export function motionOf(
  checker: Checker,
  outcome: number,
  from: Float64Array,
  via: Float64Array | null,
  to: Float64Array,
): MotionResult {
  const { search } = checker;
  const { freeUntil, intervals } = search;
  if (outcome === FREE) {
    const proof = proofOf(checker, from, via, to);
    return { status: 'free', freeUntil: 1, contact: null, proof, reason: '', intervals };
  }
  if (outcome === UNKNOWN) {
    const { a, b } = search.openPair as SolidPair;
    const gap = Number(search.openGap.toPrecision(3));
    const reason = `${a.name} and ${b.name} almost touch at time ${freeUntil}: their distance is ${gap} m, and shorter intervals or more of them are needed to decide`;
    return { status: 'unknown', freeUntil, contact: null, proof: null, reason, intervals };
  }
  const contact = contactOf(checker, from);
  const reason = `${contact.a} meets ${contact.b} at time ${contact.upper}`;
  return { status: 'contact', freeUntil, contact, proof: null, reason, intervals };
}

/** The proof of the motion that was just found free. */
export function proofOf(
  { search }: Checker,
  from: Float64Array,
  via: Float64Array | null,
  to: Float64Array,
): MotionProof {
  const { entries, entryCount } = search;
  return {
    from: from.slice(),
    to: to.slice(),
    via: via?.slice() ?? null,
    count: entryCount,
    entries: entries.slice(0, entrySize * entryCount),
  };
}

function contactOf({ search, stance, tests, padding }: Checker, from: Float64Array): MotionContact {
  const { contactTime, freeUntil } = search;
  const found = search.contactPair as SolidPair;
  search.configurationAt(from, contactTime);
  stance.take(search.q);
  const touching = found.hasParts ? tests.partInContact(found, padding) : found;
  const { a, b } = touching;
  const { pointA, normal, distance } = touching.pair.signedDistance(stance.poseOf(a), stance.poseOf(b));
  return {
    lower: freeUntil,
    upper: contactTime,
    a: a.name,
    b: b.name,
    point: [...pointA],
    normal: [...normal],
    distance,
  };
}
