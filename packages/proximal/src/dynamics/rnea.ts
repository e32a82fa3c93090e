// Inverse dynamics by the recursive Newton-Euler algorithm (Featherstone, Rigid Body Dynamics Algorithms, ch. 5), in world
// axes: velocities and accelerations outward, forces inward. In world axes a subtree's force is a plain sum.
import { computeAccelerations, computeVelocities } from './bodies.ts';
import { checkConfiguration, checkForces, checkPair, checkVector } from './check-arguments.ts';
import type { Data } from './data.ts';
import type { Model, Tree } from './model.ts';
import { place } from './place.ts';

/**
 * The joint torques and forces for the accelerations `a`: τ = M(q) a + b(q, v) − Σ Jᵀ f.
 * @param q configuration
 * @param v velocity, in rad/s and m/s
 * @param a acceleration, in rad/s² and m/s²
 * @param externalForces six numbers for each joint's body: force and moment at the joint's frame, along its axes, in N and N m
 * @returns nv numbers, in N m and N, in an array of `data` that later calls with this `data` may overwrite
 * @example
 * ```ts
 * const tau = inverseDynamics(model, data, q, v, a);
 * ```
 */
export function inverseDynamics(
  model: Model,
  data: Data,
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
  externalForces?: Float64Array,
): Float64Array {
  const where = 'inverseDynamics';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  checkVector(where, 'v', v, model.nv);
  checkVector(where, 'a', a, model.nv);
  if (externalForces !== undefined) checkForces(where, model, externalForces);
  return newtonEuler(model, data, q, v, a, externalForces, data.torque);
}

/** `inverseDynamics` without checks. */
export function newtonEuler(
  model: Model,
  data: Data,
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
  externalForces: Float64Array | undefined,
  out: Float64Array,
): Float64Array {
  place(model, data, q);
  computeVelocities(model, data, v);
  return torqueOf(model, data, a, externalForces, out);
}

/** Inverse dynamics after placements and velocities are computed. */
export function torqueOf(
  model: Model,
  data: Data,
  a: Float64Array,
  externalForces: Float64Array | undefined,
  out: Float64Array,
): Float64Array {
  computeAccelerations(model, data, a, model.gravity, -1);
  const { tree, armature } = model;
  for (let joint = 0; joint < tree.parent.length; joint++) computeForce(tree, data, joint);
  if (externalForces)
    for (let joint = 0; joint < tree.parent.length; joint++) subtractExternalForce(tree, data, joint, externalForces);
  for (let k = 0; k < model.nv; k++) out[k] = armature[k] * a[k];
  collectForces(tree, data, out);
  return out;
}

/**
 * The torques that hold a robot at rest, after placements and inertias are computed: with the mass m and the first moment h of a body, its force is
 * (−m g, −h × g).
 */
export function holdingTorque(
  model: Model,
  data: Data,
  externalForces: Float64Array | undefined,
  out: Float64Array,
): Float64Array {
  const { tree, gravity, nv } = model;
  const { inertia, force } = data;
  const x = gravity[0];
  const y = gravity[1];
  const z = gravity[2];
  for (let joint = 0; joint < tree.parent.length; joint++) {
    const b = 10 * joint;
    const at = 6 * joint;
    const hx = inertia[b + 1];
    const hy = inertia[b + 2];
    const hz = inertia[b + 3];
    force[at] = -inertia[b] * x;
    force[at + 1] = -inertia[b] * y;
    force[at + 2] = -inertia[b] * z;
    force[at + 3] = hz * y - hy * z;
    force[at + 4] = hx * z - hz * x;
    force[at + 5] = hy * x - hx * y;
  }
  if (externalForces)
    for (let joint = 0; joint < tree.parent.length; joint++) subtractExternalForce(tree, data, joint, externalForces);
  for (let k = 0; k < nv; k++) out[k] = 0;
  collectForces(tree, data, out);
  return out;
}

/**
 * The force that moves a body: f = m (a + α × c + ω × (v + ω × c)) and n = c × f + I α + ω × I ω, with the center of mass c, the velocity
 * (v, ω) and acceleration (a, α) at the tree's origin, and the inertia I = R I' Rᵀ about c.
 */
