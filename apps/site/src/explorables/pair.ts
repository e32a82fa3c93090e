// Two shapes of the plane, of which B can be moved and turned, and their Minkowski difference.
import { box, ellipse, polygon, type Shape, supportBatch } from 'proximal/2d';
import type { Point, View } from './view.ts';

/** Shapes without a swept radius: a search works on the cores of the shapes, which are the shapes themselves here. */
const shapes = {
  triangle: polygon([
    [-0.7, -0.5],
    [0.8, -0.4],
    [0, 0.8],
  ]),
  box: box(0.8, 0.5),
  pentagon: polygon(Array.from({ length: 5 }, (_, k) => [0.8 * Math.cos(1.2566 * k), 0.8 * Math.sin(1.2566 * k)])),
  ellipse: ellipse(0.9, 0.4),
} satisfies Record<string, Shape>;

export type ShapeName = keyof typeof shapes;
export const shapeNames = Object.keys(shapes) as ShapeName[];

export interface Placement {
  readonly a: ShapeName;
  readonly b: ShapeName;
  readonly x: number;
  readonly y: number;
  /** In radians. */
  readonly angle: number;
}

/** A is at the origin without rotation, so that its frame, which the steps of a search refer to, is that of the world. */
export class PlacedPair {
  readonly a: Shape;
  readonly b: Shape;
  readonly poseB: { readonly position: Point; readonly angle: number };

  constructor({ a, b, x, y, angle }: Placement) {
    [this.a, this.b] = [shapes[a], shapes[b]];
    this.poseB = { position: [x, y], angle };
  }

  outlineA(scale = 1): Point[] {
    return outline(this.a).map(([x, y]) => [scale * x, scale * y]);
  }

  outlineB(scale = 1): Point[] {
    const { position, angle } = this.poseB;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return outline(this.b).map(([x, y]) => [
      position[0] + scale * (c * x - s * y),
      position[1] + scale * (s * x + c * y),
    ]);
  }

  /** The outline of A − B, by support points of both shapes: no other function knows them. */
  difference(centered = false): Point[] {
    const [c, s] = [Math.cos(this.poseB.angle), Math.sin(this.poseB.angle)];
    const [px, py] = centered ? [0, 0] : this.poseB.position;
    const inB = directions.map(([x, y]): Point => [-(c * x + s * y), -(c * y - s * x)]);
    const [fromA, fromB] = [supports(this.a, directions), supports(this.b, inB)];
    return fromA.map(([x, y], k) => {
      const [bx, by] = fromB[k];
      return [x - (px + c * bx - s * by), y - (py + s * bx + c * by)];
    });
  }

  draw(view: View, onMove: (dx: number, dy: number) => void): void {
    view.area(this.outlineA(), 'a');
    view.text([0, 0], 'A', 'a');
    const area = view.area(this.outlineB(), 'b draggable');
    view.onDrag(area, onMove);
    view.text(this.poseB.position, 'B', 'b');
  }
}

const directions: readonly Point[] = Array.from({ length: 360 }, (_, k) => [
  Math.cos((k * Math.PI) / 180),
  Math.sin((k * Math.PI) / 180),
]);

function supports(shape: Shape, along: readonly Point[]): Point[] {
  const found = supportBatch(shape, Float64Array.from(along.flat()));
  return along.map((_, k) => [found[2 * k], found[2 * k + 1]]);
}

const outline = (shape: Shape): Point[] => supports(shape, directions);
