// Velocities, accelerations and inertias of all bodies, after `place`.
import type { Data } from './data.ts';
import type { Model, Tree } from './model.ts';

/** v = v(parent) + Σ S q̇. */
export function computeVelocities(model: Model, data: Data, v: Float64Array): void {
  const { parent, firstDof, coordinate, dofRatio } = model.tree;
  const { axes, velocity } = data;
  for (let joint = 0; joint < parent.length; joint++) {
    const at = 6 * joint;
    const parentAt = 6 * parent[joint];
    let lx = 0;
    let ly = 0;
    let lz = 0;
    let x = 0;
    let y = 0;
    let z = 0;
    if (parentAt >= 0) {
      lx = velocity[parentAt];
      ly = velocity[parentAt + 1];
      lz = velocity[parentAt + 2];
      x = velocity[parentAt + 3];
      y = velocity[parentAt + 4];
      z = velocity[parentAt + 5];
    }
    for (let dof = firstDof[joint]; dof < firstDof[joint + 1]; dof++) {
      const rate = dofRatio[dof] * v[coordinate[dof]];
      const k = 6 * dof;
      lx += rate * axes[k];
      ly += rate * axes[k + 1];
      lz += rate * axes[k + 2];
      x += rate * axes[k + 3];
      y += rate * axes[k + 4];
      z += rate * axes[k + 5];
    }
    velocity[at] = lx;
    velocity[at + 1] = ly;
    velocity[at + 2] = lz;
    velocity[at + 3] = x;
    velocity[at + 4] = y;
    velocity[at + 5] = z;
  }
  data.stage = 2;
}

/** Sets the velocities of all bodies to zero. */
export function clearVelocities({ velocity }: Data): void {
  for (let k = 0; k < velocity.length; k++) velocity[k] = 0;
}

/**
 * a = a(parent) + v × (v − v(parent)) + Σ S q̈: motion subspaces are constant in their bodies' frames, so Ṡ q̇ = v × S q̇, and S
 * q̇ is the joint's contribution to the body's velocity. The world has the acceleration `sign` · `world`.
 */
export function computeAccelerations(
  model: Model,
  data: Data,
  a: Float64Array,
  world: Readonly<Float64Array>,
  sign: number,
): void {
  const { parent, firstDof, coordinate, dofRatio } = model.tree;
  const { axes, velocity, acceleration } = data;
  for (let joint = 0; joint < parent.length; joint++) {
    const at = 6 * joint;
    const parentAt = 6 * parent[joint];
    let lx = sign * world[0];
    let ly = sign * world[1];
    let lz = sign * world[2];
    let x = 0;
    let y = 0;
    let z = 0;
    if (parentAt >= 0) {
      const vx = velocity[at];
      const vy = velocity[at + 1];
      const vz = velocity[at + 2];
      const wx = velocity[at + 3];
      const wy = velocity[at + 4];
      const wz = velocity[at + 5];
      // v × (v − v(parent)) = v(parent) × v.
      const ux = velocity[parentAt];
      const uy = velocity[parentAt + 1];
      const uz = velocity[parentAt + 2];
      const ox = velocity[parentAt + 3];
      const oy = velocity[parentAt + 4];
      const oz = velocity[parentAt + 5];
      lx = acceleration[parentAt] + oy * vz - oz * vy + uy * wz - uz * wy;
      ly = acceleration[parentAt + 1] + oz * vx - ox * vz + uz * wx - ux * wz;
      lz = acceleration[parentAt + 2] + ox * vy - oy * vx + ux * wy - uy * wx;
      x = acceleration[parentAt + 3] + oy * wz - oz * wy;
      y = acceleration[parentAt + 4] + oz * wx - ox * wz;
      z = acceleration[parentAt + 5] + ox * wy - oy * wx;
    }
    for (let dof = firstDof[joint]; dof < firstDof[joint + 1]; dof++) {
      const rate = dofRatio[dof] * a[coordinate[dof]];
      const k = 6 * dof;
      lx += rate * axes[k];
      ly += rate * axes[k + 1];
      lz += rate * axes[k + 2];
      x += rate * axes[k + 3];
      y += rate * axes[k + 4];
      z += rate * axes[k + 5];
    }
    acceleration[at] = lx;
    acceleration[at + 1] = ly;
    acceleration[at + 2] = lz;
    acceleration[at + 3] = x;
    acceleration[at + 4] = y;
    acceleration[at + 5] = z;
  }
}

