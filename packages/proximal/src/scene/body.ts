import type { BodyTraits } from '../broad/body-options.ts';
import { type Pose, type PoseLike, readPose } from '../math/pose.ts';
import type { Geometry } from './geometry.ts';
import type { Scene } from './scene.ts';
import type { Volume } from './volume.ts';

const scratch = /* @__PURE__ */ new Float64Array(7);

/**
 * A shape, compound, mesh or height field at a pose in a scene. Made by `scene.add`.
 * @example
 * ```ts
 * const crate = scene.add(box(0.4, 0.3, 0.2), { position: [0, 0, 1] });
 * crate.setPose({ position: [0, 0, 0.5] });
 * crate.remove();
 * ```
 */
export class Body {
  /** The name in messages, kept by minifiers. @internal */
  static readonly name: string = 'Body';

  readonly group: number;
  readonly mask: number;
  readonly static: boolean;
  readonly name: string;
  userData: unknown;
  /** The pose as seven valid numbers, which queries read without checks. @internal */
  readonly current: Float64Array<ArrayBuffer> = new Float64Array(7);
  /** @internal */
  slot = -1;
  private owner: Scene | null;

  /** @internal */
  constructor(
    owner: Scene,
    /** Unique in its scene, ascending in the order of creation, and never reused. */
    readonly id: number,
    /** @internal */
    public volume: Volume,
    traits: BodyTraits,
  ) {
    this.owner = owner;
    this.group = traits.group;
    this.mask = traits.mask;
    this.static = traits.static;
    this.name = traits.name;
    this.userData = traits.userData;
  }

  /** The body's geometry. */
  get shape(): Geometry {
    return this.volume.geometry;
  }

  /** The scene that contains the body; null after it was removed. */
  get scene(): Scene | null {
    return this.owner;
  }

  /** A copy of the pose, body to world. */
  get pose(): Pose {
    return this.current.slice();
  }

  /** Moves the body. An invalid pose (NaN, a zero quaternion) throws, and the body does not move. */
  setPose(pose: PoseLike): void {
    readPose('Body.setPose', 'pose', pose, scratch, 0);
    this.current.set(scratch);
    this.owner?.touch(this);
  }

  /** Like `setPose`, for a valid pose of seven numbers at `from`. @internal */
  moveTo(poses: Float64Array, from: number): void {
    for (let k = 0; k < 7; k++) this.current[k] = poses[from + k];
    this.owner?.touch(this);
  }

  /** Gives the body another shape. The scene drops its pairs with their warm starts, and makes new ones. */
  setShape(shape: Geometry): void {
    this.require('setShape').exchange(this, shape);
  }

  /** Removes the body from its scene; no effect if it was removed already. */
  remove(): void {
    const { owner } = this;
    this.owner = null;
    owner?.discard(this);
  }

  private require(method: string): Scene {
    if (this.owner) return this.owner;
    throw new RangeError(`Body.${method}: body ${this.id} was removed; add a new one to a scene`);
  }
}
