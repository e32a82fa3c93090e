// Contact patches of smoothed bodies, for all estimators but `'exact'`. A faceted ball rests on the corners of a facet and does not roll, but the
// ball that it approximates rolls. If every tilt by the smoothing angle would move a body off the patch, one contact with the total impulse
// replaces the contacts of the patch. Its point is the mean of the points that would touch if the bodies were tilted by up to the smoothing angle
// in all directions. A body that stays on its patch for some direction of tilt counts as flat; if both bodies are flat, the patch keeps its
// contacts, as does a patch without impulses.
import { contactFrame } from '../../contact/frames.ts';
import { type DerivativeOptions, readDerivativeSettings } from '../../derivatives/derivative-options.ts';
import { cos, sin } from '../../math/elementary.ts';
import { cross, dot, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { halfspace } from '../../shapes/halfspace.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { SimulatedContact } from '../contact-set.ts';
import type { Touching } from './contact-motion.ts';
import { poseMatrix } from './pose-matrix.ts';
import type { StepRecord } from './record.ts';
import { type ContactItem, shortened } from './shortened-record.ts';

/** The smoothing angle for noise 0, and the largest, in radians: large enough to smooth the facets of meshes. */
const largestAngle = 0.5;
/** The number of directions around the normal in which bodies are tilted by the whole smoothing angle. */
const directions = 8;
/** The number of tilts distributed uniformly over the disc of all tilts up to the smoothing angle. */
const tilts = 64;
/** Iterations of Newton's method. */
const newtonIterations = 3;
const sides = [0, 1] as const;
/** Half of a normal distribution in the plane is within this many standard deviations: √(2 ln 2). */
const median = 1.1774;
/** The golden angle, in radians: successive tilts at multiples of it cover the disc evenly. */
const goldenAngle = Math.PI * (3 - Math.sqrt(5));
/** A point that drops from the patch by more than this fraction of the body's bounding radius is off the patch. */
const offPatch = 1e-6;

/** A step with patches smoothed. */
export interface SmoothedStep {
  readonly record: StepRecord;
  /** For each contact of `record` its index in the original step, or the index of the first contact of its patch. */
  readonly sources: readonly number[];
  /** The touching parts at contacts that represent patches. */
  readonly touching: ReadonlyMap<SimulatedContact, Touching>;
}

export function smoothPatches(
  record: StepRecord,
  options: DerivativeOptions,
  touchingOf: (contact: SimulatedContact) => Touching,
): SmoothedStep {
  const touching = new Map<SimulatedContact, Touching>();
  const items: ContactItem[] = [];
  if (options.estimator !== 'exact') {
    const angle = smoothingAngle(options);
    for (const members of runsOf(record.contacts)) {
      const patch = members.length > 1 ? smoothed(record, members, angle, touchingOf) : null;
      if (patch) {
        touching.set(patch.contact, patch.touching);
        items.push({ contact: patch.contact, members });
      } else for (const k of members) items.push({ contact: record.contacts[k], members: [k] });
    }
  }
  if (touching.size === 0) return { record, sources: record.contacts.map((_, k) => k), touching };
  return { record: shortened(record, items), sources: items.map(({ members }) => members[0]), touching };
}

/** Groups successive contacts that have the same two parts. */
function runsOf(contacts: readonly SimulatedContact[]): number[][] {
  const runs: number[][] = [];
  for (const [k, { a, b, partA, partB }] of contacts.entries()) {
    const last = contacts[k - 1];
    if (last?.a === a && last.b === b && last.partA === partA && last.partB === partB) runs[runs.length - 1].push(k);
    else runs.push([k]);
  }
  return runs;
}

/** The contact that represents a patch, and its touching parts; null if the patch keeps its contacts. */
function smoothed(
  { contacts, impulses, correction, bilateral }: StepRecord,
  members: readonly number[],
  angle: number,
  touchingOf: (contact: SimulatedContact) => Touching,
): { contact: SimulatedContact; touching: Touching } | null {
  const deepest = contacts[members.reduce((best, k) => (contacts[k].gap < contacts[best].gap ? k : best))];
  const isIdle = members.every((k) => {
    const normal = bilateral + 3 * k + 2;
    return impulses[normal] === 0 && !(correction && correction.impulses[normal] > 0);
  });
  if (isIdle) return null;
  const touching = touchingOf(deepest);
  const rolls = sides.map((body) => {
    const patch = members.map((k) => onBody(contacts[k], body));
    return doesRoll(touching, body, deepest.normal as Vec3, angle, patch);
  });
  if (!rolls[0] && !rolls[1]) return null;
  // For touching faces the growth distance has the same normal as the signed distance, with the same derivative.
  const contact = { ...deepest, ...rollingContact(touching, deepest, rolls, angle), growth: null };
  const shapes = touching.shapes.map((shape, body) => (rolls[body] ? shape : halfspace())) as [Shape, Shape];
  const poses = touching.poses.map((pose, body) => (rolls[body] ? pose : planePose(contact, body)));
  return { contact, touching: { ...touching, shapes, poses: poses as [Float64Array, Float64Array] } };
}

/**
 * The smoothing angle, in radians: the median rotation of the normal. On a ball the weights of a soft-max are also normally
 * distributed: exp(−R (1 − cos φ)/ε) with the temperature ε = noise · R.
 */
function smoothingAngle(options: DerivativeOptions): number {
  const { noise } = readDerivativeSettings('stepDerivatives', options);
  if (noise === 0) return largestAngle;
  return Math.min(largestAngle, median * (options.estimator === 'gumbel' ? Math.sqrt(noise) : noise));
}

/** Whether a tilt by `angle` in each of the `directions` lifts a bounded body off the points of its patch. */
function doesRoll(
  { shapes, poses }: Touching,
  body: 0 | 1,
  normal: Vec3,
  angle: number,
  patch: readonly Vec3[],
): boolean {
  const shape = shapes[body];
  if (!shape.isBounded) return false;
  const { rotateBack, toBody } = poseMatrix(poses[body]);
  const facing = faceOf(patch.map(toBody), rotateBack(outOf(body, normal)));
  const frame = contactFrame(facing);
  const top = dot(shape.support(facing), facing) - shape.radius;
  for (let k = 0; k < directions; k++) {
    const direction = tilted(frame, angle, (2 * Math.PI * k) / directions);
    const drop = top - dot(shape.support(direction), facing) + shape.radius * dot(direction, facing);
    if (drop <= offPatch * shape.boundingRadius) return false;
  }
  return true;
}

/**
 * Point and normal of the smoothed contact. The mean x̂ of the points that touch, over all tilts, is a smooth function of the
 * normal, with the derivative H from the same points. If both bodies roll, Newton's method finds the normal parallel to x̂_B −
 * x̂_A. With the tangential part t and the normal part g of this vector, (H_A + H_B + g) δn = t.
 */
function rollingContact(
  touching: Touching,
  deepest: SimulatedContact,
  rolls: readonly boolean[],
  angle: number,
): { point: Vec3; normal: Vec3 } {
  let normal = deepest.normal as Vec3;
  const frame = new Float64Array(9);
  for (let step = 0; ; step++) {
    contactFrame(normal, frame);
    const means = sides.filter((body) => rolls[body]).map((body) => meanPoint(touching, body, frame, angle));
    const middle = [0, 1, 2].map((axis) =>
      means.reduce((sum, { point }) => sum + point[axis] / means.length, 0),
    ) as Vec3;
    if (means.length === 1 || step === newtonIterations) {
      // Tangentially at the mean point of the rolling bodies; along the normal at the deepest contact, halfway between the surfaces.
      const height = dot(deepest.point as Vec3, normal) - dot(middle, normal);
      return { point: middle.map((x, axis) => x + height * normal[axis]) as Vec3, normal };
    }
    const [a, b] = means;
    const offset = subtract(b.point, a.point);
    const [first, second, along] = [0, 3, 6].map((row) => alongRow(frame, row, offset));
    const [p, q, r] = [0, 1, 2].map((k) => a.hessian[k] + b.hessian[k] + (k === 1 ? 0 : along));
    const determinant = p * r - q * q;
    const [u, v] = [(r * first - q * second) / determinant, (p * second - q * first) / determinant];
    const rotated = normal.map((x, axis) => x + u * frame[axis] + v * frame[3 + axis]) as Vec3;
    normal = scale(rotated, 1 / Math.sqrt(dot(rotated, rotated)));
  }
}

/** x̂ of a body in the world, and H along the tangents of the frame: 11, 12, 22. */
function meanPoint(
  { shapes, poses }: Touching,
  body: 0 | 1,
  frame: Float64Array,
  angle: number,
): { point: Vec3; hessian: readonly number[] } {
  const { rotateBack, toWorld } = poseMatrix(poses[body]);
  const mean: Vec3 = [0, 0, 0];
  const sums = [0, 0, 0, 0];
  for (let k = 0; k < tilts; k++) {
    const direction = tilted(frame, angle * Math.sqrt((k + 0.5) / tilts), goldenAngle * k);
    const point = toWorld(shapes[body].support(rotateBack(outOf(body, direction))));
    const [x, y, u, v] = [point, direction].flatMap((w) => [0, 3].map((row) => alongRow(frame, row, w)));
    for (let axis = 0; axis < 3; axis++) mean[axis] += point[axis] / tilts;
    for (const [m, term] of [x * u, (x * v + y * u) / 2, y * v, (u * u + v * v) / 2].entries()) sums[m] += term;
  }
  const side = body === 0 ? 1 : -1;
  return { point: mean, hessian: [0, 1, 2].map((m) => (side * sums[m]) / sums[3]) };
}

/** The normal that points out of a body (0 or 1). */
function outOf(body: number, normal: Vec3): Vec3 {
  return body === 0 ? normal : scale(normal, -1);
}

function alongRow(frame: Float64Array, row: number, v: Vec3): number {
  return frame[row] * v[0] + frame[row + 1] * v[1] + frame[row + 2] * v[2];
}

/** The frame's normal, rotated by an angle toward a tangent: the tangent at the angle `direction` from the first one. */
function tilted(frame: Float64Array, angle: number, direction: number): Vec3 {
  const [u, v] = [sin(angle) * cos(direction), sin(angle) * sin(direction)];
  return [0, 1, 2].map((k) => u * frame[k] + v * frame[3 + k] + cos(angle) * frame[6 + k]) as Vec3;
}

/** The normal of the face through these points of a body, or `outward` if they are nearly collinear. */
function faceOf([a, b, ...others]: readonly Vec3[], outward: Vec3): Vec3 {
  let best: Vec3 = [0, 0, 0];
  for (const c of others) {
    const across = cross(subtract(b, a), subtract(c, a));
    if (dot(across, across) > dot(best, best)) best = across;
  }
  const length = Math.sqrt(dot(best, best));
  const side = subtract(b, a);
  if (!(length > 1e-3 * dot(side, side))) return outward;
  return scale(best, (dot(best, outward) < 0 ? -1 : 1) / length);
}

/** A contact's point on A or B. */
function onBody({ point, normal, gap }: SimulatedContact, body: number): Vec3 {
  return point.map((x, k) => x + (body - 0.5) * gap * normal[k]) as Vec3;
}

/** The pose of a half-space that replaces a body: its surface passes through the contact's point on this body. */
function planePose(contact: SimulatedContact, body: number): Float64Array {
  // The smallest rotation from z to the normal out of the body: (z × n, 1 + z·n), or half a turn about x.
  const [x, y, z] = contact.normal.map((n) => (body === 0 ? n : -n));
  const length = Math.sqrt(2 + 2 * z);
  const rotation = length > 1e-6 ? [-y / length, x / length, 0, length / 2] : [1, 0, 0, 0];
  return Float64Array.of(...onBody(contact, body), ...rotation);
}
