// Invariants of the free motion of a tree of joints: the momentum along its root joint, which is a symmetry of the whole tree,
// the kinetic energy, and the uniform motion of the center of mass if the root is floating. A position correction must conserve
// momentum and energy, too: it moves the links, and the same joint velocities would then have a different momentum and energy.
//
// At a configuration v = e + u, where e is a motion of the whole tree as a rigid body, along the root's coordinates, and u is an
// internal motion without momentum along them. e and u are M-orthogonal. So the momentum determines e, and the energy then
// determines the length of u.
import type { Data } from '../dynamics/data.ts';
import { MOTION_BALL, MOTION_FREE, MOTION_PLANE } from '../dynamics/joints/joint.ts';
import type { Model } from '../dynamics/model.ts';
import { applyInertia, dot6 } from '../dynamics/spatial.ts';
import { factorize, solveFactorized } from '../math/linear/cholesky.ts';

/** Energies below this fraction of the total are rounding. */
const rounding = 1e-15;
/** The largest factor on the internal velocity, which keeps a small internal motion from taking up the energy of the whole motion. */
const maxGrowth = 2;

/** A correction is small if it changes the internal velocity by less than this fraction, or the energy by less than `smallEnergyChange`. */
const smallScaleChange = 0.1;
/** The fraction of the total energy below which a change of the energy of the internal motion is small. */
const smallEnergyChange = 1e-9;

/** Energy, momentum and inertia of a tree about its origin, in world axes. */
class TreeMeasure {
  energy = 0;
  readonly momentum = new Float64Array(6);
  readonly inertia = new Float64Array(10);
}

const spatial = new Float64Array(6);

export class TreeInvariants {
  /** The index of the root's quaternion in the configuration; −1 for other roots, and if `symmetries` is 0. */
  readonly quaternion: number;
  /** The index of the root's angular velocity in the velocity; −1 if `quaternion` is −1. */
  readonly angularVelocity: number;
  /** The number of the root's velocity coordinates; 0 unless the tree is symmetric (see the constructor). */
  readonly symmetries: number;
  /** Whether the tree is symmetric and its root is a free or planar joint. */
  readonly isFloating: boolean;
  /** Whether the tree is a single body whose mass matrix is constant in its axes: a correction then changes nothing. */
  readonly isRigid: boolean;

  // Results of the last `finish` or `restoreAfterCorrection`.
  /** e along the root's coordinates, times `fraction`. */
  readonly rigid: Float64Array;
  /** e of the velocity before the correction. */
  readonly rigidBefore: Float64Array;
  /** The factor on u. */
  scale = 1;
  /** Whether the energy determined `scale`. */
  isScaled = false;
  /** The factor on e; below 1 if e alone would exceed the energy. */
  fraction = 1;
  /** The number of the root's coordinates whose momentum is conserved. */
  conserved = 0;

  /** Measured at the last `begin`, and at the last `finish` or `restoreAfterCorrection`. */
  private readonly start = new TreeMeasure();
  private readonly end = new TreeMeasure();
  /** The tree's origin at the last `begin`. */
  private readonly origin = new Float64Array(3);
  /** M_rr, the block of the mass matrix for the root's coordinates: its upper triangle, and its Cholesky factor in the lower triangle. */
  private readonly matrix: Float64Array;

  /**
   * @param root the first joint of the tree
   * @param stopJoint the index after its last joint
   * @param first its first velocity coordinate
   * @param stop the index after its last velocity coordinate
   * @param isSymmetric false if a mimic joint follows the root, or if mimic joints connect several trees, which then count as one
   */
  constructor(
    private readonly model: Model,
    readonly root: number,
    private readonly stopJoint: number,
    readonly first: number,
    readonly stop: number,
    isSymmetric: boolean,
  ) {
    const { q, v, nv } = model.joints[root];
    const motion = model.tree.motion[root];
    this.symmetries = isSymmetric ? nv : 0;
    this.isFloating = isSymmetric && (motion === MOTION_FREE || motion === MOTION_PLANE);
    // Not for planar joints, whose velocity is the velocity of the joint's origin (floating-joint.ts).
    this.isRigid = stopJoint === root + 1 && motion !== MOTION_PLANE;
    const shift = motion === MOTION_FREE ? 3 : 0;
    const hasQuaternion = isSymmetric && (motion === MOTION_FREE || motion === MOTION_BALL);
    this.quaternion = hasQuaternion ? q + shift : -1;
    this.angularVelocity = hasQuaternion ? v + shift : -1;
    this.rigid = new Float64Array(nv);
    this.rigidBefore = new Float64Array(nv);
    this.matrix = new Float64Array(nv * nv);
  }

