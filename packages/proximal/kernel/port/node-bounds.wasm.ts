// The WebAssembly version of node-bounds.ts, which documents each function. The low lane has the first node, the high lane the second.

// @ts-nocheck
import * as Query from '../blocks/query.ts';
import * as ConvexBounds from '../mesh/blocks/convex-bounds.ts';
import * as DepthPlane from '../mesh/blocks/depth-plane.ts';
import * as DepthPlanes from '../mesh/blocks/depth-planes.ts';
import * as MeshNode from '../mesh/blocks/mesh-node.ts';

@inline function add(a: v128, b: v128): v128 { return f64x2.add(a, b); }
@inline function sub(a: v128, b: v128): v128 { return f64x2.sub(a, b); }
@inline function mul(a: v128, b: v128): v128 { return f64x2.mul(a, b); }
@inline function abs(a: v128): v128 { return f64x2.abs(a); }
@inline function splat(x: f64): v128 { return f64x2.splat(x); }
@inline function number(at: i32): v128 { return v128.load64_splat(<usize>at << 3); }

@inline function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return add(add(mul(ax, bx), mul(ay, by)), mul(az, bz));
}

/** Number `n` of the two nodes at the byte addresses `p` and `q`. */
@inline function lanes(p: usize, q: usize, n: usize): v128 {
  return v128.load64_lane(q + 8 * n, v128.load64_zero(p + 8 * n), 1);
}

@inline function halfOf(p: usize, q: usize, axis: usize): v128 {
  return mul(splat(0.5), sub(lanes(p, q, axis + 3), lanes(p, q, axis)));
}

@inline function beyond(x: v128, half: v128): v128 {
  const below: v128 = f64x2.neg(half);
  const negative: v128 = v128.and(add(x, half), f64x2.lt(x, below));
  return v128.bitselect(sub(x, half), negative, f64x2.gt(x, half));
}

export function convexNodeBounds(w: i32, bounds: i32, left: i32, out: i32): void {
  const p: usize = <usize>left << 3;
  const q: usize = <usize>(left + MeshNode.SIZE) << 3;
  const ex: v128 = halfOf(p, q, 0);
  const ey: v128 = halfOf(p, q, 1);
  const ez: v128 = halfOf(p, q, 2);
  const x: v128 = sub(number(bounds + ConvexBounds.CENTER), add(lanes(p, q, 0), ex));
  const y: v128 = sub(number(bounds + ConvexBounds.CENTER + 1), add(lanes(p, q, 1), ey));
  const z: v128 = sub(number(bounds + ConvexBounds.CENTER + 2), add(lanes(p, q, 2), ez));
  const r: i32 = w + Query.ROTATION;
  const r0: v128 = number(r);
  const r1: v128 = number(r + 1);
  const r2: v128 = number(r + 2);
  const r3: v128 = number(r + 3);
  const r4: v128 = number(r + 4);
  const r5: v128 = number(r + 5);
  const r6: v128 = number(r + 6);
  const r7: v128 = number(r + 7);
  const r8: v128 = number(r + 8);
  const u: v128 = beyond(dot(r0, r3, r6, x, y, z), number(bounds + ConvexBounds.HALF));
  const v: v128 = beyond(dot(r1, r4, r7, x, y, z), number(bounds + ConvexBounds.HALF + 1));
  const t: v128 = beyond(dot(r2, r5, r8, x, y, z), number(bounds + ConvexBounds.HALF + 2));
  const length: v128 = f64x2.sqrt(dot(u, v, t, u, v, t));
  const dx: v128 = dot(r0, r1, r2, u, v, t);
  const dy: v128 = dot(r3, r4, r5, u, v, t);
  const dz: v128 = dot(r6, r7, r8, u, v, t);
  const inBox: v128 = dot(ex, ey, ez, abs(dx), abs(dy), abs(dz));
  const nx: v128 = lanes(p, q, MeshNode.NORMAL);
  const ny: v128 = lanes(p, q, MeshNode.NORMAL + 1);
  const nz: v128 = lanes(p, q, MeshNode.NORMAL + 2);
  const part: v128 = dot(dx, dy, dz, nx, ny, nz);
  const acrossSlab: v128 = dot(ex, ey, ez, abs(sub(dx, mul(part, nx))), abs(sub(dy, mul(part, ny))), abs(sub(dz, mul(part, nz))));
  const up: v128 = mul(part, lanes(p, q, MeshNode.ABOVE));
  const down: v128 = mul(f64x2.neg(part), lanes(p, q, MeshNode.BELOW));
  const extent: v128 = f64x2.min(inBox, add(acrossSlab, v128.bitselect(up, down, f64x2.gt(part, splat(0.0)))));
  const radius: v128 = number(bounds + ConvexBounds.RADIUS);
  const bound: v128 = sub(sub(sub(length, f64x2.div(extent, length)), radius), number(bounds + ConvexBounds.ERROR));
  v128.store(<usize>out << 3, v128.bitselect(bound, f64x2.neg(radius), f64x2.gt(length, splat(0.0))));
}

