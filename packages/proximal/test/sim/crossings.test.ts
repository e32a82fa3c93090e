// A wheel, a capsule and a box cross floors of thousands of triangles, of every kind. With triangles that differ by angles of up to δ, on a path of
// radius R, the velocity v turns in a step Δt by at most 2 δ + v Δt/R, and a body that leaves the floor at an edge gains the speed g Δt. So the
// velocity along the normal of the true surface changes by at most b = v (2 δ + v Δt/R) + g Δt, and a body of 1 kg loses at most b² of energy
// per step. It sinks into the next triangle by at most v Δt (2 δ + v Δt/R), and the position correction lifts it by a fifth of this.
import { describe, expect, it } from 'vitest';
import { box } from '../../src/index.ts';
import { readObj, readStl, writeObj, writeStl } from '../../src/io/index.ts';
import { heightField, triangleMesh } from '../../src/scene/index.ts';
import { World } from '../../src/sim/index.ts';
import { bendOf, crossings, type Floor, ride } from './crossings.ts';
import { curvedMesh, type Grid } from './floors.ts';

const radius = 20;
const speed = 4;
const [from, to] = [-1.5, 1.5];
const grid: Grid = { from: -1.8, length: 3.6, width: 0.45, cell: 0.03 };

const arch = (x: number): number => Math.sqrt(radius * radius - x * x) - radius;
const valley = (x: number): number => -arch(x);
const dome = (x: number, y: number): number => Math.sqrt(radius * radius - x * x - y * y) - radius;
const bowl = (x: number, y: number): number => -dome(x, y);
const waves = (x: number): number => 0.02 * Math.sin(1.5 * x);

type Surface = (x: number, y: number) => number;

interface Triangles {
  readonly vertices: number[];
  readonly triangles: number[];
}

const dataOf = (mesh: ReturnType<typeof curvedMesh>): Triangles => mesh.toJSON() as unknown as Triangles;

function curved(height: Surface, more: Partial<Grid> = {}): Floor {
  const mesh = curvedMesh(height, { ...grid, ...more });
  const { vertices, triangles } = dataOf(mesh);
  return { parts: [mesh], height, radius, bend: bendOf(vertices, triangles) };
}

/** Rows of cells of different lengths: the corners of one row are within the edges of the next. Every fifth corner makes a sliver. */
function unevenFlat(): Floor {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row < 15; row++) {
    const [low, high] = [0.03 * row - 0.225, 0.03 * row - 0.195];
    const count = 120 + 19 * (row % 3);
    const first = vertices.length / 3;
    for (let i = 0; i <= count; i++) {
      const x = (3.6 * i) / count - 1.8;
      const sliver = i % 5 === 0 && i > 0 && i < count ? 3.6 / count - 1e-5 : 0;
      vertices.push(x, low, 0, x + sliver, high, 0);
      if (i === count) continue;
      const a = first + 2 * i;
      triangles.push(a, a + 2, a + 1, a + 2, a + 3, a + 1);
    }
  }
  return { parts: [triangleMesh(vertices, triangles)], height: () => 0, radius: Infinity, bend: 0 };
}

/** A closed slab under a surface: the grid, its projection on the plane z = −0.3 m, and the walls between them. */
function closed(height: Surface): Triangles {
  const { vertices, triangles } = dataOf(curvedMesh(height, grid));
  const count = vertices.length / 3;
  const below = vertices.map((x, k) => (k % 3 === 2 ? -0.3 : x));
  const all = [...triangles];
  for (let t = 0; t < triangles.length; t += 3)
    all.push(triangles[t] + count, triangles[t + 2] + count, triangles[t + 1] + count);
  const uses = new Map<string, number>();
  const key = (p: number, q: number): string => (p < q ? `${p} ${q}` : `${q} ${p}`);
  const forEachEdge = (visit: (p: number, q: number) => void): void => {
    for (let t = 0; t < triangles.length; t++) visit(triangles[t], triangles[t % 3 === 2 ? t - 2 : t + 1]);
  };
  forEachEdge((p, q) => uses.set(key(p, q), (uses.get(key(p, q)) ?? 0) + 1));
  forEachEdge((p, q) => {
    if (uses.get(key(p, q)) === 1) all.push(q, p, p + count, q, p + count, q + count);
  });
  return { vertices: [...vertices, ...below], triangles: all };
}

/** A closed slab that was written to a file and read back. */
function fromFile(height: Surface, format: 'obj' | 'stl'): Floor {
  const data = closed(height);
  const given = {
    name: 'floor',
    vertices: Float64Array.from(data.vertices),
    triangles: Uint32Array.from(data.triangles),
  };
  const [{ vertices, triangles }] = format === 'obj' ? readObj(writeObj(given)) : readStl(writeStl(given));
  const mesh = triangleMesh(vertices, triangles);
  expect(mesh.volume).toBeGreaterThan(0);
  return { parts: [mesh], height, radius, bend: bendOf(data.vertices, data.triangles) };
}