  /** Records the invariants. `data` must have the placements, inertias and velocities of the bodies for v. @returns the kinetic energy */
  begin(data: Data, v: Float64Array): number {
    this.measure(data, v, this.start);
    for (let k = 0; k < 3; k++) this.origin[k] = data.origin[3 * this.root + k];
    return this.start.energy;
  }

  /**
   * Restores the invariants after a motion by correcting v, and the position of a floating root that is not locked. `data` must have the placements,
   * inertias and velocities of the bodies for v.
   * @param before the velocity at the start
   * @param time the duration of the motion, in seconds
   * @param isLocked whether friction or a limit locks the root
   * @returns whether the correction is small
   */
  finish(data: Data, q: Float64Array, v: Float64Array, before: Float64Array, time: number, isLocked: boolean): boolean {
    this.measure(data, v, this.end);
    if (this.isFloating && !isLocked) this.moveStraight(data, q, time);
    return this.restore(data, v, before, isLocked);
  }

  /** Like `finish`, after a position correction, which may have moved the center of mass. */
  restoreAfterCorrection(data: Data, v: Float64Array, before: Float64Array, isLocked: boolean): void {
    this.measure(data, v, this.end);
    this.restore(data, v, before, isLocked);
  }

  /** Corrects v, for which `end` was measured. @returns whether the correction is small */
  private restore(data: Data, v: Float64Array, before: Float64Array, isLocked: boolean): boolean {
    const { start, end, rigid, rigidBefore, first, stop } = this;
    this.conserved = isLocked ? 0 : this.symmetries;
    this.fraction = 1;
    let targetEnergy = start.energy;
    let internalEnergy = end.energy;
    if (this.conserved > 0) {
      this.readMomenta(data, v, before);
      targetEnergy -= this.rigidEnergy(rigid);
      if (targetEnergy < 0) {
        // For motions that the step does not resolve, energy takes precedence over momentum.
        this.fraction = Math.sqrt(start.energy / (start.energy - targetEnergy));
        for (let k = 0; k < this.conserved; k++) rigid[k] *= this.fraction;
      }
      internalEnergy -= this.rigidEnergy(rigidBefore);
    }
    this.isScaled = internalEnergy > 0 && Math.abs(targetEnergy - internalEnergy) > rounding * start.energy;
    this.scale = this.isScaled ? Math.sqrt(Math.max(0, targetEnergy) / internalEnergy) : 1;
    if (!(this.scale > 0 && this.scale < maxGrowth)) {
      this.isScaled = false;
      this.scale = Math.min(maxGrowth, this.scale);
    }
    for (let k = first; k < stop; k++) {
      const root = k - first;
      if (root < this.conserved) v[k] = rigid[root] + this.scale * (v[k] - rigidBefore[root]);
      else v[k] *= this.scale;
    }
    return (
      Math.abs(this.scale - 1) < smallScaleChange ||
      Math.abs(targetEnergy - internalEnergy) < smallEnergyChange * start.energy
    );
  }

