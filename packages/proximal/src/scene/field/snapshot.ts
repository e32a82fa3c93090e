// A distance field as bytes: a header with a checksum, then the numbers of the field.
import { show } from '../../check/argument.ts';
import { pack, unpack } from '../../check/packed.ts';
import { broken, reading, type Seal, seal, unseal } from '../../check/sealed.ts';
import type { FieldData } from './distance-field.ts';
import { blockSize, side } from './grid.ts';

const sealed: Seal = {
  letters: 'proxdist',
  version: 1,
  what: 'a snapshot of a distance field',
  source: 'field.snapshot()',
};

export function writeField({ grid, ...numbers }: FieldData): Uint8Array {
  const { counts, coarse, cells, blocks } = grid;
  return seal(
    sealed,
    pack({ ...numbers, counts, coarse: bytesOf(coarse), cells: bytesOf(cells), blocks: bytesOf(blocks) }),
  );
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

export function readField(where: string, bytes: Uint8Array): FieldData {
  return reading(where, sealed, () => {
    const refuse = (why: string): RangeError => broken(where, sealed, why);
    const json = unpack(unseal(where, sealed, bytes), refuse);
    if (typeof json !== 'object' || json === null) throw refuse('its content is not an object');
    return checkField(json as Record<string, unknown>, refuse);
  });
}

function checkField(json: Record<string, unknown>, refuse: (why: string) => RangeError): FieldData {
  const { origin, resolution, error, isSigned, box, notices, fingerprint, counts } = json;
  if (!isNumbers(origin, 3)) throw refuse(`its origin is ${show(origin)}`);
  if (!isNumbers(box, 6) || box.some((x, k) => k < 3 && !(x <= box[k + 3]))) throw refuse(`its box is ${show(box)}`);
  if (!isNumbers([resolution], 1) || !((resolution as number) > 0))
    throw refuse(`its resolution is ${show(resolution)}`);
  if (!isNumbers([error], 1) || !((error as number) >= 0)) throw refuse(`its error is ${show(error)}`);
  if (typeof isSigned !== 'boolean') throw refuse(`its isSigned is ${show(isSigned)}`);
  if (!Array.isArray(notices) || notices.some((notice) => typeof notice !== 'string'))
    throw refuse('it has no notices');
  if (!isNumbers(fingerprint, 2) || fingerprint.some((word) => word !== word >>> 0))
    throw refuse('it has no fingerprint');
  if (!isNumbers(counts, 3) || counts.some((count) => !Number.isSafeInteger(count) || count < 1))
    throw refuse(`its counts are ${show(counts)}`);
  const coarse = new Float32Array(bufferOf(json, 'coarse', refuse));
  const cells = new Int32Array(bufferOf(json, 'cells', refuse));
  const blocks = new Float32Array(bufferOf(json, 'blocks', refuse));
  const [nx, ny, nz] = counts;
  if (coarse.length !== (nx + 1) * (ny + 1) * (nz + 1)) throw refuse(`it has ${coarse.length} coarse values`);
  if (blocks.length !== cells.length * blockSize) throw refuse(`it has ${blocks.length} fine values`);
  if (cells.some((cell, k) => cell <= (k > 0 ? cells[k - 1] : -1) || cell >= nx * ny * nz))
    throw refuse('its cells are not ascending indices of coarse cells');
  if (!coarse.every(Number.isFinite) || !blocks.every(Number.isFinite)) throw refuse('a value is not finite');
  const grid = { counts: [nx, ny, nz] as const, coarse, cells, blocks };
  checkCorners(grid, refuse);
  return {
    origin: [origin[0], origin[1], origin[2]],
    resolution: resolution as number,
    error: error as number,
    isSigned,
    box,
    grid,
    notices,
    fingerprint: [fingerprint[0], fingerprint[1]],
  };
}

/** The largest magnitude of a number of a field: products of a few larger numbers overflow. */
const largestMagnitude = 1e70;

/** Checks that the corners of every block have the values of its coarse cell. */
function checkCorners({ counts, coarse, cells, blocks }: FieldData['grid'], refuse: (why: string) => RangeError): void {
  const [nx, ny] = counts;
  cells.forEach((cell, block) => {
    const x = cell % nx;
    const y = Math.floor(cell / nx) % ny;
    const z = Math.floor(cell / (nx * ny));
    for (let k = 0; k < 8; k++) {
      const [i, j, m] = [k & 1, (k >> 1) & 1, k >> 2];
      const value = coarse[((z + m) * (ny + 1) + y + j) * (nx + 1) + x + i];
      if (blocks[block * blockSize + side * ((m * (side + 1) + j) * (side + 1) + i)] !== value)
        throw refuse(`the corners of block ${block} differ from the corners of its coarse cell`);
    }
  });
}

function bufferOf(json: Record<string, unknown>, name: string, refuse: (why: string) => RangeError): ArrayBuffer {
  const bytes = json[name];
  if (!(bytes instanceof Uint8Array) || bytes.length % 4 !== 0) throw refuse(`its ${name} are ${show(bytes)}`);
  return bytes.slice().buffer;
}

function isNumbers(value: unknown, count: number): value is number[] {
  return (
    Array.isArray(value) &&
    value.length === count &&
    value.every((x) => typeof x === 'number' && Math.abs(x) <= largestMagnitude)
  );
}
