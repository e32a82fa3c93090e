// The 2D kernel: its functions, its module and its engines.
import * as kernel from '../../kernel/2d/exports.ts';
import { sectorOf as kernelSectorOf } from '../../kernel/2d/support.ts';
import { Choice } from './choice.ts';
import { base64 } from './embedded/2d.ts';
import { type BatchKernel, Engine, type ManyQuery } from './engine.ts';
import { instantiate } from './instantiate.ts';
import { sharedMemory } from './javascript-memory.ts';

/** The function table of the 2D kernel, the same on both targets. */
export interface PlaneKernel extends BatchKernel {
  // For an invalid pose a query returns 0, `collide` −1 and `clearance` NaN.
  cast(workspace: number): number;
  clearance(workspace: number): number;
  clearanceMany(workspace: number, records: number, poses: number, pairs: number, count: number, out: number): void;
  collide(workspace: number, margin: number): number;
  distance(workspace: number): number;
  growthDistance(workspace: number): number;
  readonly growthMany: ManyQuery;
  penetration(workspace: number): number;
  readonly penetrationMany: ManyQuery;
  relativePose(workspace: number): void;
  signedDistance(workspace: number): number;
  readonly signedMany: ManyQuery;
}

/** The number of the sector of a polygon's directory that contains a direction. */
export const sectorOf: (dx: number, dy: number) => number = (dx, dy) => kernelSectorOf(dx, dy);

export type PlaneEngine = Engine<PlaneKernel>;

export const plane = /* @__PURE__ */ new Choice<PlaneKernel>(
  () =>
    new Engine(
      'js',
      // Copied, because bundlers turn a module's names into getters.
      { ...kernel },
      sharedMemory(),
    ),
  () => instantiate<PlaneKernel>(base64),
);
