// The derivatives of what a step ends with, after its velocities were solved for: a correction of positions, and then free motion.
import { factorMass } from '../../dynamics/articulated.ts';
import { place } from '../../dynamics/place.ts';
import type { Body } from '../../scene/body.ts';
import type { Holds } from '../joint-rows.ts';
import type { Member } from '../member.ts';
import { addCenters, type Change, changesOf, correctedTangent, holdsOf, type Moved } from './corrected.ts';
import { Dense } from './dense.ts';
import { flightTangent } from './flight-tangent.ts';
import type { ResolvedParameter } from './parameters.ts';
import type { Placed } from './placed.ts';
import type { StepRecord } from './record.ts';
import { spinTangent } from './spin-tangent.ts';
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
  const changes = changesOf(placed, parameters, poses);
  const holds = holdsOf(member, record, timeStep);
  const [from, v] = [q.slice(), next.slice()];
  const isCorrected = record.correction !== null;
  const first = isCorrected ? correctedTangent(placed, changes, shift, timeStep, holds, from, v) : null;
  const moved = member.free
    ? freeTangent(member, v, timeStep, changes)
    : treeTangent(placed, holds, from, v, timeStep, changes);
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
  addCenters(changes, 0, byCenter, 0, 12, { position, velocity });
  return { position, velocity };
}

/** Makes the motion of a robot again, from a configuration and a velocity that go along, and differentiates its parts. */
function treeTangent(
  placed: Placed,
  holds: Holds,
  q: Float64Array,
  v: Float64Array,
  timeStep: number,
  changes: readonly Change[],
): Moved {
  const { model, tree } = placed.member;
  if (!tree) throw new Error('motionTangent: a free body has no tree.');
  placed.ahead ??= model.createData();
  placed.aside ??= model.createData();
  const tangent = new TreeTangent(tree, placed.aside, changes);
  place(model, placed.ahead, q);
  factorMass(model, placed.ahead);
  tree.advance(placed.ahead, q, v, timeStep, holds, (part, time) => tangent.addPart(part, time, q));
  return tangent;
}
