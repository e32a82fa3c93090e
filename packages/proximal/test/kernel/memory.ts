// Memory for tests that call kernel functions directly, on the JavaScript target.
import { onTestFinished } from 'vitest';
import * as Query from '../../kernel/blocks/query.ts';
import { measurePair } from '../../kernel/minkowski.ts';
import { ld, st } from '../../kernel/port/memory.ts';
import { relativePose } from '../../kernel/rotation.ts';
import { sharedMemory } from '../../src/engine/javascript-memory.ts';
import type { Shape } from '../../src/index.ts';
import type { Vec3 } from '../../src/math/index.ts';

/** The address of `size` zeros. The memory is released when the test ends. */
export function claim(size: number): number {
  const memory = sharedMemory();
  const block = memory.claim(size);
  onTestFinished(() => memory.giveBack(block));
  for (let k = 0; k < size; k++) st(block.address + k, 0);
  return block.address;
}

export function write(at: number, numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++) st(at + k, numbers[k]);
}

export function read(at: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => ld(at + k));
}

export const readPoint = (at: number): Vec3 => [ld(at), ld(at + 1), ld(at + 2)];

/** A workspace for two shapes; the second one is translated by `position`. `gap` is the tolerance. */
export function queryOf(a: Shape, b: Shape, position: Vec3, gap = 1e-10): number {
  const w = claim(Query.SIZE);
  const memory = sharedMemory();
  Query.setRecordA(w, memory.placeCached(a.record));
  Query.setRecordB(w, memory.placeCached(b.record));
  Query.setTolerance(w, gap);
  Query.setMaxIterations(w, 200);
  write(w + Query.POSE_A, [0, 0, 0, 0, 0, 0, 1]);
  write(w + Query.POSE_B, [...position, 0, 0, 0, 1]);
  relativePose(w);
  measurePair(w);
  return w;
}

export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
