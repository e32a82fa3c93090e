// The contacts of a step as numbers in a few arrays, which last: what a step finds costs no objects.
import { writeFrame } from '../contact/frames.ts';
import type { Body } from '../scene/body.ts';
import type { Manifold } from '../scene/contacts.ts';
import { mayTouch, type Owner } from './member.ts';
import type { SimulatorSettings } from './options.ts';

/** A point of contact in a step. World coordinates, metres. */
export interface SimulatedContact {
  readonly a: Body;
  readonly b: Body;
  /** The same from step to step while the same corners and edges touch. */
  readonly key: string;
  readonly point: readonly number[];
  /** Unit vector from A to B. */
  readonly normal: readonly number[];
  /** Negative in penetration, at the beginning of the step. */
  readonly gap: number;
  readonly friction: number;
  /** What A has done to B in the step, in N·s, in world coordinates. */
  readonly impulse: Float64Array;
}

export class ContactSet {
  count = 0;
  readonly a: Body[] = [];
  readonly b: Body[] = [];
  readonly ownerA: (Owner | undefined)[] = [];
  readonly ownerB: (Owner | undefined)[] = [];
  /** Who touches, as numbers that last: the bodies' ids, the parts, and the point's id within its manifold. Five for each contact. */
  names = new Float64Array(0);
  points = new Float64Array(0);
  /** Rows t1, t2, n: nine numbers for each contact. */
  frames = new Float64Array(0);
  gaps = new Float64Array(0);
  friction = new Float64Array(0);
  restitution = new Float64Array(0);
  /** What A has done to B, in world coordinates. */
  impulses = new Float64Array(0);

  private listed: readonly SimulatedContact[] | null = null;

  constructor(
    private readonly owners: ReadonlyMap<Body, Owner>,
    private readonly settings: SimulatorSettings,
  ) {}

  clear(): void {
    this.count = 0;
    this.listed = null;
  }

  /** Takes all points of a manifold between bodies that may touch, of which at least one can move. */
  add({ a, b, partA, partB, normal, points }: Manifold): void {
    const { settings } = this;
    const [ownerA, ownerB] = [this.owners.get(a), this.owners.get(b)];
    const canMove = (ownerA?.joint ?? -1) >= 0 || (ownerB?.joint ?? -1) >= 0;
    if (!canMove || !mayTouch(ownerA, ownerB, settings.selfCollision)) return;
    const [friction, restitution] = [settings.friction(a, b), settings.restitution(a, b)];
    for (const { id, pointA, pointB, gap } of points) {
      if (this.count === this.gaps.length) this.grow();
      const k = this.count++;
      this.a[k] = a;
      this.b[k] = b;
      this.ownerA[k] = ownerA;
      this.ownerB[k] = ownerB;
      const { names } = this;
      names[5 * k] = a.id;
      names[5 * k + 1] = b.id;
      names[5 * k + 2] = partA;
      names[5 * k + 3] = partB;
      names[5 * k + 4] = id;
      for (let axis = 0; axis < 3; axis++) {
        this.points[3 * k + axis] = (pointA[axis] + pointB[axis]) / 2;
        this.impulses[3 * k + axis] = 0;
      }
      writeFrame(normal[0], normal[1], normal[2], this.frames, 9 * k);
      this.gaps[k] = gap;
      this.friction[k] = friction;
      this.restitution[k] = restitution;
    }
  }

  /** The contacts as objects, which the next step leaves alone. */
  list(): readonly SimulatedContact[] {
    this.listed ??= this.describe();
    return this.listed;
  }

  private describe(): SimulatedContact[] {
    const { a, b, names, points, frames, gaps, friction, impulses } = this;
    return Array.from({ length: this.count }, (_, k) => ({
      a: a[k],
      b: b[k],
      key: names.subarray(5 * k, 5 * k + 5).join(' '),
      point: Array.from(points.subarray(3 * k, 3 * k + 3)),
      normal: Array.from(frames.subarray(9 * k + 6, 9 * k + 9)),
      gap: gaps[k],
      friction: friction[k],
      impulse: impulses.slice(3 * k, 3 * k + 3),
    }));
  }

  /** The deepest penetration, in metres. */
  get penetration(): number {
    let most = 0;
    for (let k = 0; k < this.count; k++) most = Math.max(most, -this.gaps[k]);
    return most;
  }

  private grow(): void {
    const room = Math.max(16, 2 * this.count);
    const enlarge = (old: Float64Array, width: number): Float64Array<ArrayBuffer> => {
      const larger = new Float64Array(width * room);
      larger.set(old);
      return larger;
    };
    this.names = enlarge(this.names, 5);
    this.points = enlarge(this.points, 3);
    this.frames = enlarge(this.frames, 9);
    this.gaps = enlarge(this.gaps, 1);
    this.friction = enlarge(this.friction, 1);
    this.restitution = enlarge(this.restitution, 1);
    this.impulses = enlarge(this.impulses, 3);
  }
}
