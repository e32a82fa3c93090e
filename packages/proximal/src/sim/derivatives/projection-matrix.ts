// The derivatives of closing loops after a step (projection.ts), stage by stage. A stage is a position correction of one member
// with v⁺ = 0 in its targets.
import type { Body } from '../../scene/body.ts';
import type { LockedCoordinates } from '../joint-rows.ts';
import type { Member } from '../member.ts';
import type { SimulatorSettings } from '../options.ts';
import type { ProjectionStage } from '../projection.ts';
import { ClosureBlock } from './closure-block.ts';
import { changesOf, correctedTangent } from './corrected.ts';
import { Dense } from './dense.ts';
import { LinearIsland } from './linear-island.ts';
import { linearizeCorrection } from './linearize-correction.ts';
import type { ResolvedParameter } from './parameters.ts';
import { PlacedMember } from './placed-member.ts';
import type { StepRecord } from './record.ts';
import { Workspace } from './workspace.ts';

/**
 * The derivatives of a member's state (positions, then velocities) after its loops were closed, or after another motion, with respect to the state
 * before and to the parameters.
 */
export interface ProjectionMatrix {
  readonly member: Member;
  /** The derivatives with respect to the state: 2 nv × 2 nv. */
  readonly state: Float64Array;
  /** The derivatives with respect to the parameters: 2 nv × number of parameters. */
  readonly parameters: Float64Array;
}

export function projectionMatrix(
  member: Member,
  stages: readonly ProjectionStage[],
  parameters: readonly ResolvedParameter[],
  settings: SimulatorSettings,
  locks: LockedCoordinates,
): ProjectionMatrix {
  const size = 2 * member.model.nv;
  let found: ProjectionMatrix = {
    member,
    state: Float64Array.from({ length: size * size }, (_, k) => (k % (size + 1) === 0 ? 1 : 0)),
    parameters: new Float64Array(size * parameters.length),
  };
  for (const stage of stages) found = followed(found, stageMatrix(member, stage, parameters, settings, locks));
  return found;
}

/** The derivatives of `first` followed by `then`. */
export function followed(first: ProjectionMatrix, then: ProjectionMatrix): ProjectionMatrix {
  const size = 2 * first.member.model.nv;
  const ofFirst = product(then.state, first.parameters, size, size, first.parameters.length / size);
  return {
    member: first.member,
    state: product(then.state, first.state, size, size, size),
    parameters: then.parameters.map((x, k) => x + ofFirst[k]),
  };
}

function stageMatrix(
  member: Member,
  stage: ProjectionStage,
  parameters: readonly ResolvedParameter[],
  settings: SimulatorSettings,
  locks: LockedCoordinates,
): ProjectionMatrix {
  const { nv } = member.model;
  const { timeStep } = settings;
  const [size, count] = [2 * nv, parameters.length];
  const placed = new PlacedMember(member, 0, new Workspace());
  const poses = new Map<Body, Float64Array>();
  for (const [k, body] of member.bodies.entries()) poses.set(body, placed.poses.subarray(7 * k, 7 * k + 7));
  const record = recordOfStage(member, stage);
  placed.place(record, timeStep, undefined);
  const island = new LinearIsland([placed], nv, count, 0, 0, timeStep);
  const correction = linearizeCorrection(island, {
    record,
    settings: { ...settings, correctionSpeed: Infinity },
    parameters,
    contacts: [],
    joints: [],
    closures: () => closuresOf(placed),
    contact: () => {
      throw new Error('a projection has no contacts');
    },
    bodyJointRow: () => null,
    ownersOf: () => [undefined, undefined],
    poses,
  });
  const wide = size + count;
  const still = Dense.zero(nv, wide);
  const shift = correction?.solveColumns(still) ?? still;
  const changes = changesOf(placed, parameters, poses);
  const { position, velocity } = correctedTangent(
    placed,
    changes,
    stage.velocity,
    timeStep,
    locks,
    stage.q.slice(),
    stage.v.slice(),
  );
  const state = new Float64Array(size * size);
  const byParameters = new Float64Array(size * count);
  for (let row = 0; row < size; row++) {
    const { values, start } = row < nv ? position : velocity;
    const from = start + (row % nv) * position.columns;
    const rates = values.subarray(from, from + position.columns);
    state.set(rates.subarray(0, size), row * size);
    for (const [k, { parameter }] of changes.entries()) byParameters[row * count + parameter] += rates[size + k];
    // The chain rule through the pseudo-velocity.
    const along = shift.combine(rates.subarray(size + changes.length));
    for (let c = 0; c < size; c++) state[row * size + c] += along[c];
    for (let p = 0; p < count; p++) byParameters[row * count + p] += along[size + p];
  }
  return { member, state, parameters: byParameters };
}

/** A stage as the record of a step that only corrects positions. */
function recordOfStage({ firstV }: Member, { q, velocity: memberVelocity, impulses }: ProjectionStage): StepRecord {
  const zeros = new Float64Array(firstV + memberVelocity.length);
  const velocity = zeros.slice();
  velocity.set(memberVelocity, firstV);
  const empty = new Float64Array(0);
  return {
    q,
    v: zeros,
    next: zeros,
    shift: velocity,
    torques: zeros,
    externalForces: undefined,
    controls: empty,
    firstHalf: null,
    times: empty,
    bilateral: impulses.length,
    contacts: [],
    joints: [],
    bodyJoints: [],
    errors: [],
    curved: new Set(),
    impulses,
    sigma: empty,
    compliance: empty,
    before: empty,
    correction: { impulses, velocity, isDropped: new Uint8Array(0) },
    isLimited: false,
    hasPropagated: false,
    projections: [],
    motions: [],
    saturation: [],
    isBraking: [],
    residual: 0,
  };
}

function closuresOf(placed: PlacedMember): { block: ClosureBlock; from: number }[] {
  let row = 0;
  return placed.member.model.constraints.map((constraint) => {
    const block = new ClosureBlock(row, placed, constraint);
    row += block.rows;
    return { block, from: row - block.rows };
  });
}

/** x y of rows × inner and inner × columns numbers. */
export function product(x: Float64Array, y: Float64Array, rows: number, inner: number, columns: number): Float64Array {
  const out = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++)
    for (let k = 0; k < inner; k++) {
      const factor = x[i * inner + k];
      if (factor !== 0) for (let j = 0; j < columns; j++) out[i * columns + j] += factor * y[k * columns + j];
    }
  return out;
}
