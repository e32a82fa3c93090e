// The derivatives of Delassus entries between the rows of one constraint, for solvers whose law depends on them.
//
// With u = M⁻¹ Jᵢᵀ and w = M⁻¹ Jⱼᵀ: δ(Jᵢ M⁻¹ Jⱼᵀ) = δJᵢ w + δJⱼ u − uᵀ δM w. And uᵀ M w = Σ U·I W over the bodies, whose
// velocities are U and W. A degree of freedom S moves the subtree of its joint. In axes that move with the subtree, only the
// velocity V of the parent body changes, by −S × V. So with the velocities U and W of the parent body and the momenta P of the subtree,
//   uᵀ δM w = −(S × U)·P_w − (S × W)·P_u.
import { computeVelocities } from '../../dynamics/bodies.ts';
import { add6, applyInertia, crossMotion, dot6 } from '../../dynamics/spatial.ts';
import type { Body } from '../../scene/body.ts';
import { inertiaChange } from './inertia-change.ts';
import type { LinearIsland, LinearRows } from './linear-island.ts';
import type { ResolvedParameter } from './parameters.ts';
import type { PlacedMember } from './placed-member.ts';
import { RowBlock } from './row-block.ts';

/** The response of one member to a unit impulse along a row. */
interface MemberResponse {
  /** The spatial velocities of its bodies: six numbers per joint. */
  readonly velocity: Float64Array;
  /** The momenta of its subtrees: six numbers per joint. */
  readonly momentum: Float64Array;
}

/** The response to a unit impulse along a row. */
export interface Response {
  /** M⁻¹ Jᵀ in the island's coordinates. */
  readonly velocities: Float64Array;
  /** The response of each member that the impulse moves. */
  readonly motions: ReadonlyMap<PlacedMember, MemberResponse>;
}

export class DelassusChange {
  constructor(
    private readonly island: LinearIsland,
    private readonly parameters: readonly ResolvedParameter[],
    private readonly poses: ReadonlyMap<Body, Float64Array>,
  ) {}

  /** The response to a unit impulse along row k of a constraint. */
  respond({ columns, jacobian }: LinearRows, k: number): Response {
    const { n, placed: all } = this.island;
    const velocities = new Float64Array(n);
    const motions = new Map<PlacedMember, MemberResponse>();
    for (const placed of all) {
      const { member, first, inverse } = placed;
      const { nv } = member.model;
      let isMoved = false;
      for (let c = 0; c < columns.dofs; c++) {
        const coordinate = columns.target[c] - first;
        if (coordinate < 0 || coordinate >= nv) continue;
        isMoved = true;
        const value = jacobian[k * columns.dofs + c];
        for (let i = 0; i < nv; i++) velocities[first + i] += value * inverse.values[inverse.at(coordinate, i)];
      }
      if (isMoved) motions.set(placed, motionOf(placed, velocities.subarray(first, first + nv)));
    }
    return { velocities, motions };
  }

  /** Jᵢ M⁻¹ Jⱼᵀ, from the response of row j. */
  entry({ columns, jacobian }: LinearRows, i: number, { velocities }: Response): number {
    let sum = 0;
    for (let c = 0; c < columns.dofs; c++) sum += jacobian[i * columns.dofs + c] * velocities[columns.target[c]];
    return sum;
  }

  /** Adds `factor` · δ(Jᵢ M⁻¹ Jⱼᵀ) by each of the island's columns to `out`. The responses of rows i and j are u and w. */
  add(
    rows: LinearRows,
    [i, j]: readonly [number, number],
    [u, w]: readonly [Response, Response],
    factor: number,
    out: Float64Array,
    to: number,
  ): void {
    if (factor === 0) return;
    if (rows instanceof RowBlock) {
      rows.addRowChange(i, (placed) => velocityIn(w, placed), factor, out, to);
      rows.addRowChange(j, (placed) => velocityIn(u, placed), factor, out, to);
    }
    for (const [placed, ofU] of u.motions) {
      const ofW = w.motions.get(placed);
      if (!ofW) continue;
      addByConfiguration(placed, ofU, ofW, factor, out, to + placed.first);
      this.addByInertia(placed, ofU, ofW, factor, out, to + 2 * this.island.n);
    }
  }

  private addByInertia(
    placed: PlacedMember,
    u: MemberResponse,
    w: MemberResponse,
    factor: number,
    out: Float64Array,
    to: number,
  ): void {
    this.parameters.forEach((parameter, p) => {
      const change = inertiaChange(placed, parameter, this.poses);
      if (!change) return;
      applyInertia(change.inertia, 0, w.velocity, 6 * change.joint, force, 0);
      out[to + p] -= factor * dot6(u.velocity, 6 * change.joint, force, 0);
    });
  }
}

function motionOf(placed: PlacedMember, velocities: Float64Array): MemberResponse {
  const { data, member } = placed;
  const { parent } = member.model.tree;
  computeVelocities(member.model, data, velocities);
  const velocity = data.velocity.slice();
  const momentum = new Float64Array(velocity.length);
  for (let joint = parent.length - 1; joint >= 0; joint--) {
    applyInertia(data.inertia, 10 * joint, velocity, 6 * joint, force, 0);
    add6(force, 0, momentum, 6 * joint);
    if (parent[joint] >= 0) add6(momentum, 6 * joint, momentum, 6 * parent[joint]);
  }
  return { velocity, momentum };
}

function addByConfiguration(
  { data, member }: PlacedMember,
  u: MemberResponse,
  w: MemberResponse,
  factor: number,
  out: Float64Array,
  to: number,
): void {
  const { parent, dofJoint, coordinate, dofRatio } = member.model.tree;
  for (let dof = 0; dof < dofJoint.length; dof++) {
    const joint = dofJoint[dof];
    const parentJoint = parent[joint];
    if (parentJoint < 0) continue;
    crossMotion(data.axes, 6 * dof, u.velocity, 6 * parentJoint, rotated, 0);
    let sum = dot6(rotated, 0, w.momentum, 6 * joint);
    crossMotion(data.axes, 6 * dof, w.velocity, 6 * parentJoint, rotated, 0);
    sum += dot6(rotated, 0, u.momentum, 6 * joint);
    out[to + coordinate[dof]] += factor * dofRatio[dof] * sum;
  }
}

function velocityIn({ motions }: Response, placed: PlacedMember): Float64Array {
  return (motions.get(placed) as MemberResponse).velocity;
}

const [force, rotated] = [new Float64Array(6), new Float64Array(6)];
