// Markers of curves: shapes in the form of SVG paths, for the page's canvas and for files.

/** The distance between two markers of a curve, in pixels. */
const spacing = 72;

/** Corners of the shapes: angles in turns from the top, and distances from the center. */
const shapes: readonly (readonly (readonly [turn: number, radius: number])[])[] = [
  Array.from({ length: 12 }, (_, k) => [k / 12, 0.95] as const),
  [0.125, 0.375, 0.625, 0.875].map((turn) => [turn, 1.15] as const),
  [0, 1 / 3, 2 / 3].map((turn) => [turn, 1.35] as const),
  [0, 0.25, 0.5, 0.75].map((turn) => [turn, 1.3] as const),
  [1 / 6, 0.5, 5 / 6].map((turn) => [turn, 1.35] as const),
  Array.from({ length: 10 }, (_, k) => [k / 10, k % 2 ? 0.6 : 1.45] as const),
];

/** The shape of a curve's markers at a point, as the data of an SVG path. */
export function markerPath(curve: number, x: number, y: number, size: number): string {
  const corners = shapes[curve % shapes.length].map(([turn, radius]) => {
    const angle = 2 * Math.PI * turn;
    return `${(x + size * radius * Math.sin(angle)).toFixed(1)} ${(y - size * radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}

/** The points of a curve that have a marker: its end, and others at places that differ from those of the other curves. */
export function markersAlong<Point extends readonly [x: number, y: number]>(
  points: readonly Point[],
  curve: number,
  curves: number,
  scale = 1,
): Point[] {
  let next = points.length > 0 ? points[0][0] + (spacing * scale * curve) / curves : 0;
  return points.filter(([x], k) => {
    if (k < points.length - 1 && x < next) return false;
    next = x + spacing * scale;
    return true;
  });
}