  private measure({ inertia, velocity }: Data, v: Float64Array, out: TreeMeasure): void {
    const { momentum, inertia: total } = out;
    let energy = 0;
    let p0 = 0;
    let p1 = 0;
    let p2 = 0;
    let p3 = 0;
    let p4 = 0;
    let p5 = 0;
    let i0 = 0;
    let i1 = 0;
    let i2 = 0;
    let i3 = 0;
    let i4 = 0;
    let i5 = 0;
    let i6 = 0;
    let i7 = 0;
    let i8 = 0;
    let i9 = 0;
    for (let joint = this.root; joint < this.stopJoint; joint++) {
      const b = 10 * joint;
      const at = 6 * joint;
      const mass = inertia[b];
      const hx = inertia[b + 1];
      const hy = inertia[b + 2];
      const hz = inertia[b + 3];
      const xx = inertia[b + 4];
      const xy = inertia[b + 5];
      const xz = inertia[b + 6];
      const yy = inertia[b + 7];
      const yz = inertia[b + 8];
      const zz = inertia[b + 9];
      const lx = velocity[at];
      const ly = velocity[at + 1];
      const lz = velocity[at + 2];
      const x = velocity[at + 3];
      const y = velocity[at + 4];
      const z = velocity[at + 5];
      // The momentum of the body: see `applyInertia`.
      const f0 = mass * lx + y * hz - z * hy;
      const f1 = mass * ly + z * hx - x * hz;
      const f2 = mass * lz + x * hy - y * hx;
      const f3 = hy * lz - hz * ly + xx * x + xy * y + xz * z;
      const f4 = hz * lx - hx * lz + xy * x + yy * y + yz * z;
      const f5 = hx * ly - hy * lx + xz * x + yz * y + zz * z;
      energy += (lx * f0 + ly * f1 + lz * f2 + x * f3 + y * f4 + z * f5) / 2;
      p0 += f0;
      p1 += f1;
      p2 += f2;
      p3 += f3;
      p4 += f4;
      p5 += f5;
      i0 += mass;
      i1 += hx;
      i2 += hy;
      i3 += hz;
      i4 += xx;
      i5 += xy;
      i6 += xz;
      i7 += yy;
      i8 += yz;
      i9 += zz;
    }
    for (let k = this.first; k < this.stop; k++) energy += (this.model.armature[k] * v[k] * v[k]) / 2;
    out.energy = energy;
    momentum[0] = p0;
    momentum[1] = p1;
    momentum[2] = p2;
    momentum[3] = p3;
    momentum[4] = p4;
    momentum[5] = p5;
    total[0] = i0;
    total[1] = i1;
    total[2] = i2;
    total[3] = i3;
    total[4] = i4;
    total[5] = i5;
    total[6] = i6;
    total[7] = i7;
    total[8] = i8;
    total[9] = i9;
  }

  /** Moves a floating root such that the center of mass has moved uniformly since `begin`. */
  private moveStraight(data: Data, q: Float64Array, time: number): void {
    const { start, end, origin, root } = this;
    const { tree, joints } = this.model;
    const mass = start.inertia[0];
    if (!(mass > 0)) return;
    for (let k = 0; k < 3; k++) {
      const displacement = (time * start.momentum[k] + start.inertia[1 + k] - end.inertia[1 + k]) / mass;
      spatial[k] = origin[k] + displacement - data.origin[3 * root + k];
    }
    const dimension = tree.motion[root] === MOTION_FREE ? 3 : 2;
    const from = 12 * root;
    for (let k = 0; k < 3; k++) data.origin[3 * root + k] = tree.placement[from + 9 + k];
    // The same numbers as in place.ts, to the last bit.
    for (let k = 0; k < dimension; k++) {
      const x = tree.placement[from + k];
      const y = tree.placement[from + 3 + k];
      const z = tree.placement[from + 6 + k];
      q[joints[root].q + k] += x * spatial[0] + y * spatial[1] + z * spatial[2];
      const displacement = q[joints[root].q + k];
      data.origin[3 * root] += displacement * x;
      data.origin[3 * root + 1] += displacement * y;
      data.origin[3 * root + 2] += displacement * z;
    }
  }

