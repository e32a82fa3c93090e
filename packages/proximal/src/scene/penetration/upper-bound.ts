// The upper bound of a penetration: a translation of B after which it does not meet A, tested exactly. The search starts beyond a plane that
// separates the bodies, moves B back until they nearly touch, and then tries shorter translations along other directions.
//
// It follows the idea of Je, Tang, Lee, Lee and Kim, PolyDepth, 2012: project onto the plane of the last contact and move out again.
import { cross, dot, length, perpendicular, scale, type Vec3 } from '../../math/vec3.ts';
import { signedDistance } from '../../proximity/penetration.ts';
import { rotateInto } from '../axis.ts';
import type { SolidPair } from './solid-pair.ts';

/** The most steps to move B back until it nearly touches A. */
const mostSteps = 24;
/** Translations that are shorter by less than this share do not count as better. */
const progress = 1e-5;
/** B is moved back until the distance is this share of the length. */
const precision = 1e-7;
/** Tangents of the angles by which the best direction is varied. */
const tangents = [0.5, 0.2, 0.05, 0.01, 0.002];
/** The largest number of improving variations for each angle, and of steps along contact normals. */
const mostTurns = 6;

export interface UpperBound {
  readonly upper: number;
  /** A unit vector in A's frame. */
  readonly direction: Vec3;
}

/** Searches for a short translation of B that separates it from A. */
export class SeparationSearch {
  private upper = Infinity;
  private direction: Vec3 = [0, 0, 0];

  /** @param lower a lower bound of the length, below which nothing is tried */
  constructor(
    private readonly pair: SolidPair,
    private readonly lower: number,
  ) {}

  /** @param hints directions to try, in A's frame @param isWarm whether the first is the result of the last query: then no others are tried */
  run(hints: readonly Vec3[], isWarm: boolean): UpperBound {
    const directions = [...hints, ...(isWarm ? [] : this.directions())]
      .map(unit)
      .filter((direction) => direction !== null);
    // A plane separates the bodies along the first direction; those that follow must be better.
    for (const direction of directions) this.tryPlane(direction);
    for (const direction of directions) this.tryWithin(direction);
    this.followContacts();
    this.vary();
    return { upper: this.upper, direction: this.direction };
  }

  private get isTight(): boolean {
    return this.upper <= this.lower * (1 + progress) + 2 * this.pair.gap;
  }

  /** The normal of the hulls' depth, the axes of both bodies, and the line between their centers. */
  private directions(): Vec3[] {
    const { a, b, relative, home } = this.pair;
    const axes: Vec3[] = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const turned = axes.map((axis) => rotateInto(relative, axis));
    const betweenCenters = rotateInto(relative, [...b.hull.center]).map(
      (x, k) => x + relative[k] - a.hull.center[k],
    ) as Vec3;
    const both = [...axes, ...turned].flatMap((axis) => [axis, scale(axis, -1)]);
    return [signedDistance(a.hull, home, b.hull, relative).normal, betweenCenters, ...both];
  }

  /** Compares the translation beyond the plane that separates the bodies along a direction. */
  private tryPlane(direction: Vec3): void {
    const reach = this.pair.reach(direction) + 2 * this.pair.gap;
    if (reach < this.upper && this.isFree(direction, reach)) this.accept(direction, reach);
  }

  /** Tests shorter translations along a direction, and shortens the first that separates the bodies. */
  private tryWithin(direction: Vec3): void {
    if (this.isTight) return;
    const { lower, upper } = this;
    const first = Math.max(lower, this.pair.gap);
    for (const reach of [upper * (1 - progress), Math.sqrt(first * upper), first * 1.02 + this.pair.gap]) {
      if (reach < upper * (1 - progress / 2) && this.isFree(direction, reach)) {
        this.accept(direction, this.shortened(direction, reach));
        return;
      }
    }
  }

  /** Tries the normal of the contact that ends the best translation: the length along it is smaller. */
  private followContacts(): void {
    this.accept(this.direction, this.shortened(this.direction, this.upper));
    for (let k = 0; k < mostTurns && !this.isTight; k++) {
      const last = this.upper;
      const apart = this.pair.apart(scale(this.direction, this.upper));
      const normal = apart && unit(apart.normal);
      if (!normal) return;
      const along = this.upper * dot(normal, this.direction);
      const reach = along + 2 * this.pair.gap;
      if (reach > this.lower && reach < this.upper && this.isFree(normal, reach))
        this.accept(normal, this.shortened(normal, reach));
      else this.tryWithin(normal);
      if (!(this.upper < last * (1 - progress))) return;
    }
  }

  /** Varies the direction, by smaller and smaller angles. */
  private vary(): void {
    for (const tangent of tangents) {
      for (let turn = 0; turn < mostTurns && !this.isTight; turn++) {
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

  private accept(direction: Vec3, reach: number): void {
    if (!(reach < this.upper)) return;
    this.upper = reach;
    this.direction = direction;
  }

  private isFree(direction: Vec3, reach: number): boolean {
    return !this.pair.meets(scale(direction, reach), this.pair.gap / 2);
  }

  /** A translation along the direction that separates the bodies and is not longer than `reach`, which does. */
  private shortened(direction: Vec3, reach: number): number {
    const { pair } = this;
    if (!pair.hasTree) return this.bisected(direction, reach);
    let best = reach;
    for (let step = 0; step < mostSteps && best > this.lower; step++) {
      const apart = pair.apart(scale(direction, best));
      if (!apart) return best;
      // B may move back by the distance without a contact. If the contact along the normal comes first, B may even move farther.
      const room = apart.distance - pair.gap;
      if (!(room > precision * best)) return best;
      const slope = dot(apart.normal, direction);
      const far = slope > 0 ? Math.max(this.lower, best - room / slope) : this.lower;
      const near = Math.max(this.lower, best - room);
      if (far < near && this.isFree(direction, far)) best = far;
      else if (near < best && this.isFree(direction, near)) best = near;
      else return best;
    }
    return best;
  }

  private bisected(direction: Vec3, reach: number): number {
    let [low, high] = [this.lower, reach];
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