@inline function depthAlong(planes: i32, axis: i32, cx: v128, cy: v128, cz: v128, ex: v128, ey: v128, ez: v128): v128 {
  const plane: i32 = DepthPlanes.planes(planes, axis);
  const opposite: i32 = DepthPlanes.planes(planes, axis + 3);
  const x: v128 = number(plane);
  const y: v128 = number(plane + 1);
  const z: v128 = number(plane + 2);
  const middle: v128 = dot(x, y, z, cx, cy, cz);
  const extent: v128 = dot(ex, ey, ez, abs(x), abs(y), abs(z));
  const front: v128 = sub(number(plane + DepthPlane.HEIGHT), sub(middle, extent));
  return f64x2.min(front, add(number(opposite + DepthPlane.HEIGHT), add(middle, extent)));
}

export function depthNodeBounds(planes: i32, left: i32, out: i32): void {
  const p: usize = <usize>left << 3;
  const q: usize = <usize>(left + MeshNode.SIZE) << 3;
  const ex: v128 = halfOf(p, q, 0);
  const ey: v128 = halfOf(p, q, 1);
  const ez: v128 = halfOf(p, q, 2);
  const cx: v128 = add(lanes(p, q, 0), ex);
  const cy: v128 = add(lanes(p, q, 1), ey);
  const cz: v128 = add(lanes(p, q, 2), ez);
  const first: v128 = depthAlong(planes, 0, cx, cy, cz, ex, ey, ez);
  const second: v128 = depthAlong(planes, 1, cx, cy, cz, ex, ey, ez);
  const third: v128 = depthAlong(planes, 2, cx, cy, cz, ex, ey, ez);
  v128.store(<usize>out << 3, f64x2.min(f64x2.min(first, second), third));
}

@inline function gapAlong(x: v128, y: v128, z: v128, first: v128, second: v128, third: v128): v128 {
  const length: v128 = f64x2.sqrt(dot(x, y, z, x, y, z));
  const extent: v128 = add(add(first, second), third);
  return v128.and(sub(length, f64x2.div(extent, length)), f64x2.gt(length, splat(0.0)));
}

export function boxPairBounds(w: i32, a: i32, b: i32, c: i32, d: i32, out: i32): void {
  const pa: usize = <usize>a << 3;
  const pb: usize = <usize>b << 3;
  const qa: usize = <usize>c << 3;
  const qb: usize = <usize>d << 3;
  const r: i32 = w + Query.ROTATION;
  const r0: v128 = number(r);
  const r1: v128 = number(r + 1);
  const r2: v128 = number(r + 2);
  const r3: v128 = number(r + 3);
  const r4: v128 = number(r + 4);
  const r5: v128 = number(r + 5);
  const r6: v128 = number(r + 6);
  const r7: v128 = number(r + 7);
  const r8: v128 = number(r + 8);
  const ax: v128 = halfOf(pa, qa, 0);
  const ay: v128 = halfOf(pa, qa, 1);
  const az: v128 = halfOf(pa, qa, 2);
  const bx: v128 = halfOf(pb, qb, 0);
  const by: v128 = halfOf(pb, qb, 1);
  const bz: v128 = halfOf(pb, qb, 2);
  const mx: v128 = add(lanes(pb, qb, 0), bx);
  const my: v128 = add(lanes(pb, qb, 1), by);
  const mz: v128 = add(lanes(pb, qb, 2), bz);
  const x: v128 = sub(add(dot(r0, r1, r2, mx, my, mz), number(w + Query.TRANSLATION)), add(lanes(pa, qa, 0), ax));
  const y: v128 = sub(add(dot(r3, r4, r5, mx, my, mz), number(w + Query.TRANSLATION + 1)), add(lanes(pa, qa, 1), ay));
  const z: v128 = sub(add(dot(r6, r7, r8, mx, my, mz), number(w + Query.TRANSLATION + 2)), add(lanes(pa, qa, 2), az));
  const u: v128 = beyond(dot(r0, r3, r6, x, y, z), bx);
  const v: v128 = beyond(dot(r1, r4, r7, x, y, z), by);
  const t: v128 = beyond(dot(r2, r5, r8, x, y, z), bz);
  const fx: v128 = beyond(x, ax);
  const fy: v128 = beyond(y, ay);
  const fz: v128 = beyond(z, az);
  const overA: v128 = gapAlong(
    fx,
    fy,
    fz,
    mul(bx, abs(dot(r0, r3, r6, fx, fy, fz))),
    mul(by, abs(dot(r1, r4, r7, fx, fy, fz))),
    mul(bz, abs(dot(r2, r5, r8, fx, fy, fz))),
  );
  const overB: v128 = gapAlong(
    u,
    v,
    t,
    mul(ax, abs(dot(r0, r1, r2, u, v, t))),
    mul(ay, abs(dot(r3, r4, r5, u, v, t))),
    mul(az, abs(dot(r6, r7, r8, u, v, t))),
  );
  v128.store(<usize>out << 3, f64x2.max(overA, overB));
}