function computeForce(tree: Tree, data: Data, joint: number): void {
  const { inertia } = tree;
  const { rotation, position, velocity, acceleration, force } = data;
  const b = 10 * joint;
  const r = 9 * joint;
  const at = 6 * joint;
  const mass = inertia[b];
  const r0 = rotation[r];
  const r1 = rotation[r + 1];
  const r2 = rotation[r + 2];
  const r3 = rotation[r + 3];
  const r4 = rotation[r + 4];
  const r5 = rotation[r + 5];
  const r6 = rotation[r + 6];
  const r7 = rotation[r + 7];
  const r8 = rotation[r + 8];
  const cx = position[3 * joint] + r0 * inertia[b + 1] + r1 * inertia[b + 2] + r2 * inertia[b + 3];
  const cy = position[3 * joint + 1] + r3 * inertia[b + 1] + r4 * inertia[b + 2] + r5 * inertia[b + 3];
  const cz = position[3 * joint + 2] + r6 * inertia[b + 1] + r7 * inertia[b + 2] + r8 * inertia[b + 3];
  const wx = velocity[at + 3];
  const wy = velocity[at + 4];
  const wz = velocity[at + 5];
  const ax = acceleration[at + 3];
  const ay = acceleration[at + 4];
  const az = acceleration[at + 5];
  const vx = velocity[at] + wy * cz - wz * cy;
  const vy = velocity[at + 1] + wz * cx - wx * cz;
  const vz = velocity[at + 2] + wx * cy - wy * cx;
  const fx = mass * (acceleration[at] + ay * cz - az * cy + wy * vz - wz * vy);
  const fy = mass * (acceleration[at + 1] + az * cx - ax * cz + wz * vx - wx * vz);
  const fz = mass * (acceleration[at + 2] + ax * cy - ay * cx + wx * vy - wy * vx);
  // The angular part in the body's axes, where its inertia is constant.
  const ox = r0 * wx + r3 * wy + r6 * wz;
  const oy = r1 * wx + r4 * wy + r7 * wz;
  const oz = r2 * wx + r5 * wy + r8 * wz;
  const bx = r0 * ax + r3 * ay + r6 * az;
  const by = r1 * ax + r4 * ay + r7 * az;
  const bz = r2 * ax + r5 * ay + r8 * az;
  const xx = inertia[b + 4];
  const xy = inertia[b + 5];
  const xz = inertia[b + 6];
  const yy = inertia[b + 7];
  const yz = inertia[b + 8];
  const zz = inertia[b + 9];
  const hx = xx * ox + xy * oy + xz * oz;
  const hy = xy * ox + yy * oy + yz * oz;
  const hz = xz * ox + yz * oy + zz * oz;
  const nx = xx * bx + xy * by + xz * bz + oy * hz - oz * hy;
  const ny = xy * bx + yy * by + yz * bz + oz * hx - ox * hz;
  const nz = xz * bx + yz * by + zz * bz + ox * hy - oy * hx;
  force[at] = fx;
  force[at + 1] = fy;
  force[at + 2] = fz;
  force[at + 3] = r0 * nx + r1 * ny + r2 * nz + cy * fz - cz * fy;
  force[at + 4] = r3 * nx + r4 * ny + r5 * nz + cz * fx - cx * fz;
  force[at + 5] = r6 * nx + r7 * ny + r8 * nz + cx * fy - cy * fx;
}

/** Force and moment on a body, in the axes of its joint inside the model. */
const inside = /* @__PURE__ */ new Float64Array(6);

/** Subtracts an external force, given in the joint's frame, from the force that the joints must exert. */
function subtractExternalForce(tree: Tree, data: Data, joint: number, external: Float64Array): void {
  const { align } = tree;
  const { rotation, position, force } = data;
  const at = 6 * joint;
  const r = 9 * joint;
  for (let k = 0; k < 3; k++) {
    const [a, b, c] = [align[r + k], align[r + 3 + k], align[r + 6 + k]];
    inside[k] = a * external[at] + b * external[at + 1] + c * external[at + 2];
    inside[3 + k] = a * external[at + 3] + b * external[at + 4] + c * external[at + 5];
  }
  const rotatedComponent = (k: number, from: number): number =>
    rotation[r + k] * inside[from] + rotation[r + k + 1] * inside[from + 1] + rotation[r + k + 2] * inside[from + 2];
  const [fx, fy, fz] = [rotatedComponent(0, 0), rotatedComponent(3, 0), rotatedComponent(6, 0)];
  const [px, py, pz] = position.subarray(3 * joint, 3 * joint + 3);
  force[at] -= fx;
  force[at + 1] -= fy;
  force[at + 2] -= fz;
  force[at + 3] -= rotatedComponent(0, 3) + py * fz - pz * fy;
  force[at + 4] -= rotatedComponent(3, 3) + pz * fx - px * fz;
  force[at + 5] -= rotatedComponent(6, 3) + px * fy - py * fx;
}

/** Sums the forces of all subtrees inward, and adds their projections Sᵀ f to `out`. */
function collectForces(tree: Tree, data: Data, out: Float64Array): void {
  const { parent, firstDof, coordinate, dofRatio } = tree;
  const { axes, force } = data;
  for (let joint = parent.length - 1; joint >= 0; joint--) {
    const at = 6 * joint;
    const fx = force[at];
    const fy = force[at + 1];
    const fz = force[at + 2];
    const nx = force[at + 3];
    const ny = force[at + 4];
    const nz = force[at + 5];
    for (let dof = firstDof[joint]; dof < firstDof[joint + 1]; dof++) {
      const k = 6 * dof;
      out[coordinate[dof]] +=
        dofRatio[dof] *
        (axes[k] * fx + axes[k + 1] * fy + axes[k + 2] * fz + axes[k + 3] * nx + axes[k + 4] * ny + axes[k + 5] * nz);
    }
    if (parent[joint] < 0) continue;
    const parentAt = 6 * parent[joint];
    force[parentAt] += fx;
    force[parentAt + 1] += fy;
    force[parentAt + 2] += fz;
    force[parentAt + 3] += nx;
    force[parentAt + 4] += ny;
    force[parentAt + 5] += nz;
  }
}

/**
 * The torques that hold the robot at rest against gravity: g(q).
 * @returns nv numbers, in an array of `data` that later calls with this `data` may overwrite
 * @example
 * ```ts
 * const hold = gravityTorque(model, data, q);
 * ```
 */
export function gravityTorque(model: Model, data: Data, q: Float64Array): Float64Array {
  const where = 'gravityTorque';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  return newtonEuler(model, data, q, data.zero, data.zero, undefined, data.gravityTorque);
}

/**
 * Gravity, Coriolis and centrifugal torques: b(q, v) = C(q, v) v + g(q), the result of `inverseDynamics` at zero acceleration.
 * @returns nv numbers, in an array of `data` that later calls with this `data` may overwrite
 * @example
 * ```ts
 * const bias = biasTorque(model, data, q, v);
 * ```
 */
export function biasTorque(model: Model, data: Data, q: Float64Array, v: Float64Array): Float64Array {
  const where = 'biasTorque';
  checkPair(where, model, data);
  checkConfiguration(where, 'q', q, model);
  checkVector(where, 'v', v, model.nv);
  return newtonEuler(model, data, q, v, data.zero, undefined, data.biasTorque);
}
