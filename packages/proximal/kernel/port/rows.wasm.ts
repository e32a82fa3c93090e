// The WebAssembly version of rows.ts, which documents each function.

// @ts-nocheck

@inline export function dotSix(row: i32, vector: i32): f64 {
  const r: usize = <usize>row << 3;
  const v: usize = <usize>vector << 3;
  const sum: v128 = f64x2.add(
    f64x2.add(f64x2.mul(v128.load(r), v128.load(v)), f64x2.mul(v128.load(r, 16), v128.load(v, 16))),
    f64x2.mul(v128.load(r, 32), v128.load(v, 32)),
  );
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

export function dotRow(row: i32, vector: i32, width: i32): f64 {
  const r: usize = <usize>row << 3;
  const v: usize = <usize>vector << 3;
  const end: usize = <usize>(width & ~1) << 3;
  let sum: v128 = f64x2.splat(0.0);
  let at: usize = 0;
  for (; at < end; at += 16) sum = f64x2.add(sum, f64x2.mul(v128.load(r + at), v128.load(v + at)));
  const total: f64 = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
  return (width & 1) !== 0 ? total + load<f64>(r + at) * load<f64>(v + at) : total;
}

@inline function total(sum: v128): f64 {
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

// Three sums at once: additions to one sum do not wait for another sum.
export function timesRows(rows: i32, width: i32, vector: i32, out: i32): void {
  const step: usize = <usize>width << 3;
  const a: usize = <usize>rows << 3;
  const b: usize = a + step;
  const c: usize = b + step;
  const v: usize = <usize>vector << 3;
  const to: usize = <usize>out << 3;
  const end: usize = <usize>(width & ~1) << 3;
  let x: v128 = f64x2.splat(0.0);
  let y: v128 = x;
  let z: v128 = x;
  let at: usize = 0;
  for (; at < end; at += 16) {
    const two: v128 = v128.load(v + at);
    x = f64x2.add(x, f64x2.mul(v128.load(a + at), two));
    y = f64x2.add(y, f64x2.mul(v128.load(b + at), two));
    z = f64x2.add(z, f64x2.mul(v128.load(c + at), two));
  }
  const isOdd: bool = (width & 1) !== 0;
  store<f64>(to, isOdd ? total(x) + load<f64>(a + at) * load<f64>(v + at) : total(x));
  store<f64>(to, isOdd ? total(y) + load<f64>(b + at) * load<f64>(v + at) : total(y), 8);
  store<f64>(to, isOdd ? total(z) + load<f64>(c + at) * load<f64>(v + at) : total(z), 16);
}

@inline export function addRows(rows: i32, width: i32, x: f64, y: f64, z: f64, vector: i32): void {
  const step: usize = <usize>width << 3;
  const a: usize = <usize>rows << 3;
  const b: usize = a + step;
  const c: usize = b + step;
  const v: usize = <usize>vector << 3;
  const xx: v128 = f64x2.splat(x);
  const yy: v128 = f64x2.splat(y);
  const zz: v128 = f64x2.splat(z);
  const end: usize = <usize>(width & ~1) << 3;
  let at: usize = 0;
  for (; at < end; at += 16) {
    const sum: v128 = f64x2.add(
      f64x2.add(f64x2.mul(xx, v128.load(a + at)), f64x2.mul(yy, v128.load(b + at))),
      f64x2.mul(zz, v128.load(c + at)),
    );
    v128.store(v + at, f64x2.add(v128.load(v + at), sum));
  }
  if ((width & 1) !== 0)
    store<f64>(v + at, load<f64>(v + at) + (x * load<f64>(a + at) + y * load<f64>(b + at) + z * load<f64>(c + at)));
}

// Without a loop: V8 checks its stack in every iteration.
@inline export function addSix(rows: i32, x: f64, y: f64, z: f64, vector: i32): void {
  const r: usize = <usize>rows << 3;
  const v: usize = <usize>vector << 3;
  const xx: v128 = f64x2.splat(x);
  const yy: v128 = f64x2.splat(y);
  const zz: v128 = f64x2.splat(z);
  const a: v128 = f64x2.add(
    f64x2.add(f64x2.mul(xx, v128.load(r)), f64x2.mul(yy, v128.load(r, 48))),
    f64x2.mul(zz, v128.load(r, 96)),
  );
  const b: v128 = f64x2.add(
    f64x2.add(f64x2.mul(xx, v128.load(r, 16)), f64x2.mul(yy, v128.load(r, 64))),
    f64x2.mul(zz, v128.load(r, 112)),
  );
  const c: v128 = f64x2.add(
    f64x2.add(f64x2.mul(xx, v128.load(r, 32)), f64x2.mul(yy, v128.load(r, 80))),
    f64x2.mul(zz, v128.load(r, 128)),
  );
  v128.store(v, f64x2.add(v128.load(v), a));
  v128.store(v, f64x2.add(v128.load(v, 16), b), 16);
  v128.store(v, f64x2.add(v128.load(v, 32), c), 32);
}

@inline export function addRow(row: i32, width: i32, x: f64, vector: i32): void {
  const r: usize = <usize>row << 3;
  const v: usize = <usize>vector << 3;
  const xx: v128 = f64x2.splat(x);
  const end: usize = <usize>(width & ~1) << 3;
  let at: usize = 0;
  for (; at < end; at += 16)
    v128.store(v + at, f64x2.add(v128.load(v + at), f64x2.mul(xx, v128.load(r + at))));
  if ((width & 1) !== 0) store<f64>(v + at, load<f64>(v + at) + x * load<f64>(r + at));
}

@inline export function addRowOfSix(row: i32, x: f64, vector: i32): void {
  const r: usize = <usize>row << 3;
  const v: usize = <usize>vector << 3;
  const xx: v128 = f64x2.splat(x);
  v128.store(v, f64x2.add(v128.load(v), f64x2.mul(xx, v128.load(r))));
  v128.store(v, f64x2.add(v128.load(v, 16), f64x2.mul(xx, v128.load(r, 16))), 16);
  v128.store(v, f64x2.add(v128.load(v, 32), f64x2.mul(xx, v128.load(r, 32))), 32);
}

@inline function scaledSum(x: v128, y: v128, z: v128, scale: v128, r: usize): v128 {
  return f64x2.add(
    f64x2.add(f64x2.mul(x, f64x2.mul(scale, v128.load(r))), f64x2.mul(y, f64x2.mul(scale, v128.load(r, 48)))),
    f64x2.mul(z, f64x2.mul(scale, v128.load(r, 96))),
  );
}

@inline export function addScaledSix(rows: i32, scales: i32, x: f64, y: f64, z: f64, vector: i32): void {
  const r: usize = <usize>rows << 3;
  const s: usize = <usize>scales << 3;
  const v: usize = <usize>vector << 3;
  const xx: v128 = f64x2.splat(x);
  const yy: v128 = f64x2.splat(y);
  const zz: v128 = f64x2.splat(z);
  const a: v128 = scaledSum(xx, yy, zz, v128.load(s), r);
  const b: v128 = scaledSum(xx, yy, zz, v128.load(s, 16), r + 16);
  const c: v128 = scaledSum(xx, yy, zz, v128.load(s, 32), r + 32);
  v128.store(v, f64x2.add(v128.load(v), a));
  v128.store(v, f64x2.add(v128.load(v, 16), b), 16);
  v128.store(v, f64x2.add(v128.load(v, 32), c), 32);
}

@inline function timesColumns(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128, m: usize): v128 {
  const first: v128 = f64x2.add(f64x2.mul(a, v128.load(m)), f64x2.mul(b, v128.load(m, 48)));
  const second: v128 = f64x2.add(f64x2.mul(c, v128.load(m, 96)), f64x2.mul(d, v128.load(m, 144)));
  const third: v128 = f64x2.add(f64x2.mul(e, v128.load(m, 192)), f64x2.mul(f, v128.load(m, 240)));
  return f64x2.add(f64x2.add(first, second), third);
}

export function rowTimesMatrix(row: i32, matrix: i32, out: i32): void {
  const r: usize = <usize>row << 3;
  const m: usize = <usize>matrix << 3;
  const to: usize = <usize>out << 3;
  const a: v128 = v128.load64_splat(r);
  const b: v128 = v128.load64_splat(r, 8);
  const c: v128 = v128.load64_splat(r, 16);
  const d: v128 = v128.load64_splat(r, 24);
  const e: v128 = v128.load64_splat(r, 32);
  const f: v128 = v128.load64_splat(r, 40);
  v128.store(to, timesColumns(a, b, c, d, e, f, m));
  v128.store(to, timesColumns(a, b, c, d, e, f, m + 16), 16);
  v128.store(to, timesColumns(a, b, c, d, e, f, m + 32), 32);
}

@inline export function scaleSix(row: i32, matrix: i32, out: i32): void {
  const r: usize = <usize>row << 3;
  const m: usize = <usize>matrix << 3;
  const to: usize = <usize>out << 3;
  v128.store(to, f64x2.mul(v128.load64_lane(m, v128.load64_zero(m, 0), 1, 56), v128.load(r)));
  v128.store(to, f64x2.mul(v128.load64_lane(m, v128.load64_zero(m, 112), 1, 168), v128.load(r, 16)), 16);
  v128.store(to, f64x2.mul(v128.load64_lane(m, v128.load64_zero(m, 224), 1, 280), v128.load(r, 32)), 32);
}
