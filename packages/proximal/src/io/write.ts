import { checkOptions, outOfRange, wrongType } from '../check/argument.ts';
import { hypot } from '../math/hypot.ts';
import { checkMeshes, type Mesh } from './mesh.ts';
import { cleanName } from './source.ts';

/**
 * Writes meshes as a Wavefront OBJ file, each as an object `o`. Coordinates keep all their digits: reading the file gives
 * the same bits.
 * @param meshes one mesh or several; coordinates are not converted
 * @returns the text of the file
 * @example
 * ```ts
 * writeFileSync('cup.obj', writeObj(mesh));
 * ```
 */
export function writeObj(meshes: Mesh | readonly Mesh[]): string {
  const lines: string[] = ['# written by proximal'];
  let first = 1;
  for (const { name, vertices, triangles } of checkMeshes('writeObj', meshes)) {
    lines.push(`o ${cleanName(name) || 'mesh'}`);
    for (let k = 0; k < vertices.length; k += 3) {
      lines.push(`v ${digits(vertices[k])} ${digits(vertices[k + 1])} ${digits(vertices[k + 2])}`);
    }
    for (let k = 0; k < triangles.length; k += 3) {
      lines.push(`f ${triangles[k] + first} ${triangles[k + 1] + first} ${triangles[k + 2] + first}`);
    }
    first += vertices.length / 3;
  }
  lines.push('');
  return lines.join('\n');
}

/** The shortest digits that read back as the same number, −0 included. */
function digits(x: number): string {
  return Object.is(x, -0) ? '-0' : String(x);
}

/**
 * Options of `writeStl`.
 * @example
 * ```ts
 * writeStl(mesh, { binary: false }); // a text
 * ```
 */
export interface WriteStlOptions {
  /** Binary by default: 50 bytes for each triangle, in single precision. A text is five times as large, but exact. */
  readonly binary?: boolean;
}

/**
 * Writes meshes as an STL file: binary, all meshes in one, rounded to single precision; or with `{ binary: false }` text,
 * one `solid` for each mesh, with all digits.
 * @param meshes one mesh or several
 * @returns the bytes, or the text, of the file
 * @example
 * ```ts
 * writeFileSync('cup.stl', writeStl(mesh));
 * ```
 */
export function writeStl(meshes: Mesh | readonly Mesh[], options?: { readonly binary?: true }): Uint8Array;
export function writeStl(meshes: Mesh | readonly Mesh[], options: { readonly binary: false }): string;
export function writeStl(meshes: Mesh | readonly Mesh[], options?: WriteStlOptions): Uint8Array | string;
export function writeStl(meshes: Mesh | readonly Mesh[], options: WriteStlOptions = {}): Uint8Array | string {
  checkOptions('writeStl', 'options', options, ['binary']);
  const { binary = true } = options;
  if (typeof binary !== 'boolean') throw wrongType('writeStl', 'options.binary', binary, 'give true or false');
  const list = checkMeshes('writeStl', meshes);
  return binary ? writeBinaryStl(list) : writeTextStl(list);
}

function writeBinaryStl(meshes: readonly Mesh[]): Uint8Array {
  const count = meshes.reduce((sum, { triangles }) => sum + triangles.length / 3, 0);
  if (count > 0xffffffff) throw outOfRange('writeStl', 'the number of triangles', count, 'give at most 2^32 - 1');
  const bytes = new Uint8Array(84 + 50 * count);
  const view = new DataView(bytes.buffer);
  // The header must not begin with "solid", because some readers would interpret the file as text.
  for (const [k, letter] of [...'binary STL written by proximal'].entries()) bytes[k] = letter.charCodeAt(0);
  view.setUint32(80, count, true);
  let at = 84;
  for (const mesh of meshes) {
    for (let k = 0; k < mesh.triangles.length; k += 3) {
      const corners = cornersOf(mesh, k);
      for (const value of [...normalOf(corners), ...corners]) {
        if (!Number.isFinite(Math.fround(value))) {
          throw outOfRange('writeStl', 'a coordinate', value, 'give less than 3.4e38, or write with { binary: false }');
        }
        view.setFloat32(at, value, true);
        at += 4;
      }
      at += 2;
    }
  }
  return bytes;
}

function writeTextStl(meshes: readonly Mesh[]): string {
  const lines: string[] = [];
  for (const mesh of meshes) {
    const name = cleanName(mesh.name) || 'mesh';
    lines.push(`solid ${name}`);
    for (let k = 0; k < mesh.triangles.length; k += 3) {
      const corners = cornersOf(mesh, k);
      lines.push(`  facet normal ${normalOf(corners).join(' ')}`, '    outer loop');
      for (let c = 0; c < 9; c += 3)
        lines.push(
          `      vertex ${corners
            .slice(c, c + 3)
            .map(digits)
            .join(' ')}`,
        );
      lines.push('    endloop', '  endfacet');
    }
    lines.push(`endsolid ${name}`);
  }
  lines.push('');
  return lines.join('\n');
}

function cornersOf({ vertices, triangles }: Mesh, k: number): number[] {
  const corners: number[] = [];
  for (let c = 0; c < 3; c++) {
    const at = 3 * triangles[k + c];
    corners.push(vertices[at], vertices[at + 1], vertices[at + 2]);
  }
  return corners;
}

/** The unit normal along (b − a) × (c − a); zero for a triangle without area, or with edges that overflow. */
function normalOf([ax, ay, az, bx, by, bz, cx, cy, cz]: readonly number[]): number[] {
  // Scaled to about 1 first: products then neither overflow nor underflow.
  const edges = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
  const [first, second] = [largest(edges.slice(0, 3)), largest(edges.slice(3))];
  const [ux, uy, uz, vx, vy, vz] = edges.map((value, k) => value / (k < 3 ? first : second));
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = hypot(...normal);
  return length > 0 && Number.isFinite(length) ? normal.map((value) => value / length + 0) : [0, 0, 0];
}

function largest(values: readonly number[]): number {
  return Math.max(...values.map(Math.abs));
}
