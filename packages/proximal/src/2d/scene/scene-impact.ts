// The first contact of a moving shape with the bodies of a scene, and the check of its proof.

import type { Shape } from '../../2d/shapes/shape.ts';
import { areNear } from '../../broad/broad-phase.ts';
import { checkOptions, wrongType } from '../../check/argument.ts';
import { atan2 } from '../../math/elementary.ts';
import { hypot } from '../../math/hypot.ts';
import type { Pair } from '../pair.ts';
import type { Body } from './body.ts';
import { certifyIntervals, type ImpactCertificate } from './certify-impact.ts';
import { type Motion2, type Mover, originVelocity, type Placed2, poseAt, readMover, resting } from './motion.ts';
import {
  type BodyFilterOptions,
  bodyFilterNames,
  type ImpactSettings,
  passesFilter,
  readBodyFilter,
} from './options.ts';
import type { Scene } from './scene.ts';
import { writeBox } from './store.ts';
import { advance, type ImpactProof, type ImpactResult, pairOf } from './time-of-impact.ts';

const quarterTurn = Math.PI / 2;

/** The first contact of a moving shape (A) with a body of a scene (B). */
export interface SceneImpact extends Omit<ImpactResult, 'proof'> {
  /** The body that is touched, or for which the status is unknown; null if the status is `'separated'`. */
  readonly body: Body | null;
  /**
   * For each body that comes near the moving shape, lines that separate the two from time 0 to `time`. All other bodies are outside
   * of the box around the motion.
   */
  readonly proofs: readonly { readonly body: Body; readonly proof: ImpactProof }[];
}

/**
 * The first contact of a moving shape with the bodies of a scene.
 * @param near lists the bodies that pass the filter and whose boxes come within `maxDistance` of a box; without a box, all bounded bodies that
 * pass the filter
 */
export function castAgainst(
  mover: Mover,
  settings: ImpactSettings,
  boxes: Float64Array,
  near: (box: Float64Array | null, maxDistance: number) => Body[],
): SceneImpact {
  const box = sweptBox(mover, settings.upTo, searchSlack);
  // Many bodies may have the same shape.
  const pairs = new Map<Shape, Pair>();
  let best: ImpactResult | null = null;
  let hitBody: Body | null = null;
  let iterations = 0;
  const proofs: { body: Body; proof: ImpactProof }[] = [];
  for (const body of sortedByDistance(near(box, settings.margin), box, boxes)) {
    const end: number = best ? best.time : settings.upTo;
    const other = resting(body.shape, body.current);
    const pair = pairs.get(body.shape) ?? pairOf(mover, other, settings);
    pairs.set(body.shape, pair);
    pair.reset();
    const found = advance(mover, other, end, settings, pair);
    iterations += found.iterations;
    proofs.push({ body, proof: found.proof });
    if (found.status === 'separated' || (best && !(found.time < best.time))) continue;
    best = found;
    hitBody = body;
  }
  const until = best ? best.time : settings.upTo;
  const free = { hit: false, time: until, upper: until, status: 'separated', termination: 'converged' } as const;
  const nowhere = { pointA: [0, 0], pointB: [0, 0], normal: [0, 0] } satisfies Partial<ImpactResult>;
  const { proof: _, ...first } = best ?? { ...free, ...nowhere, proof: null };
  return {
    ...first,
    iterations,
    body: hitBody,
    proofs: proofs.map(({ body, proof }) => ({ body, proof: cut(proof, until) })),
  };
}

/**
 * Half-planes come first, then the other bodies in the order of the distances of their boxes' centers: an early hit shortens the motion for
 * the bodies that follow.
 */
function sortedByDistance(bodies: readonly Body[], box: Float64Array | null, boxes: Float64Array): Body[] {
  /** Twice the distance of the centers. */
  const distanceOf = ({ shape, slot }: Body): number => {
    if (!box || !shape.isBounded) return 0;
    const [x, y] = [boxes[6 * slot] + boxes[6 * slot + 3], boxes[6 * slot + 1] + boxes[6 * slot + 4]];
    return hypot(x - box[0] - box[3], y - box[1] - box[4]);
  };
  const order = bodies.map((body) => ({ body, distance: distanceOf(body) }));
  return order.sort((p, q) => p.distance - q.distance || p.body.id - q.body.id).map(({ body }) => body);
}

/** The intervals of a proof up to a time. */
function cut({ intervals }: ImpactProof, until: number): ImpactProof {
  let length = 0;
  while (length < intervals.length && intervals[length] < until) length += 4;
  const shortened = intervals.slice(0, length);
  if (length > 0) shortened[length - 3] = Math.min(shortened[length - 3], until);
  return { intervals: shortened };
}

