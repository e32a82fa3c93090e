// Flat floors of every kind, and bodies that move on them.
import { halfspace, type Shape } from '../../src/index.ts';
import { compose, inverse } from '../../src/math/index.ts';
import { type Geometry, heightField, Scene, type TriangleMesh, triangleMesh } from '../../src/scene/index.ts';
import { freeBody, Simulator, type SimulatorOptions } from '../../src/sim/index.ts';

/** A flat square of triangles around the origin, cut along alternating diagonals, turned about z by `turn` and shifted. */
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
