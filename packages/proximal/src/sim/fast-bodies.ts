// The free bodies that move far in a step relative to their thickness. Every step asks for all of them, so the sizes of their shapes are in one array.
import type { Scene } from '../scene/scene.ts';
import type { Member } from './member.ts';
import type { SimulatorSettings } from './options.ts';
import { thicknessOf } from './overlap.ts';
import type { MemberVectors } from './state-vectors.ts';

/** A body is fast if it moves by more than this fraction of its thickness. */
export const fastFraction = 0.5;

export class FastBodies {
  /** For each shape its member, the member's first velocity coordinate, and the shape's radius about the origin and its thickness, in meters. */
  private movers: readonly Member[] = [];
  private firsts = new Int32Array(0);
  private sizes = new Float64Array(0);
  /** `Scene.changes` when the shapes were listed. */
  private listedAt = -1;

  /** @param free free bodies */
  constructor(
    private readonly free: readonly Member[],
    private readonly all: Pick<MemberVectors, 'v' | 'shift'>,
    private readonly settings: SimulatorSettings,
  ) {}

  /**
   * The bodies that may be fast, with the present velocities and pseudo-velocities. These are in body axes, but only their norms are used.
   * @param time the duration of the motion, in seconds
   */
  find({ changes }: Scene, time: number): Member[] {
    if (this.listedAt !== changes) this.list();
    this.listedAt = changes;
    const { movers, firsts, sizes, all } = this;
    const { timeStep } = this.settings;
    const fast: Member[] = [];
    for (let k = 0; k < movers.length; k++) {
      const at = firsts[k];
      const linear = time * norm(all.v, at) + timeStep * norm(all.shift, at);
      const angular = time * norm(all.v, at + 3) + timeStep * norm(all.shift, at + 3);
      const isFast = linear + angular * sizes[2 * k] > fastFraction * sizes[2 * k + 1];
      if (isFast && !movers[k].isAsleep && fast[fast.length - 1] !== movers[k]) fast.push(movers[k]);
    }
    return fast;
  }

  private list(): void {
    const shapes = this.free.flatMap((member) => member.bodies.map(({ volume }) => ({ member, volume })));
    this.movers = shapes.map(({ member }) => member);
    this.firsts = Int32Array.from(shapes, ({ member }) => member.firstV);
    this.sizes = Float64Array.from(
      shapes.flatMap(({ volume }) => [volume.radiusAboutOrigin, thicknessOf(volume, this.settings.margin)]),
    );
  }
}

function norm(v: Float64Array, at: number): number {
  return Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
}