/** The inertia of every body about its tree's origin, in world axes: mass, first moment, moments of inertia. */
export function computeInertias(model: Model, data: Data): void {
  const { tree } = model;
  for (let joint = 0; joint < tree.parent.length; joint++) computeInertia(tree, data, joint);
}

/** R I Rᵀ + m (c² 1 − c cᵀ), with c = p + R c'. */
function computeInertia(tree: Tree, data: Data, joint: number): void {
  const body = tree.inertia;
  const { rotation, position, inertia } = data;
  const b = 10 * joint;
  const r = 9 * joint;
  const r0 = rotation[r];
  const r1 = rotation[r + 1];
  const r2 = rotation[r + 2];
  const r3 = rotation[r + 3];
  const r4 = rotation[r + 4];
  const r5 = rotation[r + 5];
  const r6 = rotation[r + 6];
  const r7 = rotation[r + 7];
  const r8 = rotation[r + 8];
  const mass = body[b];
  const ox = body[b + 1];
  const oy = body[b + 2];
  const oz = body[b + 3];
  const x = position[3 * joint] + r0 * ox + r1 * oy + r2 * oz;
  const y = position[3 * joint + 1] + r3 * ox + r4 * oy + r5 * oz;
  const z = position[3 * joint + 2] + r6 * ox + r7 * oy + r8 * oz;
  const hx = mass * x;
  const hy = mass * y;
  const hz = mass * z;
  const xx = body[b + 4];
  const xy = body[b + 5];
  const xz = body[b + 6];
  const yy = body[b + 7];
  const yz = body[b + 8];
  const zz = body[b + 9];
  // The rows of R I.
  const ax = r0 * xx + r1 * xy + r2 * xz;
  const ay = r0 * xy + r1 * yy + r2 * yz;
  const az = r0 * xz + r1 * yz + r2 * zz;
  const bx = r3 * xx + r4 * xy + r5 * xz;
  const by = r3 * xy + r4 * yy + r5 * yz;
  const bz = r3 * xz + r4 * yz + r5 * zz;
  const cx = r6 * xx + r7 * xy + r8 * xz;
  const cy = r6 * xy + r7 * yy + r8 * yz;
  const cz = r6 * xz + r7 * yz + r8 * zz;
  inertia[b] = mass;
  inertia[b + 1] = hx;
  inertia[b + 2] = hy;
  inertia[b + 3] = hz;
  inertia[b + 4] = ax * r0 + ay * r1 + az * r2 + hy * y + hz * z;
  inertia[b + 5] = ax * r3 + ay * r4 + az * r5 - hx * y;
  inertia[b + 6] = ax * r6 + ay * r7 + az * r8 - hx * z;
  inertia[b + 7] = bx * r3 + by * r4 + bz * r5 + hx * x + hz * z;
  inertia[b + 8] = bx * r6 + by * r7 + bz * r8 - hy * z;
  inertia[b + 9] = cx * r6 + cy * r7 + cz * r8 + hx * x + hy * y;
}

/** `composite`: the inertia of every subtree. */
export function composeInertias(model: Model, data: Data): void {
  const { parent } = model.tree;
  const { inertia, composite } = data;
  composite.set(inertia);
  for (let joint = parent.length - 1; joint >= 0; joint--) {
    if (parent[joint] < 0) continue;
    const parentAt = 10 * parent[joint];
    const at = 10 * joint;
    for (let k = 0; k < 10; k++) composite[parentAt + k] += composite[at + k];
  }
}
