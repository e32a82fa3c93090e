// The derivatives of closing loops after a step (projection.ts), stage by stage: a stage is a correction of the member alone, from the state
// that it begins with, without a velocity to follow.
import type { Body } from '../../scene/body.ts';
import type { Member } from '../member.ts';
import type { SimulatorSettings } from '../options.ts';
import type { ProjectionStage } from '../projection.ts';
import { ClosureBlock } from './closure-block.ts';
import { applied } from './flight-tangent.ts';
import { centerChange } from './inertia-change.ts';
import { LinearIsland } from './linear-island.ts';
import { linearizeCorrection } from './linearize-correction.ts';
import type { ResolvedParameter } from './parameters.ts';
import { Placed } from './placed.ts';
import type { StepRecord } from './record.ts';
import { shiftTangents } from './shift-tangent.ts';

/** The state of a member after its loops were closed, positions and then velocities, by that before and by parameters. */
export interface ProjectionMatrix {
  readonly member: Member;
  /** 2 nv × 2 nv and 2 nv × parameters. */
  readonly state: Float64Array;
  readonly parameters: Float64Array;
}

export function projectionMatrix(
  member: Member,
  stages: readonly ProjectionStage[],
  parameters: readonly ResolvedParameter[],
  settings: SimulatorSettings,
): ProjectionMatrix {
  const size = 2 * member.model.nv;
  const count = parameters.length;
  let state: Float64Array = Float64Array.from({ length: size * size }, (_, k) => (k % (size + 1) === 0 ? 1 : 0));
  let byParameters: Float64Array = new Float64Array(size * count);
  for (const stage of stages) {
    const found = stageMatrix(member, stage, parameters, settings);
    state = product(found.state, state, size, size, size);
    const carried = product(found.state, byParameters, size, size, count);
    byParameters = found.parameters.map((x, k) => x + carried[k]);
  }
  return { member, state, parameters: byParameters };
}

function stageMatrix(
  member: Member,
  stage: ProjectionStage,
  parameters: readonly ResolvedParameter[],
  settings: SimulatorSettings,
): ProjectionMatrix {
  const { nv } = member.model;
  const { timeStep } = settings;
  const [size, count] = [2 * nv, parameters.length];
  const placed = new Placed(member, 0);
  const poses = new Map<Body, Float64Array>();
  for (const [k, body] of member.bodies.entries()) poses.set(body, placed.poses.subarray(7 * k, 7 * k + 7));
  const record = recordOf(member, stage);
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
    ownersOf: () => [undefined, undefined],
    poses,
  });
  const wide = size + count;
  const shift = correction?.solveColumns(new Float64Array(nv * wide), wide) ?? new Float64Array(nv * wide);
  const state = new Float64Array(size * size);
  const byParameters = new Float64Array(size * count);
  const add = (row: number, column: number, value: number): void => {
    if (column < size) state[row * size + column] += value;
    else byParameters[row * count + column - size] += value;
  };
  for (const tangent of shiftTangents(member, stage.v, stage.velocity, timeStep, stage.v.slice())) {
    const { first, count: dofs, byStart, byMotion, byVelocity, byShift, byCenter } = tangent;
    for (let i = 0; i < dofs; i++)
      for (let j = 0; j < dofs; j++) {
        const at = i * dofs + j;
        add(first + i, first + j, byStart[at]);
        add(nv + first + i, nv + first + j, byVelocity ? byVelocity[at] : i === j ? 1 : 0);
        const [position, velocity] = [timeStep * byMotion[at], byShift ? byShift.velocity[at] : 0];
        for (let c = 0; c < wide; c++) {
          add(first + i, c, position * shift[(first + j) * wide + c]);
          add(nv + first + i, c, velocity * shift[(first + j) * wide + c]);
        }
      }
    const flight = member.flights.find(({ v: at }) => at === first);
    if (!flight || !byCenter) continue;
    parameters.forEach((parameter, p) => {
      if (parameter.kind !== 'size' || !parameter.solid || parameter.owner?.member !== member) return;
      if (parameter.owner.joint !== flight.joint) return;
      const change = centerChange(placed, flight.joint, poses.get(parameter.body) as Float64Array);
      for (const [k, x] of applied(byCenter.position, change).entries()) add(first + k, size + p, x);
      for (const [k, x] of applied(byCenter.velocity, change).entries()) add(nv + first + k, size + p, x);
    });
  }
  return { member, state, parameters: byParameters };
}

/** A stage as the record of a step that only corrects. */
function recordOf({ firstV }: Member, { q, velocity: own, impulses }: ProjectionStage): StepRecord {
  const rest = new Float64Array(firstV + own.length);
  const velocity = rest.slice();
  velocity.set(own, firstV);
  const none = new Float64Array(0);
  return {
    q,
    v: rest,
    next: rest,
    shift: velocity,
    torques: rest,
    externalForces: undefined,
    controls: none,
    bilateral: impulses.length,
    contacts: [],
    joints: [],
    impulses,
    sigma: none,
    compliance: none,
    before: none,
    correction: { impulses, velocity },
    isLimited: false,
    projections: [],
    residual: 0,
  };
}

function closuresOf(placed: Placed): { block: ClosureBlock; from: number }[] {
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
