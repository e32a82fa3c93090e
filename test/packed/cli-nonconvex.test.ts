// The proximal command and nonconvex bodies: queries of hulls, triangles and parts, and the files of decompositions.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { readGltf, readUrdf } from 'proximal/io';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PackedCommand } from '../support/packed-command.ts';

let command: PackedCommand;

/** A cup: a square frame of 2 m with walls of 0.2 m and a bottom, as five boxes. */
const cup = [
  [-1, -1, 0, -0.8, 1, 1],
  [0.8, -1, 0, 1, 1, 1],
  [-1, -1, 0, 1, -0.8, 1],
  [-1, 0.8, 0, 1, 1, 1],
  [-1, -1, 0, 1, 1, 0.2],
]
  .map(([x, y, z, u, v, w], k) => {
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => `v ${n & 1 ? u : x} ${n & 2 ? v : y} ${n & 4 ? w : z}`);
    const sides = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'];
    const faces = sides.map((side) => `f ${side.replace(/\d/g, (digit) => String(Number(digit) + 8 * k))}`);
    return [...corners, ...faces].join('\n');
  })
  .join('\n');

beforeAll(() => {
  command = new PackedCommand();
  command.write('cup.obj', `${cup}\n`);
});

afterAll(() => command?.remove());

function bytesOf(file: string): Uint8Array {
  return readFileSync(command.path(file));
}

describe('a query of a mesh file', () => {
  const ball = ['cup.obj', 'sphere:0.3', '--pose-b', '0,0,0.6'];

  it('says whether the hull, the triangles or convex parts are used', () => {
    const [hull, mesh, parts] = command.runAll([
      ['query', ...ball],
      ['query', ...ball, '--as', 'mesh'],
      ['query', ...ball, '--as', 'parts'],
    ]);
    expect(hull.stdout).toMatch(/^distance +0 m$/m);
    expect(hull.stdout).toMatch(/^A +the convex hull of cup\.obj; --as mesh or parts keeps its cavities$/m);
    expect(mesh.stdout).toMatch(/^A +the triangles of cup\.obj: 60, a surface$/m);
    expect(mesh.stdout).toMatch(/^distance +0\.1 m$/m);
    expect(parts.stdout).toMatch(/^A +convex parts of cup\.obj: \d+, within 0\.0\d+ m of it$/m);
    expect(parts.stdout).toMatch(/^distance +0\.(1|09)\d* m$/m);
  });

  it('has the same answer in JSON, and a choice for each operand', () => {
    expect(command.json('query', ...ball)).toMatchObject({ as: { a: 'hull', b: null }, answers: [{ value: 0 }] });
    const words = ['query', 'cup.obj', 'cup.obj', '--as-a', 'mesh', '--as-b', 'hull', '--pose-b', '0,0,3'];
    expect(command.json(...words)).toMatchObject({
      query: 'distance',
      a: { argument: 'cup.obj', as: 'mesh' },
      b: { as: 'hull' },
      value: 2,
    });
    const collision = command.json('query', ...ball, '--as', 'parts', '-q', 'collide', '--margin', '0.2');
    expect(collision).toMatchObject({ query: 'collide', value: true, a: { error: expect.any(Number) } });
  });
});

describe('a decomposition', () => {
  it('is written as glTF with colors', () => {
    expect(command.run('decompose', 'cup.obj', '-o', 'parts.glb').status).toBe(0);
    expect(command.run('decompose', 'cup.obj', '-o', 'parts.gltf').status).toBe(0);
    const binary = readGltf(bytesOf('parts.glb'));
    const text = readGltf(command.read('parts.gltf'));
    expect(binary.map(({ name }) => name)).toEqual(text.map(({ name }) => name));
    expect(binary.length).toBeGreaterThanOrEqual(5);
    const colors = JSON.parse(command.read('parts.gltf')).materials.map(
      ({ pbrMetallicRoughness }: { pbrMetallicRoughness: { baseColorFactor: number[] } }) =>
        pbrMetallicRoughness.baseColorFactor.join(),
    );
    expect(new Set(colors).size).toBe(binary.length);
  });

  it('is written as a robot with a mesh beside it for each part', async () => {
    const { status, stdout } = command.run('decompose', 'cup.obj', '-o', 'cup.urdf');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^written to +cup\.urdf$/m);
    const model = await readUrdf(command.read('cup.urdf'), {
      name: 'cup.urdf',
      resolve: async (path) => bytesOf(path),
    });
    expect(model.geometries.length).toBeGreaterThanOrEqual(5);
    expect(model.geometries.every(({ shape }) => shape.kind === 'convex')).toBe(true);
    for (let k = 1; k <= model.geometries.length; k++) expect(stdout).toContain(`cup_part_${k}.obj`);
    const robot = command.read('cup.urdf');
    const [, mass] = /<mass value="([^"]+)"/.exec(robot) ?? [];
    const [, ixx] = /ixx="([^"]+)"/.exec(robot) ?? [];
    expect(Number(mass)).toBeGreaterThan(0);
    expect(Number(ixx)).toBeGreaterThan(0);
  });

  it('is read again from JSON, as parts', () => {
    expect(command.run('decompose', 'cup.obj', '-o', 'again.json').status).toBe(0);
    const fromParts = command.run('query', 'again.json', 'sphere:0.01', '--pose-b', '0,0,1', '--json');
    expect(fromParts.status).toBe(0);
    const fromMesh = command.run('query', 'cup.obj', 'sphere:0.01', '--pose-b', '0,0,1', '--as', 'parts', '--json');
    expect(JSON.parse(fromParts.stdout).value).toBeCloseTo(JSON.parse(fromMesh.stdout).value, 12);
    expect(command.run('query', 'again.json', 'sphere:0.01', '--as', 'mesh').status).toBe(2);
  });

  it('has a picture with the colors of its parts', () => {
    expect(command.run('decompose', 'cup.obj', '--preview', 'cup.png').stdout).toMatch(/^picture +cup\.png$/m);
    const bytes = bytesOf('cup.png');
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const [width, height] = [view.getUint32(16), view.getUint32(20)];
    expect([width, height]).toEqual([1260, 420]);
    const length = view.getUint32(33);
    const rows = inflateSync(bytes.subarray(41, 41 + length));
    expect(rows.length).toBe(height * (3 * width + 1));
    // The filter of each row is the difference from the row above.
    const seen = new Set<string>();
    const pixels = new Uint8Array(3 * width);
    for (let row = 0; row < height; row++) {
      for (let k = 0; k < 3 * width; k++) pixels[k] += rows[row * (3 * width + 1) + 1 + k];
      for (let k = 3 * 420; k < 3 * 840; k += 3) seen.add(pixels.subarray(k, k + 3).join());
    }
    expect(seen.size).toBeGreaterThan(5);
    expect(seen.has('255,255,255')).toBe(true);
  });

  it('leaves all files as they were if one cannot be written', () => {
    mkdirSync(command.path('old/x.urdf'), { recursive: true });
    command.write('old/x_part_1.obj', 'old');
    expect(command.run('decompose', 'cup.obj', '-o', 'old/x.urdf').status).toBe(1);
    expect(command.read('old/x_part_1.obj')).toBe('old');
    expect(readdirSync(command.path('old')).sort()).toEqual(['x.urdf', 'x_part_1.obj']);
  });
});
