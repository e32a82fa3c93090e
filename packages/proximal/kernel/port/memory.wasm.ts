// The WebAssembly target's access to linear memory: see memory.ts, which documents each function.

// @ts-nocheck

@inline export function ld(at: i32): f64 { return load<f64>(<usize>at << 3); }
@inline export function st(at: i32, x: f64): void { store<f64>(<usize>at << 3, x); }
@inline export function ldi(at: i32): i32 { return load<i32>(<usize>at << 2); }
@inline export function sti(at: i32, x: i32): void { store<i32>(<usize>at << 2, x); }
@inline export function toInt(x: f64): i32 { return <i32>x; }
@inline export function toFloat(n: i32): f64 { return <f64>n; }
@inline export function quotient(a: i32, b: i32): i32 { return a / b; }
@inline export function product(a: i32, b: i32): i32 { return a * b; }
@external("host", "support") export declare function hostSupport(id: i32, dx: f64, dy: f64, dz: f64, out: i32): void;
@external("host", "trace") export declare function hostTrace(workspace: i32): void;
