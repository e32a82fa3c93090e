// The derivatives of what a step ends with, after its velocities were solved for: a correction of positions, and then free motion.
import { factorMass } from '../../dynamics/articulated.ts';
import type { Data } from '../../dynamics/data.ts';
import { place } from '../../dynamics/place.ts';
import type { Body } from '../../scene/body.ts';
import { shiftBy } from '../flight.ts';
import { Holds } from '../joint-rows.ts';
import type { Member } from '../member.ts';
import { Dense } from './dense.ts';
import { applied, flightTangent } from './flight-tangent.ts';
import { carriedInertia, centerChange, inertiaChange } from './inertia-change.ts';
import type { ResolvedParameter } from './parameters.ts';
import type { Placed } from './placed.ts';
import type { StepRecord } from './record.ts';
import { shiftTangents } from './shift-tangent.ts';
import { spinTangent } from './spin-tangent.ts';
import type { JointTangent } from './tangent.ts';
import { TreeTangent } from './tree-tangent.ts';

/** Of the configuration or the velocity after a step, matrices of nv × nv by rows; null where they are zero. */
export interface StateTangent {
  readonly byStart: Float64Array | null;
  readonly byVelocity: Float64Array;
  /** By the pseudo-velocity of a correction. */
  readonly byShift: Float64Array | null;
  /** By parameters that change inertias, nv numbers for each. */
  readonly byParameters: readonly { readonly parameter: number; readonly rate: Float64Array }[];
}

/** How a member moves on. */
export interface MotionTangent {
  readonly ofPosition: StateTangent;
  readonly ofVelocity: StateTangent;
}

/** What a parameter changes of the member: the inertia of a joint's body, and the centre of mass of one that flies. */
interface Change {
  readonly parameter: number;
  readonly joint: number;
  readonly inertia: Float64Array;
  readonly center: Float64Array;
}

/** δq and δv, nv rows each: by start, velocity and parameters. */
interface Moved {
  readonly position: Dense;
  readonly velocity: Dense;
}

/** @param poses those of the shapes before the step: where they grow about */
export function motionTangent(
  placed: Placed,
  record: StepRecord,
  parameters: readonly ResolvedParameter[],
  timeStep: number,
  poses: ReadonlyMap<Body, Float64Array>,
): MotionTangent {
  const { member } = placed;
  const { nv } = member.model;
  const { q, next, shift } = placed.partOf(record);
  const changes = parameters.flatMap((parameter, k) => {
    const found = inertiaChange(placed, parameter, poses);
    if (!found) return [];
    const isGrown = parameter.kind === 'size';
    const center = isGrown
      ? centerChange(placed, found.joint, poses.get(parameter.body) as Float64Array)
      : new Float64Array(3);
    return [{ parameter: k, joint: found.joint, inertia: found.inertia.slice(), center }];
  });
  const [from, v] = [q.slice(), next.slice()];
  const isCorrected = record.correction !== null;
  const first = isCorrected ? shifted(placed, changes, next, shift, timeStep, from, v) : null;
  const moved = member.free
    ? freeTangent(member, v, timeStep, changes)
    : treeTangent(placed, record, from, v, timeStep, changes);
  const parts = [moved.position, moved.velocity].map((matrix) => stateTangent(matrix, first, nv, changes));
  return { ofPosition: parts[0], ofVelocity: parts[1] };
}

/** A motion after a correction, whose columns are start, velocity, parameters and pseudo-velocity. */
function stateTangent(matrix: Dense, first: Moved | null, nv: number, changes: readonly Change[]): StateTangent {
  const whole = first
    ? columns(matrix, 0, nv)
        .times(first.position)
        .plus(columns(matrix, nv, nv).times(first.velocity))
    : matrix;
  const count = changes.length;
  return {
    byStart: columns(whole, 0, nv).values,
    byVelocity: columns(whole, nv, nv).values,
    byShift: first ? columns(whole, 2 * nv + count, nv).values : null,
    byParameters: changes.map(({ parameter }, k) => {
      const rate = columns(whole, 2 * nv + k, 1);
      return { parameter, rate: first ? rate.plus(columns(matrix, 2 * nv + k, 1)).values : rate.values };
    }),
  };
}

