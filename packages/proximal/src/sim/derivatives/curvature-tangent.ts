// The curvature κ = e(F_τ(q, v)) − e − τ J v of a joint's rows (joint-curvature.ts), and its derivatives: with the Jacobian J' of the errors after
// the free motion F,
//   δκ = J' δF − J δq − τ (δJ v + J δv).
import type { BodyJoint } from '../body-joint.ts';
import { directionOf, isAngular, measure, type RowGeometry } from '../body-joint-geometry.ts';
import { type freeMotionOf, placeAhead } from '../joint-curvature.ts';
import type { Member } from '../member.ts';
import { type ConstraintSide, crossTo } from './chain.ts';
import type { ParameterEffect } from './corrected.ts';
import { applied, floatingJointTangent } from './floating-joint-tangent.ts';
import type { PlacedMember } from './placed-member.ts';
import type { StepRecord } from './record.ts';
import type { RowBlock } from './row-block.ts';
import { spinTangent } from './spin-tangent.ts';

/** The free motion of one of the joint's bodies: the rotation by rows and the position at its end, and this pose's derivatives with respect to q and v, 6 × 6. */
interface FreeMotionTangent {
  readonly pose: Float64Array;
  readonly byStart: Float64Array;
  readonly byVelocity: Float64Array;
  /** The change of the final position by parameters that move the center of mass, in the body's final axes: three numbers each. */
  readonly byParameters: readonly { readonly parameter: number; readonly linear: Float64Array }[];
}

export class CurvatureTangent {
  /** κ of each row. */
  readonly values: Float64Array;
  /** τ, in seconds. */
  readonly time: number;
  private readonly factor: number;
  /** J' δF − J δq − τ J δv by q and by v: rows × degrees of freedom. */
  private readonly byPosition: Float64Array;
  private readonly byVelocity: Float64Array;
  /** J' δF of each row by a parameter. */
  private readonly byParameters: { readonly row: number; readonly parameter: number; readonly value: number }[] = [];

  /**
   * @param bodyJoint placed before the step
   * @param block its bilateral rows
   * @param changesOf the effects of the parameters on a member
   */
  constructor(
    bodyJoint: BodyJoint,
    private readonly block: RowBlock,
    record: StepRecord,
    { time, factor }: ReturnType<typeof freeMotionOf>,
    changesOf: (placed: PlacedMember) => readonly ParameterEffect[],
  ) {
    [this.time, this.factor] = [time, factor];
    const { rows, sides, columns, jacobian } = block;
    const { a, b, endA, endB } = bodyJoint;
    const motions = sides.map((side) => freeMotionOfSide(side, record, time, changesOf(side.placed)));
    const poseOf = (member: Member): Float64Array =>
      motions[sides.findIndex(({ placed }) => placed.member === member)].pose;
    placeAhead(endA, a, poseOf, aheadA);
    placeAhead(endB, b, poseOf, aheadB);
    const kinds = bodyJoint.triples.flat();
    this.values = new Float64Array(rows);
    this.byPosition = jacobian.map((x) => -x);
    this.byVelocity = jacobian.map((x) => -time * x);
    for (const [row, kind] of kinds.entries()) {
      if (!kind) continue;
      const before = block.velocityOf(row, (placed) => placed.before);
      this.values[row] = measure(kind, aheadA, aheadB) - measure(kind, a, b) - time * before;
      for (const [index, side] of sides.entries()) {
        rowAhead(kind, side, motions[index].pose);
        for (const { parameter, linear } of motions[index].byParameters) {
          const value = entries[0] * linear[0] + entries[1] * linear[1] + entries[2] * linear[2];
          this.byParameters.push({ row, parameter, value });
        }
        for (let c = 0; c < columns.dofs; c++) {
          if (columns.side[c] !== index) continue;
          const at = row * columns.dofs + c;
          for (let k = 0; k < 6; k++) {
            this.byPosition[at] += entries[k] * motions[index].byStart[6 * k + columns.dof[c]];
            this.byVelocity[at] += entries[k] * motions[index].byVelocity[6 * k + columns.dof[c]];
          }
        }
      }
    }
  }

  /** Adds −δc* of a row, for the part −factor κ/τ of c*: see `freeMotionOf`. */
  addReference(row: number, n: number, out: Float64Array, to: number): void {
    this.addChange(row, this.factor / this.time, n, out, to);
  }

  /** Adds `factor` · δκ of a row by the island's columns. @param n the number of the island's coordinates */
  addChange(row: number, factor: number, n: number, out: Float64Array, to: number): void {
    const { block, byPosition, byVelocity } = this;
    const { dofs, target } = block.columns;
    for (let c = 0; c < dofs; c++) {
      out[to + target[c]] += factor * byPosition[row * dofs + c];
      out[to + n + target[c]] += factor * byVelocity[row * dofs + c];
    }
    for (const each of this.byParameters) if (each.row === row) out[to + 2 * n + each.parameter] += factor * each.value;
    block.addRowChange(row, ({ before }) => before, -factor * this.time, out, to);
  }
}

function freeMotionOfSide(
  { placed }: ConstraintSide,
  record: StepRecord,
  time: number,
  changes: readonly ParameterEffect[],
): FreeMotionTangent {
  const { free, floatingJoints } = placed.member;
  if (!free) throw new Error('CurvatureTangent: a robot is not a free body.');
  const { q, v } = placed.partOf(record);
  const pose = new Float64Array(12);
  free.predict(q, v, time, pose);
  const { byStart, byMotion, byCenter } = floatingJointTangent(
    floatingJoints[0],
    spinTangent(free.spin, v.subarray(3), time),
    v,
    time,
  );
  const byParameters = changes.map(({ parameter, center }) => ({
    parameter,
    linear: applied((byCenter as NonNullable<typeof byCenter>).position, center),
  }));
  return { pose, byStart, byVelocity: byMotion.map((x) => time * x), byParameters };
}

const [aheadA, aheadB, entries] = [new Float64Array(15), new Float64Array(15), new Float64Array(6)];
const [direction, arm, moment] = [0, 1, 2].map(() => new Float64Array(3));

/** Writes the entries of a row of J' for one of its free bodies to `entries`. */
function rowAhead(kind: RowGeometry, { sign }: ConstraintSide, pose: Float64Array): void {
  const isAngularRow = isAngular(kind);
  directionOf(kind, aheadA, aheadB, direction);
  for (let k = 0; k < 3; k++) arm[k] = aheadB[12 + k] - pose[9 + k];
  if (isAngularRow) moment.set(direction);
  else crossTo(arm, 0, direction, 0, moment, 0);
  for (let k = 0; k < 3; k++) {
    const along = (vector: Float64Array): number =>
      sign * (pose[k] * vector[0] + pose[3 + k] * vector[1] + pose[6 + k] * vector[2]);
    entries[k] = isAngularRow ? 0 : along(direction);
    entries[3 + k] = along(moment);
  }
}
