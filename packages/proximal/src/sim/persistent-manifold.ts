// The contacts of two bodies that hardly move relative to each other, moved along with the bodies instead of searched again.
import { rotate, rotationRows } from '../math/linear/quaternion.ts';
import type { Body } from '../scene/body.ts';
import type { Manifold } from '../scene/contacts.ts';

/** Numbers of a point: its id, and its positions on A and on B in body coordinates. */
const width = 7;

/**
 * Steps after which contacts of bodies that have moved are searched again: bodies at rest would otherwise keep the error of their
 * last gaps.
 */
const longest = 60;
/** Motion below this share of the allowed motion counts as rest. */
const still = 0.01;

/** The contacts of a pair's last search, in the bodies' own axes. */
export class PersistentManifold {
  /** The number of points; −1 before the first search and for bodies of several parts. */
  count = -1;
  /** The points in world coordinates, after `follows`: id, midpoint (3 numbers) and gap. */
  readonly points: Float64Array;
  readonly normal = new Float64Array(3);
  /** α of the last search; NaN if the growth distance was not used. */
  growth = Number.NaN;
  private readonly local: Float64Array;
  private readonly localNormal = new Float64Array(3);
  /** The pose of the smaller body relative to the larger one at the last search. */
  private readonly relative = new Float64Array(7);
  private readonly now = new Float64Array(7);
  private readonly larger: Body;
  private readonly smaller: Body;
  private readonly reach: number;
  private readonly size: number;
  /** Steps since the last search. */
  private age = 0;

  constructor(
    private readonly a: Body,
    private readonly b: Body,
    most: number,
  ) {
    this.points = new Float64Array(5 * most);
    this.local = new Float64Array(width * most);
    const isTurned = reachOf(a) < reachOf(b);
    this.larger = isTurned ? b : a;
    this.smaller = isTurned ? a : b;
    this.reach = reachOf(this.smaller);
    this.size = Math.min(a.volume.bounds.boundingRadius, b.volume.bounds.boundingRadius);
  }

  /**
   * Moves the points along with the bodies if these have moved by less than a share of the smaller one's size since the last
   * search. Corrections of positions use the gaps of the last search, so bodies that overlap by more than `allowance` must not
   * have moved. Call it once per step.
   */
  follows(share: number, allowance: number): boolean {
    this.age++;
    if (this.count < 0) return false;
    const moved = this.measureMotion();
    if (moved > share) return false;
    this.follow();
    return moved <= still * share || (this.age <= longest && this.deepest() <= allowance);
  }

  /** Motion of the bodies since the last search, relative to the smaller one's size. */
  private measureMotion(): number {
    const { relative, now } = this;
    relate(this.larger.current, this.smaller.current, now);
    let shift = 0;
    for (let k = 0; k < 3; k++) shift += (now[k] - relative[k]) * (now[k] - relative[k]);
    // Twice the sine of half the angle between the two orientations, from the product of the quaternions.
    const w = relative[3] * now[3] + relative[4] * now[4] + relative[5] * now[5] + relative[6] * now[6];
    const turn = 2 * Math.sqrt(Math.max(0, 1 - w * w));
    return (Math.sqrt(shift) + turn * this.reach) / this.size;
  }

  private deepest(): number {
    let most = 0;
    for (let k = 0; k < this.count; k++) most = Math.max(most, -this.points[5 * k + 4]);
    return most;
  }

  /** Stores the result of a search, if it has at most one manifold. */
  take(manifolds: readonly Manifold[]): void {
    const { a, b, local, localNormal } = this;
    const isOne = manifolds.length <= 1 && !a.volume.assembly && !b.volume.assembly;
    this.count = isOne ? (manifolds[0]?.points.length ?? 0) : -1;
    relate(this.larger.current, this.smaller.current, this.relative);
    this.age = 0;
    if (this.count <= 0) return;
    const [{ normal, points, growth = Number.NaN }] = manifolds;
    this.growth = growth;
    turnBack(a.current, normal, localNormal, 0);
    points.forEach(({ id, pointA, pointB }, k) => {
      local[width * k] = id;
      toBody(a.current, pointA, local, width * k + 1);
      toBody(b.current, pointB, local, width * k + 4);
    });
  }

  /** Updates the points: the gap is the distance between the positions on A and B along the normal, which rotates with A. */
  private follow(): void {
    const { local, localNormal, points, normal, count } = this;
    const a = this.a.current;
    const b = this.b.current;
    rotationRows(a, 3, turnA);
    rotationRows(b, 3, turnB);
    const nx = along(turnA, 0, localNormal, 0);
    const ny = along(turnA, 3, localNormal, 0);
    const nz = along(turnA, 6, localNormal, 0);
    normal[0] = nx;
    normal[1] = ny;
    normal[2] = nz;
    for (let k = 0; k < count; k++) {
      const from = width * k;
      const ax = a[0] + along(turnA, 0, local, from + 1);
      const ay = a[1] + along(turnA, 3, local, from + 1);
      const az = a[2] + along(turnA, 6, local, from + 1);
      const bx = b[0] + along(turnB, 0, local, from + 4);
      const by = b[1] + along(turnB, 3, local, from + 4);
      const bz = b[2] + along(turnB, 6, local, from + 4);
      points[5 * k] = local[from];
      points[5 * k + 1] = (ax + bx) / 2;
      points[5 * k + 2] = (ay + by) / 2;
      points[5 * k + 3] = (az + bz) / 2;
      points[5 * k + 4] = (bx - ax) * nx + (by - ay) * ny + (bz - az) * nz;
    }
  }
}

const turnA = /* @__PURE__ */ new Float64Array(9);
const turnB = /* @__PURE__ */ new Float64Array(9);
const offset = /* @__PURE__ */ new Float64Array(3);

/** The largest distance of a body's point from its origin; infinite for a half-space. */
function reachOf({ volume: { bounds } }: Body): number {
  if (!bounds.isBounded) return Infinity;
  const [x, y, z] = bounds.center;
  return Math.sqrt(x * x + y * y + z * z) + bounds.boundingRadius;
}

/** The pose of B in A's axes. */
function relate(a: Float64Array, b: Float64Array, out: Float64Array): void {
  for (let k = 0; k < 3; k++) offset[k] = b[k] - a[k];
  turnBack(a, offset, out, 0);
  const x = -a[3];
  const y = -a[4];
  const z = -a[5];
  const w = a[6];
  out[3] = w * b[3] + x * b[6] + y * b[5] - z * b[4];
  out[4] = w * b[4] - x * b[5] + y * b[6] + z * b[3];
  out[5] = w * b[5] + x * b[4] - y * b[3] + z * b[6];
  out[6] = w * b[6] - x * b[3] - y * b[4] - z * b[5];
}

/** A row of a rotation times a vector. */
function along(rotation: Float64Array, row: number, v: Float64Array, from: number): number {
  return rotation[row] * v[from] + rotation[row + 1] * v[from + 1] + rotation[row + 2] * v[from + 2];
}

/** A vector of the world's axes in the body's. */
function turnBack(q: Float64Array, v: ArrayLike<number>, out: Float64Array, to: number): void {
  rotate(-q[3], -q[4], -q[5], q[6], v[0], v[1], v[2], out, to);
}

function toBody(pose: Float64Array, point: readonly number[], out: Float64Array, to: number): void {
  for (let k = 0; k < 3; k++) offset[k] = point[k] - pose[k];
  turnBack(pose, offset, out, to);
}
