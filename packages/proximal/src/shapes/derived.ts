import { GeneralShape } from './general-shape.ts';
import type { Shape } from './shape.ts';

/** A shape made from another shape, with the properties that it inherits by default. */
export abstract class DerivedShape extends GeneralShape {
  constructor(readonly shape: Shape) {
    super();
  }

  /** @internal */
  override get depth(): number {
    return this.shape.depth + 1;
  }

  /** @internal */
  override get nodeCount(): number {
    return this.shape.nodeCount + 1;
  }

  override get isBounded(): boolean {
    return this.shape.isBounded;
  }

  override get isStrictlyConvex(): boolean {
    return this.shape.isStrictlyConvex;
  }

  /** @internal */
  override get isSmooth(): boolean {
    return this.shape.isSmooth;
  }

  /** @internal */
  override get supportCost(): number {
    return this.shape.supportCost + 1;
  }

  /** @internal */
  override get cornerBound(): number {
    return this.shape.cornerBound;
  }

  /** @internal */
  override get polytopeCost(): number {
    return this.shape.polytopeCost;
  }
}
