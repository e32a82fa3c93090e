import type { Shape } from '../../2d/shapes/shape.ts';
import type { BodyTraits } from '../../broad/body-options.ts';
import { type Pose2, type Pose2Like, readPose2 } from '../pose.ts';
import type { Scene } from './scene.ts';

/**
 * A shape at a pose in a scene of the plane. Made by `scene.add`.
 * @example
 * ```ts
 * const pillar = scene.add(circle(0.3), { position: [4, 1] });
 * pillar.setPose({ position: [4, 2] });
 * pillar.remove();
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
  /** The pose as four valid numbers, which queries read without checks. @internal */
  readonly current: Float64Array<ArrayBuffer> = new Float64Array(4);
  private owner: Scene | null;

  /** @internal */
  constructor(
    owner: Scene,
    /** Unique in its scene, ascending in the order of creation, and never reused. */
    readonly id: number,
    readonly shape: Shape,
    /** @internal */
    readonly slot: number,
    traits: BodyTraits,
  ) {
    this.owner = owner;
    this.group = traits.group;
    this.mask = traits.mask;
    this.static = traits.static;
    this.name = traits.name;
    this.userData = traits.userData;
  }

  /** The scene that contains the body; null after it was removed. */
  get scene(): Scene | null {
    return this.owner;
  }

  /** A copy of the pose: x y cos sin. */
  get pose(): Pose2 {
    return this.current.slice();
  }

  /** Moves the body. */
  setPose(pose: Pose2Like): void {
    readPose2('Body.setPose', 'pose', pose, this.current, 0);
    this.owner?.touch(this);
  }

  /** Removes the body from its scene. Removing it again has no effect. */
  remove(): void {
    const { owner } = this;
    this.owner = null;
    owner?.discard(this);
  }
}
