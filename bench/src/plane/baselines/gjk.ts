// The loop that all GJK variants share (Alg. 1 of the paper). What differs is the sub-distance algorithm that is handed in.
import type { Bodies } from './body.ts';

/** Up to three vertices of the Minkowski difference, the newest last, and the nearest point of their hull to the origin. */
export class Simplex {
  count = 0;
  readonly x = new Float64Array(3);
  readonly y = new Float64Array(3);
  nearestX = 0;
  nearestY = 0;

  /** Keeps one vertex. */
  toVertex(k: number): void {
    this.nearestX = this.x[k];
    this.nearestY = this.y[k];
    this.move(k, 0);
    this.count = 1;
  }

  /** Keeps two vertices, given in their order, and the point between them. */
  toEdge(first: number, second: number, shareOfFirst: number): void {
    const { x, y } = this;
    this.nearestX = shareOfFirst * x[first] + (1 - shareOfFirst) * x[second];
    this.nearestY = shareOfFirst * y[first] + (1 - shareOfFirst) * y[second];
    this.move(first, 0);
    this.move(second, 1);
    this.count = 2;
  }

  /** The origin is inside. */
  toTriangle(): void {
    this.nearestX = 0;
    this.nearestY = 0;
  }

  private move(from: number, to: number): void {
    this.x[to] = this.x[from];
    this.y[to] = this.y[from];
  }
}

/** Reduces a simplex of two or three vertices to the fewest that hold its nearest point. */
export type Subdistance = (simplex: Simplex) => void;

const relative = 1e-12;
/** Polygons here have a size of about one. */
const touching = 1e-12;
const mostIterations = 64;
const simplex = new Simplex();

export function distanceByGjk(bodies: Bodies, subdistance: Subdistance): number {
  start(bodies);
  for (let k = 0; k < mostIterations; k++) {
    const { nearestX: vx, nearestY: vy } = simplex;
    const squared = vx * vx + vy * vy;
    if (squared <= touching * touching) return 0;
    addSupport(bodies, -vx, -vy);
    const newest = simplex.count - 1;
    const product = vx * simplex.x[newest] + vy * simplex.y[newest];
    if (squared - product <= relative * squared || isKnown()) return Math.sqrt(squared);
    subdistance(simplex);
    if (simplex.count === 3) return 0;
  }
  return Math.hypot(simplex.nearestX, simplex.nearestY);
}

/** The difference of two vertices gives the first direction: the paper's second, better way. */
function start({ a, b, cosine, sine, x, y }: Bodies): void {
  simplex.count = 1;
  simplex.nearestX = simplex.x[0] = a[0] - (cosine * b[0] - sine * b[1] + x);
  simplex.nearestY = simplex.y[0] = a[1] - (sine * b[0] + cosine * b[1] + y);
}

function addSupport({ a, b, cosine, sine, x, y }: Bodies, dx: number, dy: number): void {
  const i = farthest(a, dx, dy);
  const j = farthest(b, -(cosine * dx + sine * dy), -(cosine * dy - sine * dx));
  simplex.x[simplex.count] = a[i] - (cosine * b[j] - sine * b[j + 1] + x);
  simplex.y[simplex.count] = a[i + 1] - (sine * b[j] + cosine * b[j + 1] + y);
  simplex.count++;
}

function farthest(vertices: Float64Array, dx: number, dy: number): number {
  let best = 0;
  let most = vertices[0] * dx + vertices[1] * dy;
  for (let k = 2; k < vertices.length; k += 2) {
    const reach = vertices[k] * dx + vertices[k + 1] * dy;
    if (reach > most) {
      most = reach;
      best = k;
    }
  }
  return best;
}

/** Whether the newest vertex is one of the others: rounding leaves nothing to gain. */
function isKnown(): boolean {
  const { x, y, count } = simplex;
  const newest = count - 1;
  for (let k = 0; k < newest; k++) if (x[k] === x[newest] && y[k] === y[newest]) return true;
  return false;
}
