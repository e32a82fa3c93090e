// Charts as marks: axes with numbers, and curves.
import { line, type Mark, type Point, text } from '../picture/marks.ts';

interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly (readonly [value: number, text: string])[];
  readonly title: string;
}

export interface Chart {
  /** The point of the picture for two values. */
  readonly at: (x: number, y: number) => Point;
  readonly axes: readonly Mark[];
}

/** A chart that fills a picture of 4 × 3 meters around the origin, with space for its numbers. */
export function chartOf(x: Axis, y: Axis): Chart {
  const at = (px: number, py: number): Point => [
    -1.45 + (3.2 * (px - x.from)) / (x.to - x.from),
    -1.15 + (2.35 * (py - y.from)) / (y.to - y.from),
  ];
  const axes = [
    line([at(x.from, y.to), at(x.from, y.from), at(x.to, y.from)], 'quiet'),
    ...x.ticks.map(([value, name]) => text(at(value, y.from), name, 'quiet', [-6, -20])),
    ...y.ticks.map(([value, name]) => text(at(x.from, value), name, 'quiet', [-50, -5])),
    ...y.ticks.map(([value]) => line([at(x.from, value), at(x.to, value)], 'quiet', 'faint')),
    text(at(x.to, y.from), x.title, 'ink', [-80, -38]),
    text(at(x.from, y.to), y.title, 'ink', [8, 10]),
  ];
  return { at, axes };
}

/** The window and frame of a pane with a chart. */
export const chartWindow = { center: [0, 0], height: 3.2 } as const;
