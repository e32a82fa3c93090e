// The WebAssembly version of products.ts, which documents the function.

// @ts-nocheck

export function addProduct(
  a: i32,
  strideA: i32,
  b: i32,
  strideB: i32,
  out: i32,
  strideOut: i32,
  rows: i32,
  inner: i32,
  columns: i32,
  factor: f64,
): void {
  const stepA: usize = <usize>strideA << 3;
  const stepB: usize = <usize>strideB << 3;
  const stepOut: usize = <usize>strideOut << 3;
  const scale: v128 = f64x2.splat(factor);
  const lengthA: usize = <usize>inner << 3;
  let p: usize = <usize>a << 3;
  let to: usize = <usize>out << 3;
  let i: i32 = 0;
  for (; i + 1 < rows; i += 2) {
    addTwoRows(p, stepA, <usize>b << 3, stepB, to, stepOut, lengthA, columns, scale, factor);
    p += 2 * stepA;
    to += 2 * stepOut;
  }
  if (i < rows) addOneRow(p, <usize>b << 3, stepB, to, lengthA, columns, scale, factor);
}

/** Eight columns of two rows at a time. */
@inline function addTwoRows(
  p: usize,
  stepA: usize,
  b: usize,
  stepB: usize,
  out: usize,
  stepOut: usize,
  lengthA: usize,
  columns: i32,
  scale: v128,
  factor: f64,
): void {
  let j: i32 = 0;
  let from: usize = b;
  let to: usize = out;
  for (; j + 7 < columns; j += 8) {
    let s0: v128 = f64x2.splat(0.0);
    let s1: v128 = s0;
    let s2: v128 = s0;
    let s3: v128 = s0;
    let t0: v128 = s0;
    let t1: v128 = s0;
    let t2: v128 = s0;
    let t3: v128 = s0;
    let r: usize = from;
    for (let at: usize = p; at < p + lengthA; at += 8) {
      const x: v128 = v128.load64_splat(at);
      const y: v128 = v128.load64_splat(at + stepA);
      const b0: v128 = v128.load(r);
      const b1: v128 = v128.load(r, 16);
      const b2: v128 = v128.load(r, 32);
      const b3: v128 = v128.load(r, 48);
      s0 = f64x2.add(s0, f64x2.mul(x, b0));
      t0 = f64x2.add(t0, f64x2.mul(y, b0));
      s1 = f64x2.add(s1, f64x2.mul(x, b1));
      t1 = f64x2.add(t1, f64x2.mul(y, b1));
      s2 = f64x2.add(s2, f64x2.mul(x, b2));
      t2 = f64x2.add(t2, f64x2.mul(y, b2));
      s3 = f64x2.add(s3, f64x2.mul(x, b3));
      t3 = f64x2.add(t3, f64x2.mul(y, b3));
      r += stepB;
    }
    addTwo(to, scale, s0);
    addTwo(to + 16, scale, s1);
    addTwo(to + 32, scale, s2);
    addTwo(to + 48, scale, s3);
    addTwo(to + stepOut, scale, t0);
    addTwo(to + stepOut + 16, scale, t1);
    addTwo(to + stepOut + 32, scale, t2);
    addTwo(to + stepOut + 48, scale, t3);
    from += 64;
    to += 64;
  }
  for (; j + 1 < columns; j += 2) {
    let s: v128 = f64x2.splat(0.0);
    let t: v128 = s;
    let r: usize = from;
    for (let at: usize = p; at < p + lengthA; at += 8) {
      const two: v128 = v128.load(r);
      s = f64x2.add(s, f64x2.mul(v128.load64_splat(at), two));
      t = f64x2.add(t, f64x2.mul(v128.load64_splat(at + stepA), two));
      r += stepB;
    }
    addTwo(to, scale, s);
    addTwo(to + stepOut, scale, t);
    from += 16;
    to += 16;
  }
  if (j < columns) {
    addLast(p, lengthA, from, stepB, to, factor);
    addLast(p + stepA, lengthA, from, stepB, to + stepOut, factor);
  }
}

/** Like `addTwoRows` for one row, without the zeros of A. */
@inline function addOneRow(
  p: usize,
  b: usize,
  stepB: usize,
  out: usize,
  lengthA: usize,
  columns: i32,
  scale: v128,
  factor: f64,
): void {
  let j: i32 = 0;
  let from: usize = b;
  let to: usize = out;
  for (; j + 7 < columns; j += 8) {
    let s0: v128 = f64x2.splat(0.0);
    let s1: v128 = s0;
    let s2: v128 = s0;
    let s3: v128 = s0;
    let r: usize = from;
    for (let at: usize = p; at < p + lengthA; at += 8) {
      if (load<f64>(at) !== 0.0) {
        const x: v128 = v128.load64_splat(at);
        s0 = f64x2.add(s0, f64x2.mul(x, v128.load(r)));
        s1 = f64x2.add(s1, f64x2.mul(x, v128.load(r, 16)));
        s2 = f64x2.add(s2, f64x2.mul(x, v128.load(r, 32)));
        s3 = f64x2.add(s3, f64x2.mul(x, v128.load(r, 48)));
      }
      r += stepB;
    }
    addTwo(to, scale, s0);
    addTwo(to + 16, scale, s1);
    addTwo(to + 32, scale, s2);
    addTwo(to + 48, scale, s3);
    from += 64;
    to += 64;
  }
  for (; j + 1 < columns; j += 2) {
    let s: v128 = f64x2.splat(0.0);
    let r: usize = from;
    for (let at: usize = p; at < p + lengthA; at += 8) {
      s = f64x2.add(s, f64x2.mul(v128.load64_splat(at), v128.load(r)));
      r += stepB;
    }
    addTwo(to, scale, s);
    from += 16;
    to += 16;
  }
  if (j < columns) addLast(p, lengthA, from, stepB, to, factor);
}

@inline function addTwo(to: usize, scale: v128, sum: v128): void {
  v128.store(to, f64x2.add(v128.load(to), f64x2.mul(scale, sum)));
}

@inline function addLast(p: usize, lengthA: usize, from: usize, stepB: usize, to: usize, factor: f64): void {
  let sum: f64 = 0.0;
  let r: usize = from;
  for (let at: usize = p; at < p + lengthA; at += 8) {
    sum += load<f64>(at) * load<f64>(r);
    r += stepB;
  }
  store<f64>(to, load<f64>(to) + factor * sum);
}
