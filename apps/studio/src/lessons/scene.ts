// Two shapes of a lesson at their placements, their difference, the trace of a query, and the marks that lessons share.
import { distance, type Shape, type TraceStep } from 'proximal/2d';
import { add, area, dot, line, type Mark, type Point, text } from '../picture/marks.ts';
import { differenceOutline, outline, type Placed, poseOf } from '../picture/placed.ts';
import type { Lesson, Placement } from './lesson.ts';
import { middleOf, type Vertex, weightsOf } from './vertices.ts';

export interface Shapes {
  readonly a: Shape;
  readonly b: Shape;
}

/** What all steps of the lesson show. */
export interface Scene {
  readonly a: Placed;
  readonly b: Placed;
  readonly set: readonly Point[];
  readonly middle: Point;
}

export function sceneOf({ a, b }: Shapes, [first, second]: readonly Placement[]): Scene {
  const placed = { a: { shape: a, ...first }, b: { shape: b, ...second } };
  const set = differenceOutline(placed.a, placed.b);
  return { ...placed, set, middle: middleOf(set) };
}

/** The trace of a distance query, with arrays that the next step does not overwrite. */
export function traceOf({ a, b }: Scene): readonly TraceStep[] {
  const steps: TraceStep[] = [];
  const trace = (step: TraceStep): void => {
    steps.push({ ...step, simplex: step.simplex.map(([x, y]) => [x, y]) });
  };
  distance(a.shape, poseOf(a), b.shape, poseOf(b), { trace });
  return steps;
}

export function bodyMarks({ a, b }: Scene): Mark[] {
  return [
    area(outline(a), 'a'),
    area(outline(b), 'b'),
    text(a.position, 'A', 'a', [-20, -22]),
    text(b.position, 'B', 'b', [8, -22]),
  ];
}

export function setMarks({ set, middle }: Scene): Mark[] {
  return [area(set, 'set'), text(middle, 'A ⊖ B', 'set', [-22, -26])];
}

export const origin: readonly Mark[] = [dot([0, 0], 'contact', 'large'), text([0, 0], 'origin', 'contact', [10, 8])];

/** The edge or triangle of a simplex. */
export function simplexMarks(vertices: readonly Vertex[]): Mark[] {
  const corners = vertices.map(({ at }) => at);
  if (corners.length === 2) return [line(corners, 'simplex', 'strong')];
  return corners.length === 3 ? [area(corners, 'simplex')] : [];
}

/** The points of A and B whose differences the vertices are. */
export function sourceMarks(vertices: readonly Vertex[]): Mark[] {
  return vertices.flatMap(({ number, ofA, ofB }) => [
    dot(ofA, 'simplex'),
    dot(ofB, 'simplex'),
    text(ofA, String(number), 'simplex', [8, 6]),
    text(ofB, String(number), 'simplex', [8, 6]),
  ]);
}

/** The points of A and B that the nearest point of the simplex stands for, and the line between them. */
export function witnessMarks(vertices: readonly Vertex[], nearest: Point): Mark[] {
  const weights = weightsOf(vertices, nearest);
  const combined = (points: readonly Point[]): Point =>
    points.reduce((sum, point, k) => add(sum, point, weights[k]), [0, 0] as Point);
  const [ofA, ofB] = [combined(vertices.map((each) => each.ofA)), combined(vertices.map((each) => each.ofB))];
  return [line([ofA, ofB], 'proof', 'strong'), dot(ofA, 'proof'), dot(ofB, 'proof')];
}

/** The line from the origin to the nearest point of the simplex. */
export function nearestMarks(nearest: Point): Mark[] {
  return [line([[0, 0], nearest], 'proof', 'strong'), dot(nearest, 'proof'), text(nearest, 'v', 'proof', [-16, 8])];
}

/** The outlines of the two shapes of a lesson, for `Lesson.outlines`. */
export function outlinesOf(shapes: Shapes): Lesson['outlines'] {
  return ([first, second]) => [outline({ shape: shapes.a, ...first }), outline({ shape: shapes.b, ...second })];
}
