// Points of figures in the contact plane.
import * as Figure from './blocks/figure.ts';
import * as FigurePoint from './blocks/figure-point.ts';

// @inline
export function uOf(f: i32, k: i32): f64 {
  return FigurePoint.u(Figure.points(f, k));
}

// @inline
export function vOf(f: i32, k: i32): f64 {
  return FigurePoint.v(Figure.points(f, k));
}

// @inline
export function labelOf(f: i32, k: i32): i32 {
  return FigurePoint.label(Figure.points(f, k));
}

/** Appends a point to a figure. */
export function addPoint(f: i32, u: f64, v: f64, label: i32): void {
  const at: i32 = Figure.count(f);
  const point: i32 = Figure.points(f, at);
  Figure.setCount(f, at + 1);
  FigurePoint.setU(point, u);
  FigurePoint.setV(point, v);
  FigurePoint.setLabel(point, label);
}