/**
 * Bounds of rounding errors, relative to coordinates. The slack of the search is larger, so that its box contains the box of the
 * certificate.
 */
const searchSlack = 2e-12;
const certificateSlack = 1e-12;

/** A box around the motion up to the time `end`; null for a half-plane. It contains the boxes of earlier times. */
function sweptBox(mover: Mover, end: number, slack: number): Float64Array | null {
  const { shape, start, linear, angular, radius } = mover;
  if (!shape.isBounded) return null;
  const box = new Float64Array(6);
  if (angular === 0) writeBox(shape, start, box, 0);
  else {
    // The disc about the origin that contains the shape in every orientation.
    const size = (radius + shape.radius) * (1 + slack);
    box.set([start[0] - size, start[1] - size, 0, start[0] + size, start[1] + size, 0]);
  }
  const pose = new Float64Array(4);
  const shifts = timesOfExtremes(mover, end).map((time) => {
    poseAt(mover, time, pose);
    return [pose[0] - start[0], pose[1] - start[1]];
  });
  for (let k = 0; k < 2; k++) {
    const coordinates = shifts.map((shift) => shift[k]);
    const rounding = slack * (Math.abs(start[k]) + hypot(...linear));
    box[k] += Math.min(0, ...coordinates) - rounding;
    box[3 + k] += Math.max(0, ...coordinates) + rounding;
  }
  return box;
}

/**
 * The times after the start at which the path of the origin may have its least and largest coordinates: the end, and on an arc the times
 * at which the velocity is parallel to an axis.
 */
function timesOfExtremes(mover: Mover, end: number): number[] {
  const { start, angular, isArc } = mover;
  if (!isArc || angular === 0) return [end];
  const [vx, vy] = originVelocity(mover, start);
  const direction = atan2(vy, vx) * Math.sign(angular);
  const first = quarterTurn * Math.ceil(direction / quarterTurn) - direction;
  const rotations = [0, 1, 2, 3].map((k) => first + k * quarterTurn);
  return [...rotations.map((rotation) => rotation / Math.abs(angular)).filter((time) => time < end), end];
}

/**
 * Checks the proof of `Scene.timeOfImpact` against the scene as it is now: every body is either outside of the box around the motion,
 * or separated from the moving shape by the lines of its proof. A half-plane is not compared with other half-planes.
 * @param options the options `mask` and `filter` that were given to `timeOfImpact`
 * @example
 * ```ts
 * const impact = scene.timeOfImpact(car, motion);
 * certifySceneImpact(scene, car, motion, impact).valid; // true
 * ```
 */
export function certifySceneImpact(
  scene: Scene,
  placed: Placed2,
  motion: Motion2,
  impact: Pick<SceneImpact, 'time' | 'proofs'>,
  options?: BodyFilterOptions,
): ImpactCertificate {
  const where = 'certifySceneImpact';
  checkOptions(where, 'options', options, bodyFilterNames);
  const bodyFilter = readBodyFilter(where, options);
  if (!Array.isArray(scene?.bodies)) throw wrongType(where, 'scene', scene, 'give a scene');
  const mover = readMover(where, 'placed', placed, motion, 'motion');
  if (typeof impact?.time !== 'number' || !Array.isArray(impact.proofs))
    throw wrongType(where, 'impact', impact, 'give a result of scene.timeOfImpact()');
  const proofs = new Map(impact.proofs.map((each) => [each?.body, each?.proof?.intervals]));
  const swept = sweptBox(mover, impact.time, certificateSlack);
  const own = new Float64Array(6);
  let until = impact.time;
  let lower = Infinity;
  for (const body of scene.bodies) {
    if (body === placed || !passesFilter(body, bodyFilter)) continue;
    // No query compares two half-planes.
    if (!mover.shape.isBounded && !body.shape.isBounded) continue;
    const intervals = proofs.get(body);
    if (intervals instanceof Float64Array) {
      const checked = certifyIntervals(mover, resting(body.shape, body.current), intervals, impact.time);
      until = Math.min(until, checked.until);
      lower = Math.min(lower, checked.lower);
      continue;
    }
    if (swept && body.shape.isBounded) writeBox(body.shape, body.current, own, 0);
    if (!swept || !body.shape.isBounded || areNear(swept, 0, own, 0, 0)) until = 0;
  }
  return { until, lower, valid: until >= impact.time };
}
