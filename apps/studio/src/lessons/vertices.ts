// The vertices of a search on the difference of two shapes, numbered in the order in which they were found.
import type { TraceStep } from 'proximal/2d';
import { add, dot, dotProduct, type Mark, type Point, subtract, text, unit } from '../picture/marks.ts';
import { type Placed, worldPoint, worldVector } from '../picture/placed.ts';

/** A support point of the difference a − b, in world axes, with the points of A and B that it comes from. */
export interface Vertex {
  readonly number: number;
  readonly at: Point;
  readonly ofA: Point;
  readonly ofB: Point;
}

const tolerance = 1e-9;
export const isSame = (p: Point, q: Point): boolean => Math.hypot(p[0] - q[0], p[1] - q[1]) < tolerance;

/** The farthest point of a placed shape in a direction of world axes. */
export function supportOf(placed: Placed, direction: Point): Point {
  const [x, y] = worldVector({ angle: -placed.angle }, direction);
  return worldPoint(placed, placed.shape.support([x, y]));
}

/** Numbers the support points of a trace, which is in the frame of A. */
export class Vertices {
  readonly found: Vertex[] = [];

  constructor(private readonly a: Placed) {}

  /** A vector of the trace in world axes. */
  world(vector: Point): Point {
    return worldVector(this.a, vector);
  }

  /** The vertex of a support point; a new one has the next number. */
  vertex(support: Point, direction: Point): Vertex {
    const at = this.world(support);
    const known = this.found.find((each) => isSame(each.at, at));
    if (known) return known;
    const along = this.world(direction);
    const ofA = supportOf(this.a, along);
    const vertex = { number: this.found.length + 1, at, ofA, ofB: subtract(ofA, at) };
    this.found.push(vertex);
    return vertex;
  }

  /** The vertices of the simplex of a step. */
  simplex({ simplex, size }: Pick<TraceStep, 'simplex' | 'size'>): readonly Vertex[] {
    return simplex.slice(0, size).map((corner) => {
      const at = this.world(corner);
      const known = this.found.find((each) => isSame(each.at, at));
      if (!known) throw new Error('a simplex has a vertex that no step has found');
      return known;
    });
  }
}

/** Weights of the vertices whose combination is a point of their simplex: one vertex, or a point on the segment of two. */
export function weightsOf(vertices: readonly Vertex[], point: Point): readonly number[] {
  if (vertices.length === 1) return [1];
  const [p, q] = vertices;
  const edge = subtract(q.at, p.at);
  const t = dotProduct(subtract(point, p.at), edge) / dotProduct(edge, edge);
  return [1 - t, t];
}

/** Dots with numbers, shifted away from the middle of the set. */
export function vertexMarks(vertices: readonly Vertex[], middle: Point): Mark[] {
  return vertices.flatMap(({ number, at }) => {
    const [x, y] = isSame(at, middle) ? [0, 1] : unit(subtract(at, middle));
    return [dot(at, 'simplex'), text(at, String(number), 'simplex', [16 * x - 5, 16 * y - 6])];
  });
}

/** The mean of points. */
export function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((total, each) => add(total, each), [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}
