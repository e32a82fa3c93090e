// The solids, pairs and workspaces of a cell, for one state of the robot's attachments and of the scene.
import type { Model } from '../dynamics/model.ts';
import { hypot } from '../math/hypot.ts';
import { BallChecks } from './ball-checks.ts';
import { MotionSearch } from './motion-search.ts';
import { PairTests } from './pair-tests.ts';
import type { SolidPair } from './pairs.ts';
import type { Solid } from './solid.ts';
import { Stance } from './stance.ts';
import { Sweep } from './sweep.ts';

export class Checker {
  readonly stance: Stance;
  readonly tests: PairTests;
  readonly sweep: Sweep;
  readonly search: MotionSearch;
  /** Indices of pairs in the order of their checks: pairs that were recently in contact or nearest come first. */
  readonly order: Int32Array;
  /** The size of the cell, in meters: rounding errors are relative to it. */
  readonly size: number;
  /** Configurations that were checked. */
  checks = 0;
  /** Checks by the kernel, if the cell has the geometry `'spheres'`; otherwise null. */
  readonly balls: BallChecks | null;

  /** `stance.stamp` at the last call of `forget`. */
  private stampAtForget = 0;

  constructor(
    readonly model: Model,
    readonly solids: readonly Solid[],
    readonly pairs: readonly SolidPair[],
    readonly padding: number,
    isOfBalls: boolean,
  ) {
    this.size = sizeOf(model, solids);
    this.stance = new Stance(model, solids);
    this.tests = new PairTests(this.stance);
    this.sweep = new Sweep(model, this.stance, this.tests, solids);
    this.search = new MotionSearch(model, this.stance, this.tests, this.sweep, pairs, this.size);
    this.order = Int32Array.from(pairs, (_, k) => k);
    this.balls = isOfBalls ? new BallChecks(model, solids, pairs, padding, this.stance, this.tests) : null;
  }

  /** Drops warm starts and the order of checks, so that the following results do not depend on earlier ones. */
  forget(): void {
    // If no configuration was placed since the last call, there are no warm starts.
    if (this.stance.stamp === this.stampAtForget) return;
    this.stampAtForget = this.stance.stamp;
    for (const pair of this.pairs) pair.forget();
    for (const { support } of this.solids) support.forget();
    for (let k = 0; k < this.order.length; k++) this.order[k] = k;
  }

  /** Checks configurations that are stored one after the other. Writes 1 for each free configuration, and 0 for others. */
  checkMany(configurations: Float64Array, count: number, out: Uint8Array): void {
    if (this.balls) {
      this.checks += count;
      this.balls.checkMany(configurations, count, out);
      return;
    }
    const { nq } = this.model;
    for (let k = 0; k < count; k++) out[k] = this.isFree(configurations.subarray(nq * k, nq * k + nq)) ? 1 : 0;
  }

  /** The first pair in contact at a configuration, as its position in `order`; −1 if the configuration is free. */
  contactAt(q: Float64Array): number {
    const { order, pairs, tests, padding } = this;
    this.stance.take(q);
    this.checks++;
    for (let k = 0; k < order.length; k++) if (!tests.isFree(pairs[order[k]], padding)) return k;
    return -1;
  }

  /** Whether a configuration is free. A pair that touches comes first in the next check, except in checks of `balls`. */
  isFree(q: Float64Array): boolean {
    if (this.balls) {
      this.checks++;
      return this.balls.isFree(q);
    }
    const position = this.contactAt(q);
    if (position < 0) return true;
    this.promote(position);
    return false;
  }

  /** Moves the pair at a position of the order to the front. */
  private promote(position: number): void {
    const { order } = this;
    const index = order[position];
    for (let k = position; k > 0; k--) order[k] = order[k - 1];
    order[0] = index;
  }

  /** Moves a pair to the front of the order. */
  promotePair(pair: SolidPair): void {
    this.promote(this.order.indexOf(pair.index));
  }
}

/** The reach of the joints within their limits, plus the farthest point of any solid in its frame. Infinite limits do not count: see `roundingOf`. */
function sizeOf({ tree, limits }: Model, solids: readonly Solid[]): number {
  let robotSize = 0;
  for (let joint = 0; joint < tree.parent.length; joint++) {
    const [x, y, z] = tree.placement.subarray(12 * joint + 9, 12 * joint + 12);
    robotSize += Math.sqrt(x * x + y * y + z * z);
  }
  // Coordinates of sliding joints are lengths. Angles are added too, which only makes the bound larger.
  for (const limit of [limits.lower, limits.upper])
    for (const bound of limit) if (Number.isFinite(bound)) robotSize += Math.abs(bound);
  let farthest = 0;
  for (const { center, ballRadius } of solids) {
    // The center of a half-space is a point of its plane.
    farthest = Math.max(farthest, hypot(...center) + (Number.isFinite(ballRadius) ? ballRadius : 0));
  }
  return robotSize + farthest;
}
