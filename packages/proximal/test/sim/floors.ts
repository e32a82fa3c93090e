// Flat and curved floors, and simulations of one body on a floor.
import { halfspace, type Shape } from '../../src/index.ts';
import { compose, inverse } from '../../src/math/index.ts';
import { type Geometry, heightField, Scene, type TriangleMesh, triangleMesh } from '../../src/scene/index.ts';
import { freeBody, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';

/** A flat square of triangles around the origin, cut along alternating diagonals, shifted, and then turned about z by `turn`. */
export function flatMesh(half: number, cell: number, turn = 0, shift = 0): TriangleMesh {
  const count = Math.ceil((2 * half) / cell);
  const vertices: number[] = [];
  const triangles: number[] = [];
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  for (let j = 0; j <= count; j++) {
    for (let i = 0; i <= count; i++) {
      const [x, y] = [i * cell - half + shift, j * cell - half + 0.7 * shift];
      vertices.push(c * x - s * y, s * x + c * y, 0);
      if (i === count || j === count) continue;
      const a = j * (count + 1) + i;
      const [b, d, e] = [a + 1, a + count + 1, a + count + 2];
      triangles.push(...((i + j) % 2 === 0 ? [a, b, d, b, e, d] : [a, b, e, a, e, d]));
    }
  }
  return triangleMesh(vertices, triangles);
}

export interface Grid {
  /** The least x before slant and shifts, the size along x and along y, and the size of a cell, in meters. */
  readonly from: number;
  readonly length: number;
  readonly width: number;
  readonly cell: number;
  /** The slant dx/dy of the columns of vertices in the plane. */
  readonly slant?: number;
  /** The phase of the vertices' shifts along x, in radians; null for no shifts. */
  readonly phase?: number | null;
}

/** A surface z = f(x, y) of irregular triangles: the vertices are shifted along x by up to 0.3 cells, and the diagonals vary. */
export function curvedMesh(
  height: (x: number, y: number) => number,
  { from, length, width, cell, slant = 0.4, phase = 0 }: Grid,
): TriangleMesh {
  const [columns, rows] = [Math.round(length / cell), Math.round(width / cell)];
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++) {
      const y = (j - rows / 2) * cell;
      const shift = phase === null ? 0 : 0.3 * cell * Math.sin(7 * i + 5 * j + phase);
      const x = from + i * cell + slant * y + shift;
      vertices.push(x, y, height(x, y));
      if (i === columns || j === rows) continue;
      const a = j * (columns + 1) + i;
      const [b, c, d] = [a + 1, a + columns + 1, a + columns + 2];
      triangles.push(...((i * j) % 3 === 0 ? [a, b, c, b, d, c] : [a, b, d, a, d, c]));
    }
  }
  return triangleMesh(vertices, triangles);
}

export function flatField(half: number, cell: number): Geometry {
  const count = 2 * Math.ceil(half / cell) + 1;
  return heightField(new Float64Array(count * count), { columns: count, rows: count, spacing: cell });
}

export const plane = (): Geometry => halfspace();

/** One free body, with velocities in world coordinates, on a static body. */
export function over(
  ground: Geometry,
  shape: Shape,
  state: {
    readonly position: readonly number[];
    readonly rotation?: readonly number[];
    readonly linear?: readonly number[];
    readonly angular?: readonly number[];
  },
  options: Omit<SimulatorOptions, 'models' | 'scene'> = {},
): Simulator {
  const scene = new Scene({ margin: options.margin ?? 0.02 });
  scene.add(ground, {}, { static: true });
  const { position, rotation = [0, 0, 0, 1], linear = [0, 0, 0], angular = [0, 0, 0] } = state;
  const sim = new Simulator({
    ...options,
    models: [freeBody(shape, { mass: 1, pose: { position, rotation } })],
    scene,
  });
  const back = inverse({ rotation });
  const turned = (v: readonly number[]): Float64Array => compose(back, { position: v }).subarray(0, 3);
  sim.setState({ v: Float64Array.from([...turned(linear), ...turned(angular)]) });
  return sim;
}
