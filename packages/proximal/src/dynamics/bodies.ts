// Velocities, accelerations and inertias of all bodies, after place() has placed them.
import type { Data } from './data.ts';
import type { Model, Tree } from './model.ts';

/** v = v(parent) + Σ S q̇. */
export function moveBodies(model: Model, data: Data, v: Float64Array): void {
  const { parent, firstDof, coordinate, dofRatio } = model.tree;
  const { axes, velocity } = data;
  for (let joint = 0; joint < parent.length; joint++) {
    const at = 6 * joint;
    const up = 6 * parent[joint];
    let lx = 0;
    let ly = 0;
    let lz = 0;
    let x = 0;
    let y = 0;
    let z = 0;
    if (up >= 0) {
      lx = velocity[up];
      ly = velocity[up + 1];
      lz = velocity[up + 2];
      x = velocity[up + 3];
      y = velocity[up + 4];
      z = velocity[up + 5];
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
  data.known = 2;
}

/**
 * a = a(parent) + v × (v − v(parent)) + Σ S q̈: the subspaces are constant in their bodies' frames, so Ṡ q̇ = v × S q̇, and
 * S q̇ is what the joint adds to the parent's velocity. The world has the acceleration (x, y, z).
 */
export function accelerateBodies(
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
    const up = 6 * parent[joint];
    let lx = sign * world[0];
    let ly = sign * world[1];
    let lz = sign * world[2];
    let x = 0;
    let y = 0;
    let z = 0;
    if (up >= 0) {
      const vx = velocity[at];
      const vy = velocity[at + 1];
      const vz = velocity[at + 2];
      const wx = velocity[at + 3];
      const wy = velocity[at + 4];
      const wz = velocity[at + 5];
      // v × (v − v(parent)) = v(parent) × v.
      const ux = velocity[up];
      const uy = velocity[up + 1];
      const uz = velocity[up + 2];
      const ox = velocity[up + 3];
      const oy = velocity[up + 4];
      const oz = velocity[up + 5];
      lx = acceleration[up] + oy * vz - oz * vy + uy * wz - uz * wy;
      ly = acceleration[up + 1] + oz * vx - ox * vz + uz * wx - ux * wz;
      lz = acceleration[up + 2] + ox * vy - oy * vx + ux * wy - uy * wx;
      x = acceleration[up + 3] + oy * wz - oz * wy;
      y = acceleration[up + 4] + oz * wx - ox * wz;
      z = acceleration[up + 5] + ox * wy - oy * wx;
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

/** The inertia of every body about its tree's origin, in world axes: mass, first moment, second moments. */
export function weighBodies(model: Model, data: Data): void {
  const { tree } = model;
  for (let joint = 0; joint < tree.parent.length; joint++) weighBody(tree, data, joint);
}

/** R I Rᵀ + m (c² 1 − c cᵀ), with c = p + R c'. */
function weighBody(tree: Tree, data: Data, joint: number): void {
  const body = tree.inertia;
  const { rotation, position, inertia } = data;
  const b = 10 * joint;
  const r = 9 * joint;
  const mass = body[b];
  let x = position[3 * joint];
  let y = position[3 * joint + 1];
  let z = position[3 * joint + 2];
  x += rotation[r] * body[b + 1] + rotation[r + 1] * body[b + 2] + rotation[r + 2] * body[b + 3];
  y += rotation[r + 3] * body[b + 1] + rotation[r + 4] * body[b + 2] + rotation[r + 5] * body[b + 3];
  z += rotation[r + 6] * body[b + 1] + rotation[r + 7] * body[b + 2] + rotation[r + 8] * body[b + 3];
  const hx = mass * x;
  const hy = mass * y;
  const hz = mass * z;
  inertia[b] = mass;
  inertia[b + 1] = hx;
  inertia[b + 2] = hy;
  inertia[b + 3] = hz;
  inertia[b + 4] = hy * y + hz * z;
  inertia[b + 5] = -hx * y;
  inertia[b + 6] = -hx * z;
  inertia[b + 7] = hx * x + hz * z;
  inertia[b + 8] = -hy * z;
  inertia[b + 9] = hx * x + hy * y;
  let to = b + 4;
  for (let row = r; row < r + 9; row += 3) {
    const u = rotation[row];
    const v = rotation[row + 1];
    const w = rotation[row + 2];
    const ix = u * body[b + 4] + v * body[b + 5] + w * body[b + 6];
    const iy = u * body[b + 5] + v * body[b + 7] + w * body[b + 8];
    const iz = u * body[b + 6] + v * body[b + 8] + w * body[b + 9];
    for (let column = row; column < r + 9; column += 3) {
      inertia[to++] += ix * rotation[column] + iy * rotation[column + 1] + iz * rotation[column + 2];
    }
  }
}

/** `composite`: the inertia of every subtree. */
export function composeInertias(model: Model, data: Data): void {
  const { parent } = model.tree;
  const { inertia, composite } = data;
  composite.set(inertia);
  for (let joint = parent.length - 1; joint >= 0; joint--) {
    if (parent[joint] < 0) continue;
    const up = 10 * parent[joint];
    const at = 10 * joint;
    for (let k = 0; k < 10; k++) composite[up + k] += composite[at + k];
  }
}
