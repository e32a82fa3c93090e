// The generalized momentum M(q) v of a robot, linearized at a configuration: its part along the root joints, and the kinetic energy.
//
// M v is the inverse dynamics of the acceleration v at zero velocity, so its derivative follows from rnea-derivatives.ts with Ψ' = 0: for
// the degree of freedom j, column S, of a body whose parent has the velocity V,
//   ∂(M v)ᵢ/∂qⱼ = Sᵢᵀ (I (V × S) + S ×* f)
// for i closer to the root than j's joint, with the inertia I and the momentum f of the subtree of j, and 0 for i of the same root joint. The
// part of j's subtree in v·∂(M v)/∂qⱼ is (f − I V)·(V × S), and the part of the joints closer to the root is V·(I (V × S) + S ×* f). So
//   ½ v·∂(M v)/∂qⱼ = f·(V × S).
import { composeInertias, computeInertias, computeVelocities } from '../../dynamics/bodies.ts';
import type { Data } from '../../dynamics/data.ts';
import type { Model } from '../../dynamics/model.ts';
import { place } from '../../dynamics/place.ts';
import { add6, addCrossForce, applyInertia, crossMotion, dot6 } from '../../dynamics/spatial.ts';
import { forEachDof } from './chain.ts';
import type { Dense } from './dense.ts';
import type { InertiaChange } from './linearized-torque.ts';
import type { Workspace } from './workspace.ts';

export interface LinearizedMomentum {
  /** M v. */
  readonly momentum: Float64Array;
  /** The rows of ∂(M v)/∂q for the coordinates of root joints; all other rows are zero. */
  readonly byPosition: Dense;
  /** The rows of M for the coordinates of root joints; all other rows are zero. */
  readonly mass: Dense;
  /** ½ v·∂(M v)/∂q. */
  readonly energyByPosition: Float64Array;
  /** ∂(M v) by each parameter: nv numbers. */
  readonly byParameters: readonly Float64Array[];
  /** For each parameter the derivatives of the mass and first moment of the tree, in the axes of the tree's root: four numbers. */
  readonly moments: readonly Float64Array[];
  /** The rotations of all joints. */
  readonly rotation: Float64Array;
}

/**
 * @param data overwritten, with the placements and inertias at q
 * @param workspace for the result
 */
export function linearizeMomentum(
  model: Model,
  data: Data,
  workspace: Workspace,
  parameters: readonly InertiaChange[],
  q: Float64Array,
  v: Float64Array,
): LinearizedMomentum {
  place(model, data, q);
  computeInertias(model, data);
  return linearizePlacedMomentum(model, data, workspace, parameters, v);
}

/** Like `linearizeMomentum`, if `data` already has the placements and inertias at q. */
export function linearizePlacedMomentum(
  model: Model,
  data: Data,
  workspace: Workspace,
  parameters: readonly InertiaChange[],
  v: Float64Array,
): LinearizedMomentum {
  const { nv } = model;
  composeInertias(model, data);
  computeVelocities(model, data, v);
  sumMomenta(model, data);
  const inertias = parameters.map((each) => each.at(data));
  const rotation = workspace.arrayOf(data.rotation);
  const found = {
    momentum: workspace.array(nv),
    byPosition: workspace.zero(nv, nv),
    mass: workspace.zero(nv, nv),
    energyByPosition: workspace.array(nv),
    byParameters: parameters.map(({ joint }, k) => momentaOf(model, data, inertias[k], joint)),
    moments: parameters.map(({ joint }, k) => momentsOf(rotation, model.tree.root[joint], inertias[k])),
    rotation,
  };
  for (let dof = 0; dof < model.tree.dofJoint.length; dof++) addColumn(model, data, dof, found);
  for (let k = 0; k < nv; k++) {
    found.momentum[k] += model.armature[k] * v[k];
    found.mass.values[found.mass.at(k, k)] += model.armature[k];
  }
  return found;
}

/** Twice the kinetic energy of the velocity v at the configuration of the last `linearizeMomentum` with this `data`. */
export function twiceEnergy(model: Model, data: Data, v: Float64Array): number {
  computeVelocities(model, data, v);
  let sum = 0;
  for (let joint = 0; joint < model.joints.length; joint++) {
    applyInertia(data.inertia, 10 * joint, data.velocity, 6 * joint, force, 0);
    sum += dot6(data.velocity, 6 * joint, force, 0);
  }
  for (let k = 0; k < v.length; k++) sum += model.armature[k] * v[k] * v[k];
  return sum;
}

