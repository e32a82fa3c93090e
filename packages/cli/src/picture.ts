// A picture of a decomposition without a browser: the mesh, its parts, and the parts moved apart, side by side.
import type { Mesh } from 'proximal/io';
import { partColor } from './part-colors.ts';
import { writePng } from './png.ts';
import { type Painted, Raster } from './raster.ts';

/** The side of each of the three panels, in pixels. */
const side = 420;
/** A part is moved outward by this times its distance from the center. */
const explosion = 0.45;
const meshColor: readonly [number, number, number] = [0.72, 0.74, 0.77];

/** @param parts meshes of the parts */
export function decompositionPicture(mesh: Mesh, parts: readonly Mesh[]): Uint8Array {
  const colored = parts.map((part, k): Painted => ({ ...part, color: partColor(k), move: [0, 0, 0] }));
  const center = centerOf(mesh);
  const apart = colored.map((part): Painted => {
    const partCenter = centerOf(part);
    const [x, y, z] = [0, 1, 2].map((axis) => explosion * (partCenter[axis] - center[axis]));
    return { ...part, move: [x, y, z] };
  });
  const panels = [[{ ...mesh, color: meshColor, move: [0, 0, 0] as const }], colored, apart].map((painted) =>
    new Raster(side).paint(painted, apart),
  );
  const pixels = new Uint8Array(3 * side * side * panels.length);
  panels.forEach((panel, k) => {
    for (let row = 0; row < side; row++)
      pixels.set(panel.subarray(3 * side * row, 3 * side * (row + 1)), 3 * side * (panels.length * row + k));
  });
  return writePng(side * panels.length, side, pixels);
}

/** The center of the bounding box. */
function centerOf({ vertices }: Pick<Mesh, 'vertices'>): [number, number, number] {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  vertices.forEach((x, k) => {
    min[k % 3] = Math.min(min[k % 3], x);
    max[k % 3] = Math.max(max[k % 3], x);
  });
  return [0, 1, 2].map((axis) => (min[axis] + max[axis]) / 2) as [number, number, number];
}
