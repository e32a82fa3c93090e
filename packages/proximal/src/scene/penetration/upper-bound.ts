// The upper bound of a penetration: a translation of B after which it does not meet A, tested exactly. The search starts beyond a plane that
// separates the bodies, moves B back until they nearly touch, and then tries shorter translations along other directions.
//
// It follows the idea of Je, Tang, Lee, Lee and Kim, PolyDepth, 2012: project onto the plane of the last contact and move out again.
import { cross, dot, length, perpendicular, scale, type Vec3 } from '../../math/vec3.ts';
import { signedDistance } from '../../proximity/penetration.ts';
import { rotateInto } from '../axis.ts';
import type { SolidBodyPair } from './solid-pair.ts';

/** The largest number of steps in which B moves back until it nearly touches A. */
const maxSteps = 24;
/** A translation counts as shorter if its relative difference is at least this. */
const minProgress = 1e-5;
/** B is moved back until this fraction of the length remains, besides the pair's `gap`. */
const precision = 1e-7;
/** Tangents of the angles by which the best direction is varied. */
const tangents = [0.5, 0.2, 0.05, 0.01, 0.002];
/** The largest number of improving variations for each angle, and of steps along contact normals. */
const maxTurns = 6;

export interface UpperBound {
  readonly upper: number;
  /** A unit vector in A's frame; zero if no translation was found. */
  readonly direction: Vec3;
}

/** Searches for a short translation of B that separates it from A. */
export class SeparationSearch {
  private upper = Infinity;
  private direction: Vec3 = [0, 0, 0];

  /** @param lower a lower bound of the length: no shorter translation is tried */
  constructor(
    private readonly pair: SolidBodyPair,
    private readonly lower: number,
  ) {}

  /**
   * @param hints directions to try, in A's frame
   * @param isWarm whether the first hint is the result of the last query; the search then starts from the hints only
   */
  run(hints: readonly Vec3[], isWarm: boolean): UpperBound {
    const directions = [...hints, ...(isWarm ? [] : this.directions())]
      .map(unit)
      .filter((direction) => direction !== null);
    // The first direction gives a translation after which a plane separates the bodies; later ones are accepted only if they give a shorter one.
    for (const direction of directions) this.tryPlane(direction);
    for (const direction of directions) this.tryWithin(direction);
    this.followContacts();
    this.vary();
    return { upper: this.upper, direction: this.direction };
  }

  private get isTight(): boolean {
    return this.upper <= this.lower * (1 + minProgress) + 2 * this.pair.gap;
  }

  /** The normal of the hulls' depth, the axes of both bodies, and the line between their centers. */
  private directions(): Vec3[] {
    const { a, b, relative, identityPose } = this.pair;
    const axes: Vec3[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const rotatedAxes = axes.map((axis) => rotateInto(relative, axis));
    const betweenCenters = rotateInto(relative, b.hull.center).map(
      (x, k) => x + relative[k] - a.hull.center[k],
    ) as Vec3;
    const both = [...axes, ...rotatedAxes].flatMap((axis) => [axis, scale(axis, -1)]);
    return [signedDistance(a.hull, identityPose, b.hull, relative).normal, betweenCenters, ...both];
  }

  /** Tries the translation along a direction after which a plane perpendicular to it separates the bodies. */
  private tryPlane(direction: Vec3): void {
    const translation = this.pair.separatingLength(direction) + 2 * this.pair.gap;
    if (translation < this.upper && this.isFree(direction, translation)) this.accept(direction, translation);
  }

  /** Tests up to three shorter translations along a direction, and shortens the first that separates the bodies. */
  private tryWithin(direction: Vec3): void {
    if (this.isTight) return;
    const { lower, upper } = this;
    const first = Math.max(lower, this.pair.gap);
    for (const translation of [upper * (1 - minProgress), Math.sqrt(first * upper), first * 1.02 + this.pair.gap]) {
      if (translation < upper * (1 - minProgress / 2) && this.isFree(direction, translation)) {
        this.accept(direction, this.shortened(direction, translation));
        return;
      }
    }
  }

  /**
   * Shortens the best translation. With `hasTree`, then replaces it by a shorter one along the contact normal at its end, as long as there is one.
   */
  private followContacts(): void {
    this.accept(this.direction, this.shortened(this.direction, this.upper));
    for (let k = 0; k < maxTurns && !this.isTight; k++) {
      const last = this.upper;
      const separation = this.pair.distanceAfter(scale(this.direction, this.upper));
      const normal = separation && unit(separation.normal);
      if (!normal) return;
      const along = this.upper * dot(normal, this.direction);
      const translation = along + 2 * this.pair.gap;
      if (translation > this.lower && translation < this.upper && this.isFree(normal, translation))
        this.accept(normal, this.shortened(normal, translation));
      else this.tryWithin(normal);
      if (!(this.upper < last * (1 - minProgress))) return;
    }
  }

  /** Varies the direction, by smaller and smaller angles. */
  private vary(): void {
    for (const tangent of tangents) {
      for (let turn = 0; turn < maxTurns && !this.isTight; turn++) {
        const last = this.upper;
        const side = perpendicular(this.direction);
        const sides = [side, cross(this.direction, side)].flatMap((each) => [each, scale(each, -1)]);
        const from = this.direction;
        for (const each of sides) {
          const varied = unit([0, 1, 2].map((k) => from[k] + tangent * each[k]) as Vec3);
          if (varied) this.tryWithin(varied);
        }
        if (!(this.upper < last)) break;
        this.followContacts();
      }
    }
  }

  private accept(direction: Vec3, translation: number): void {
    if (!(translation < this.upper)) return;
    this.upper = translation;
    this.direction = direction;
  }

  private isFree(direction: Vec3, translation: number): boolean {
    return !this.pair.meets(scale(direction, translation), this.pair.gap / 2);
  }

  /** The length of a translation along the direction that separates the bodies, at most `translation`, which must separate them. */
  private shortened(direction: Vec3, translation: number): number {
    const { pair } = this;
    if (!pair.hasTree) return this.bisected(direction, translation);
    let best = translation;
    for (let step = 0; step < maxSteps && best > this.lower; step++) {
      const separation = pair.distanceAfter(scale(direction, best));
      if (!separation) return best;
      // B may move back by the distance without a contact. If the contact along the normal comes first, B may even move farther.
      const room = separation.distance - pair.gap;
      if (!(room > precision * best)) return best;
      const slope = dot(separation.normal, direction);
      const far = slope > 0 ? Math.max(this.lower, best - room / slope) : this.lower;
      const near = Math.max(this.lower, best - room);
      if (far < near && this.isFree(direction, far)) best = far;
      else if (near < best && this.isFree(direction, near)) best = near;
      else return best;
    }
    return best;
  }

  private bisected(direction: Vec3, translation: number): number {
    let [low, high] = [this.lower, translation];
    while (high - low > precision * high && high - low > this.pair.gap) {
      const middle = (low + high) / 2;
      if (this.isFree(direction, middle)) high = middle;
      else low = middle;
    }
    return high;
  }
}

function unit(vector: Vec3): Vec3 | null {
  const size = length(vector);
  return size > 0 && size < Infinity ? scale(vector, 1 / size) : null;
}