/** Writes the momentum of every subtree to `data.force`. */
function sumMomenta({ tree: { parent } }: Model, { inertia, velocity, force: momentum }: Data): void {
  for (let joint = 0; joint < parent.length; joint++)
    applyInertia(inertia, 10 * joint, velocity, 6 * joint, momentum, 6 * joint);
  for (let joint = parent.length - 1; joint >= 0; joint--)
    if (parent[joint] >= 0) add6(momentum, 6 * joint, momentum, 6 * parent[joint]);
}

/** Adds the column of a degree of freedom to all derivatives. */
function addColumn({ tree }: Model, data: Data, dof: number, found: LinearizedMomentum): void {
  const { axes, composite, velocity, force: momentum } = data;
  const { momentum: total, byPosition, mass, energyByPosition } = found;
  const joint = tree.dofJoint[dof];
  const root = tree.root[joint];
  const parentJoint = tree.parent[joint];
  const column = tree.coordinate[dof];
  const ratio = tree.dofRatio[dof];
  total[column] += ratio * dot6(axes, 6 * dof, momentum, 6 * joint);
  applyInertia(composite, 10 * joint, axes, 6 * dof, axisMomentum, 0);
  if (parentJoint >= 0) {
    crossMotion(velocity, 6 * parentJoint, axes, 6 * dof, turned, 0);
    energyByPosition[column] += ratio * dot6(turned, 0, momentum, 6 * joint);
    applyInertia(composite, 10 * joint, turned, 0, force, 0);
    addCrossForce(axes, 6 * dof, momentum, 6 * joint, force, 0);
  }
  const turns = parentJoint >= 0;
  const m0 = axisMomentum[0];
  const m1 = axisMomentum[1];
  const m2 = axisMomentum[2];
  const m3 = axisMomentum[3];
  const m4 = axisMomentum[4];
  const m5 = axisMomentum[5];
  const f0 = force[0];
  const f1 = force[1];
  const f2 = force[2];
  const f3 = force[3];
  const f4 = force[4];
  const f5 = force[5];
  for (let other = tree.firstDof[root]; other < tree.firstDof[root + 1]; other++) {
    const row = tree.coordinate[other];
    const ratios = ratio * tree.dofRatio[other];
    const k = 6 * other;
    const s0 = axes[k];
    const s1 = axes[k + 1];
    const s2 = axes[k + 2];
    const s3 = axes[k + 3];
    const s4 = axes[k + 4];
    const s5 = axes[k + 5];
    mass.values[mass.at(row, column)] += ratios * (s0 * m0 + s1 * m1 + s2 * m2 + s3 * m3 + s4 * m4 + s5 * m5);
    if (!turns) continue;
    byPosition.values[byPosition.at(row, column)] +=
      ratios * (s0 * f0 + s1 * f1 + s2 * f2 + s3 * f3 + s4 * f4 + s5 * f5);
  }
}

/** The generalized momentum Sᵀ I v of an additional inertia I fixed to a joint's body. */
function momentaOf(model: Model, data: Data, inertia: Float64Array, joint: number): Float64Array {
  applyInertia(inertia, 0, data.velocity, 6 * joint, force, 0);
  const out = new Float64Array(model.nv);
  forEachDof(model, joint, (dof, coordinate, ratio) => {
    out[coordinate] += ratio * dot6(data.axes, 6 * dof, force, 0);
  });
  return out;
}

/** Mass and first moment of an inertia in the axes of a root. */
function momentsOf(rotation: Float64Array, root: number, inertia: Float64Array): Float64Array {
  const at = 9 * root;
  const along = (i: number): number =>
    rotation[at + i] * inertia[1] + rotation[at + 3 + i] * inertia[2] + rotation[at + 6 + i] * inertia[3];
  return Float64Array.of(inertia[0], along(0), along(1), along(2));
}

const [force, axisMomentum, turned] = [new Float64Array(6), new Float64Array(6), new Float64Array(6)];