/** Two meshes with cells of different sizes that meet at x = 0. */
function twoMeshes(height: Surface, sizes: readonly [number, number] = [0.03, 0.05]): Floor {
  const parts = sizes.map((cell, k) =>
    curvedMesh(height, { from: 1.8 * (k - 1), length: 1.8, width: 0.45, cell, slant: 0, phase: null }),
  );
  const bends = parts.map((part) => {
    const { vertices, triangles } = dataOf(part);
    return bendOf(vertices, triangles);
  });
  return { parts, height, radius, bend: Math.max(...bends) };
}

function terrain(height: Surface): Floor {
  const [columns, rows, spacing] = [121, 15, 0.03];
  const heights = Array.from({ length: columns * rows }, (_, k) =>
    height(((k % columns) - (columns - 1) / 2) * spacing, (Math.floor(k / columns) - (rows - 1) / 2) * spacing),
  );
  const part = heightField(heights, { columns, rows, spacing });
  return { parts: [part], height, radius, bend: (2 * spacing) / radius };
}

const floors: readonly [string, () => Floor][] = [
  ['a flat mesh of slivers, with corners within edges', unevenFlat],
  ['a valley', () => curved(valley)],
  ['an arch', () => curved(arch)],
  ['a bowl', () => curved(bowl)],
  ['closed waves from an OBJ file', () => fromFile(waves, 'obj')],
  ['a large sphere from an STL file', () => fromFile(dome, 'stl')],
  ['a height field of waves', () => terrain(waves)],
  ['a flat floor of two meshes', () => twoMeshes(() => 0)],
  ['an arch of two meshes', () => twoMeshes(arch)],
  ['a bowl of two meshes', () => twoMeshes(bowl)],
];

const cases = Object.keys(crossings).flatMap((name) => [60, 240].map((rate) => [name, rate] as const));

describe.each(floors)('%s', (what, make) => {
  for (const [name, rate] of cases) {
    it(`is crossed by a ${name} without a jolt, at ${rate} Hz`, () => cross(what, make, name, rate));
  }
});

function cross(what: string, make: () => Floor, name: string, rate: number): void {
  const floor = make();
  const body = crossings[name];
  const { jolt, gain, energies, distance } = ride(floor, body, from, to, speed, rate);
  const turn = speed / rate / floor.radius;
  const angle = 2 * floor.bend + turn;
  const bound = speed * angle + 9.81 / rate + 1e-6;
  expect(distance).toBeGreaterThan(to - from - 0.1);
  expect(jolt).toBeLessThan(bound);
  expect(gain, what).toBeLessThan(0.2 * 9.81 * (speed / rate) * angle + 1e-5);
  const steps = ((to - from) * rate) / speed;
  expect(energies[1]).toBeLessThan(energies[0] + 1e-2);
  expect(energies[0] - energies[1]).toBeLessThan(steps * bound * bound);
}

describe('real edges of a floor stop or deflect bodies', () => {
  /** A floor that turns at x = 0: by a wall of 5 mm, or upward by an angle. */
  const profile = (points: readonly (readonly [number, number])[]): ReturnType<typeof triangleMesh> => {
    const vertices = points.flatMap(([x, z]) => [x, -0.5, z, x, 0.5, z]);
    const triangles = points.slice(1).flatMap((_, k) => [2 * k, 2 * k + 2, 2 * k + 1, 2 * k + 2, 2 * k + 3, 2 * k + 1]);
    return triangleMesh(vertices, triangles);
  };
  const slide = (floor: ReturnType<typeof triangleMesh>, rate: number): { x: number; velocity: readonly number[] } => {
    const world = new World({ timeStep: 1 / rate, friction: 0, sleeping: false });
    world.add(floor, { type: 'static' });
    const pose = { position: [-0.5, 0, 0.05] };
    const body = world.add(box(0.05, 0.05, 0.05), { mass: 1, pose, velocity: { linear: [1, 0, 0] } });
    for (let k = 0; k < 0.7 * rate; k++) world.step();
    return { x: body.pose[0], velocity: body.velocity.linear };
  };

  it.each([60, 240])('a step of 5 mm stops a sliding box, at %i Hz', (rate) => {
    const { x, velocity } = slide(
      profile([
        [-1, 0],
        [0, 0],
        [0, 0.005],
        [1, 0.005],
      ]),
      rate,
    );
    expect(x).toBeLessThan(0);
    expect(velocity[0]).toBeLessThan(0.5);
  });

  it.each([60, 240])('a slope of 30° deflects it upward, at %i Hz', (rate) => {
    const { x } = slide(
      profile([
        [-1, 0],
        [0, 0],
        [1, Math.tan(Math.PI / 6)],
      ]),
      rate,
    );
    // The box rises by at most v²/2g = 0.051 m, which is 0.09 m along x on the slope.
    expect(x).toBeLessThan(0.09);
  });
});