  /**
   * Writes e = M_rr⁻¹ h to `rigid` for the momentum h of the start, and to `rigidBefore` for the momentum of v, along the root's
   * coordinates.
   */
  private readMomenta(data: Data, v: Float64Array, before: Float64Array): void {
    const { start, end, rigid, rigidBefore, matrix, conserved, root, first } = this;
    const { armature, tree } = this.model;
    const dof = tree.firstDof[root];
    startMomentum.set(start.momentum);
    if (this.isFloating && end.inertia[0] > 0) {
      // The angular momentum about the center of mass is constant; about the world's origin, large positions would cost digits.
      const x = (end.inertia[1] - start.inertia[1]) / end.inertia[0];
      const y = (end.inertia[2] - start.inertia[2]) / end.inertia[0];
      const z = (end.inertia[3] - start.inertia[3]) / end.inertia[0];
      startMomentum[3] += y * startMomentum[2] - z * startMomentum[1];
      startMomentum[4] += z * startMomentum[0] - x * startMomentum[2];
      startMomentum[5] += x * startMomentum[1] - y * startMomentum[0];
    }
    for (let i = 0; i < conserved; i++) {
      const at = 6 * (dof + i);
      rigid[i] = dot6(data.axes, at, startMomentum, 0) + armature[first + i] * before[first + i];
      rigidBefore[i] = dot6(data.axes, at, end.momentum, 0) + armature[first + i] * v[first + i];
      applyInertia(end.inertia, 0, data.axes, at, spatial, 0);
      for (let j = 0; j < conserved; j++) matrix[i * conserved + j] = dot6(data.axes, 6 * (dof + j), spatial, 0);
      matrix[i * conserved + i] += armature[first + i];
    }
    this.momenta.set(rigid, 0);
    this.momenta.set(rigidBefore, conserved);
    for (let k = 0; k < conserved; k++) diagonal[k] = matrix[k * conserved + k];
    factorize(matrix, conserved);
    this.solveRefined(rigid);
    this.solveRefined(rigidBefore);
  }

  /**
   * x ← M_rr⁻¹ x with one step of iterative refinement, which keeps the momentum constant to rounding in a long free motion. The upper
   * triangle still has M_rr.
   */
  private solveRefined(x: Float64Array): void {
    const { matrix, conserved } = this;
    residual.set(x);
    solveFactorized(matrix, conserved, x);
    for (let i = 0; i < conserved; i++) {
      residual[i] -= diagonal[i] * x[i];
      for (let j = i + 1; j < conserved; j++) {
        residual[i] -= matrix[i * conserved + j] * x[j];
        residual[j] -= matrix[i * conserved + j] * x[i];
      }
    }
    solveFactorized(matrix, conserved, residual);
    for (let k = 0; k < conserved; k++) x[k] += residual[k];
  }

  /** The momenta of the start and of v along the root's coordinates, `conserved` numbers each. */
  private readonly momenta = new Float64Array(12);

  private rigidEnergy(e: Float64Array): number {
    const from = e === this.rigid ? 0 : this.conserved;
    let product = 0;
    for (let k = 0; k < this.conserved; k++) product += this.momenta[from + k] * e[k];
    return product / 2;
  }
}

const startMomentum = new Float64Array(6);
const diagonal = new Float64Array(6);
const residual = new Float64Array(6);

/** The trees of a model. If joints mimic a joint of another tree, all trees count as one without symmetries. */
export function treesOf(model: Model): TreeInvariants[] {
  const { tree, joints } = model;
  const rootOf = new Map(joints.map(({ name }, joint) => [name, tree.root[joint]]));
  const leaders = new Set(joints.map(({ mimic }) => mimic?.joint));
  if (joints.some(({ mimic }, k) => mimic && rootOf.get(mimic.joint) !== tree.root[k]))
    return [new TreeInvariants(model, 0, joints.length, 0, model.nv, false)];
  const roots = joints.flatMap((_, joint) => (tree.parent[joint] < 0 ? [joint] : []));
  return roots.map((root, k) => {
    const stopJoint = roots[k + 1] ?? joints.length;
    const stop = stopJoint < joints.length ? joints[stopJoint].v : model.nv;
    return new TreeInvariants(model, root, stopJoint, joints[root].v, stop, !leaders.has(joints[root].name));
  });
}
