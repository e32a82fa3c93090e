// Points in the contact plane, in arrays that are reused: coordinates along its two axes and a label for each point.
import type { Engine } from '../../engine/engine.ts';
import { Figure, FigurePoint } from '../../engine/manifold-layout.ts';
import { grown } from '../../math/grown.ts';

/** An ordered list of points in the plane: a polygon, a segment or a point. */
export class PatchPolygon {
  count = 0;
  u = new Float64Array(16);
  v = new Float64Array(16);
  /** For a feature, the indices of its corners; for contact points, their ids. */
  labels = new Float64Array(16);

  /** Appends a point. @returns its index */
  add(u: number, v: number, label: number): number {
    const at = this.count++;
    if (at === this.u.length) this.reserve(2 * at);
    this.u[at] = u;
    this.v[at] = v;
    this.labels[at] = label;
    return at;
  }

  /** Grows all columns, including the columns of subclasses, to a capacity. */
  reserve(capacity: number): void {
    if (capacity <= this.u.length) return;
    for (const [name, column] of Object.entries(this))
      if (column instanceof Float64Array)
        Object.assign(this, { [name]: grown(column as Float64Array<ArrayBuffer>, capacity) });
  }
}

/** The points of a contact patch; their labels are ids. */
export class Patch extends PatchPolygon {
  /** The height of each point on A's surface above the contact plane. */
  heightsA = new Float64Array(16);
  /** The height of each point on B's surface. */
  heightsB = new Float64Array(16);
  /** The difference of both heights: the gap. */
  gaps = new Float64Array(16);

  /** Sets the heights of a point. */
  lift(at: number, heightA: number, heightB: number): void {
    this.heightsA[at] = heightA;
    this.heightsB[at] = heightB;
    this.gaps[at] = heightB - heightA;
  }
  /** Reads the patch that the kernel has written to a figure. */
  readFrom({ f64, i32 }: Engine, figure: number): void {
    const count = Figure.count(i32, figure);
    this.count = 0;
    for (let k = 0; k < count; k++) {
      const point = Figure.points(figure, k);
      const at = this.add(FigurePoint.u(f64, point), FigurePoint.v(f64, point), FigurePoint.label(i32, point) >>> 0);
      this.heightsA[at] = FigurePoint.height(f64, point);
      this.heightsB[at] = FigurePoint.heightB(f64, point);
      this.gaps[at] = FigurePoint.gap(f64, point);
    }
  }
}
