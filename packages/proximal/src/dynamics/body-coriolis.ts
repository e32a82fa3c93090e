// The body-level Coriolis matrix B, for the Coriolis matrix and the derivatives.
//
// For a body with inertia I and velocity v (Echeandia and Wensing 2021, and Singh, Russo and Wensing 2022) let
//   2 B x = v ×* I x − I (v × x) + x ×* I v.
// With v = (l, ω), x = (y, ψ), I = (m, h, J), most of it cancels by the Jacobi identity. The linear part is
//   ω × (ψ × h) − (ω × ψ) × h + ψ × (ω × h) + 2 m ψ × l = 2 ψ × p,   p = m l + ω × h,
// and in the angular part all terms with y cancel, which leaves
//   K ψ,   K = [ω] J − J [ω] − [J ω] − 2 [h][l].
// So 2 B is given by the twelve numbers p and K, which sum over subtrees like inertias.
import type { Data } from './data.ts';
import type { Model } from './model.ts';

/** Fills data.bodyCoriolis with p and K of every subtree, after computeVelocities and computeInertias. */
export function composeBodyCoriolis(model: Model, data: Data): void {
  const { parent } = model.tree;
  const { bodyCoriolis } = data;
  for (let joint = 0; joint < parent.length; joint++) setBodyCoriolis(data, joint);
  for (let joint = parent.length - 1; joint >= 0; joint--) {
    if (parent[joint] < 0) continue;
    const parentAt = 12 * parent[joint];
    const at = 12 * joint;
    for (let k = 0; k < 12; k++) bodyCoriolis[parentAt + k] += bodyCoriolis[at + k];
  }
}

function setBodyCoriolis(data: Data, joint: number): void {
  const { inertia, velocity, bodyCoriolis } = data;
  const b = 10 * joint;
  const v = 6 * joint;
  const to = 12 * joint;
  const hx = inertia[b + 1];
  const hy = inertia[b + 2];
  const hz = inertia[b + 3];
  const xx = inertia[b + 4];
  const xy = inertia[b + 5];
  const xz = inertia[b + 6];
  const yy = inertia[b + 7];
  const yz = inertia[b + 8];
  const zz = inertia[b + 9];
  const lx = velocity[v];
  const ly = velocity[v + 1];
  const lz = velocity[v + 2];
  const x = velocity[v + 3];
  const y = velocity[v + 4];
  const z = velocity[v + 5];
  bodyCoriolis[to] = inertia[b] * lx + y * hz - z * hy;
  bodyCoriolis[to + 1] = inertia[b] * ly + z * hx - x * hz;
  bodyCoriolis[to + 2] = inertia[b] * lz + x * hy - y * hx;
  // [ω] J, by rows. The second term, −J [ω], is its transpose, because J is symmetric and [ω] antisymmetric.
  const axx = y * xz - z * xy;
  const axy = y * yz - z * yy;
  const axz = y * zz - z * yz;
  const ayx = z * xx - x * xz;
  const ayy = z * xy - x * yz;
  const ayz = z * xz - x * zz;
  const azx = x * xy - y * xx;
  const azy = x * yy - y * xy;
  const azz = x * yz - y * xz;
  // J ω.
  const jx = xx * x + xy * y + xz * z;
  const jy = xy * x + yy * y + yz * z;
  const jz = xz * x + yz * y + zz * z;
  // [h][l] = l hᵀ − (h·l) 1.
  const along = hx * lx + hy * ly + hz * lz;
  bodyCoriolis[to + 3] = 2 * (axx + along - lx * hx);
  bodyCoriolis[to + 4] = axy + ayx + jz - 2 * lx * hy;
  bodyCoriolis[to + 5] = axz + azx - jy - 2 * lx * hz;
  bodyCoriolis[to + 6] = axy + ayx - jz - 2 * ly * hx;
  bodyCoriolis[to + 7] = 2 * (ayy + along - ly * hy);
  bodyCoriolis[to + 8] = ayz + azy + jx - 2 * ly * hz;
  bodyCoriolis[to + 9] = axz + azx + jy - 2 * lz * hx;
  bodyCoriolis[to + 10] = ayz + azy - jx - 2 * lz * hy;
  bodyCoriolis[to + 11] = 2 * (azz + along - lz * hz);
}

/** `out` += 2 B m = (2 ψ × p, K ψ), with the angular part ψ of the motion m. */
export function addBodyCoriolis(
  bodyCoriolis: Float64Array,
  i: number,
  m: Float64Array,
  j: number,
  out: Float64Array,
  to: number,
): void {
  const x = m[j + 3];
  const y = m[j + 4];
  const z = m[j + 5];
  out[to] += 2 * (y * bodyCoriolis[i + 2] - z * bodyCoriolis[i + 1]);
  out[to + 1] += 2 * (z * bodyCoriolis[i] - x * bodyCoriolis[i + 2]);
  out[to + 2] += 2 * (x * bodyCoriolis[i + 1] - y * bodyCoriolis[i]);
  out[to + 3] += bodyCoriolis[i + 3] * x + bodyCoriolis[i + 4] * y + bodyCoriolis[i + 5] * z;
  out[to + 4] += bodyCoriolis[i + 6] * x + bodyCoriolis[i + 7] * y + bodyCoriolis[i + 8] * z;
  out[to + 5] += bodyCoriolis[i + 9] * x + bodyCoriolis[i + 10] * y + bodyCoriolis[i + 11] * z;
}

/** `out` = the angular part of the row Sᵀ 2 B with S = (l, ω), three numbers: 2 p × l + Kᵀ ω. The linear part is zero. */
export function bodyCoriolisRow(
  bodyCoriolis: Float64Array,
  i: number,
  s: Float64Array,
  j: number,
  out: Float64Array,
  to: number,
): void {
  const lx = s[j];
  const ly = s[j + 1];
  const lz = s[j + 2];
  const x = s[j + 3];
  const y = s[j + 4];
  const z = s[j + 5];
  out[to] =
    2 * (bodyCoriolis[i + 1] * lz - bodyCoriolis[i + 2] * ly) +
    bodyCoriolis[i + 3] * x +
    bodyCoriolis[i + 6] * y +
    bodyCoriolis[i + 9] * z;
  out[to + 1] =
    2 * (bodyCoriolis[i + 2] * lx - bodyCoriolis[i] * lz) +
    bodyCoriolis[i + 4] * x +
    bodyCoriolis[i + 7] * y +
    bodyCoriolis[i + 10] * z;
  out[to + 2] =
    2 * (bodyCoriolis[i] * ly - bodyCoriolis[i + 1] * lx) +
    bodyCoriolis[i + 5] * x +
    bodyCoriolis[i + 8] * y +
    bodyCoriolis[i + 11] * z;
}