function columns(matrix: Dense, first: number, count: number): Dense {
  const out = Dense.zero(matrix.rows, count);
  for (let k = 0; k < matrix.rows; k++) out.row(k).set(matrix.row(k).subarray(first, first + count));
  return out;
}

/** The correction; `q` and `v` go along. */
function shifted(
  { member }: Placed,
  changes: readonly Change[],
  next: Float64Array,
  shift: Float64Array,
  timeStep: number,
  q: Float64Array,
  v: Float64Array,
): Moved {
  const { model, flights } = member;
  const { nv } = model;
  const joints = shiftTangents(member, next, shift, timeStep, v);
  shiftBy(
    model,
    flights,
    shift.map((x) => timeStep * x),
    q,
    next.slice(),
    q.slice(),
  );
  const width = 3 * nv + changes.length;
  const last = 2 * nv + changes.length;
  const [position, velocity] = [Dense.zero(nv, width), Dense.zero(nv, width)];
  for (const { first, count, byStart, byMotion, byVelocity, byShift, byCenter } of joints) {
    const own = flights.find((each) => each.v === first);
    for (let i = 0; i < count; i++) {
      const [ofPosition, ofVelocity] = [position.row(first + i), velocity.row(first + i)];
      for (let j = 0; j < count; j++) {
        const at = i * count + j;
        ofPosition[first + j] += byStart[at];
        ofPosition[last + first + j] += timeStep * (byShift?.position ?? byMotion)[at];
        ofVelocity[nv + first + j] += byVelocity ? byVelocity[at] : i === j ? 1 : 0;
        if (byShift) ofVelocity[last + first + j] += byShift.velocity[at];
      }
    }
    addCenters(changes, own?.joint, byCenter, first, 2 * nv, position, velocity);
  }
  return { position, velocity };
}

function addCenters(
  changes: readonly Change[],
  joint: number | undefined,
  byCenter: JointTangent['byCenter'],
  first: number,
  column: number,
  position: Dense,
  velocity: Dense,
): void {
  changes.forEach(({ joint: own, center }, p) => {
    if (!byCenter || own !== joint) return;
    applied(byCenter.position, center).forEach((x, i) => {
      position.row(first + i)[column + p] += x;
    });
    applied(byCenter.velocity, center).forEach((x, i) => {
      velocity.row(first + i)[column + p] += x;
    });
  });
}

/** The motion of a free body from a velocity. */
function freeTangent({ free, flights }: Member, v: Float64Array, timeStep: number, changes: readonly Change[]): Moved {
  if (!free) throw new Error('motionTangent: a robot is no free body.');
  const turn = spinTangent(free.spin, v.subarray(3), timeStep);
  const { byStart, byMotion, byVelocity, byCenter } = flightTangent(flights[0], turn, v, timeStep);
  const [position, velocity] = [Dense.zero(6, 12 + changes.length), Dense.zero(6, 12 + changes.length)];
  for (let i = 0; i < 6; i++)
    for (let j = 0; j < 6; j++) {
      position.row(i)[j] = byStart[6 * i + j];
      position.row(i)[6 + j] = timeStep * byMotion[6 * i + j];
      velocity.row(i)[6 + j] = (byVelocity as Float64Array)[6 * i + j];
    }
  addCenters(changes, 0, byCenter, 0, 12, position, velocity);
  return { position, velocity };
}

/** Makes the motion of a robot again, from a configuration and a velocity that go along, and differentiates its parts. */
function treeTangent(
  placed: Placed,
  record: StepRecord,
  q: Float64Array,
  v: Float64Array,
  timeStep: number,
  changes: readonly Change[],
): Moved {
  const { model, tree, index } = placed.member;
  if (!tree) throw new Error('motionTangent: a free body has no tree.');
  placed.ahead ??= model.createData();
  placed.aside ??= model.createData();
  const holds = new Holds(model.nv);
  holds.take(record.joints, record.impulses, record.sigma, index, timeStep);
  const inertias = changes.map(({ joint, inertia }) => ({
    joint,
    at: (data: Data) => carriedInertia(inertia, joint, placed.data, data),
  }));
  const tangent = new TreeTangent(tree, placed.aside, inertias);
  place(model, placed.ahead, q);
  factorMass(model, placed.ahead);
  tree.advance(placed.ahead, q, v, timeStep, holds, (part, time) => tangent.addPart(part, time, q));
  return tangent;
}
