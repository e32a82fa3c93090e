// Queries with default settings that write to a given result, for loops that would otherwise create one for each query.
import { activeEngine } from '../engine/target.ts';
import type { Shape } from '../shapes/shape.ts';
import { readSettings } from './options.ts';
import { runMeasure, type SignedMeasure } from './penetration.ts';
import { readPenetrationSettings } from './penetration-options.ts';
import { runDistance, Subject } from './query.ts';
import type { DistanceResult } from './result.ts';

const settings = /* @__PURE__ */ readSettings('distance', undefined, false);
const signedSettings = /* @__PURE__ */ readPenetrationSettings('signedDistance', { certified: false }, false);

/** The subject of the next signed distance. Null during a query, because custom shapes may run others in it. */
let idle: Subject | null = null;

/** Writes the result of `distance`. @internal */
export function writeDistance(
  a: Shape,
  poseA: Float64Array,
  b: Shape,
  poseB: Float64Array,
  out: DistanceResult,
): DistanceResult {
  runDistance(activeEngine(), 'distance', new Subject(a, b, settings, false), poseA, poseB, out);
  return out;
}

/** Writes the result of `signedDistance` with `certified: false`, without its proof. @internal */
export function writeSignedDistance(
  a: Shape,
  poseA: Float64Array,
  b: Shape,
  poseB: Float64Array,
  out: SignedMeasure,
): SignedMeasure {
  const subject = idle ?? new Subject(a, b, signedSettings, false);
  idle = null;
  subject.reset(a, b);
  runMeasure(activeEngine(), 'signedDistance', subject, signedSettings, poseA, poseB, out);
  idle = subject;
  return out;
}
