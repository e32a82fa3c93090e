// The values of a distance field: coarse cells everywhere, and blocks of fine cells near the surface. Lengths are in units of the fine cells' side,
// so single precision suffices for any size of body.

/** The fine cells of a block along each axis: a block fills a coarse cell. */
export const side = 8;
/** The corners of a block along each axis. */
export const row = side + 1;
/** The corners of a block. */
export const blockSize = row * row * row;

/** The number of cells along each axis, and for each corner its signed distance. */
export interface GridData {
  /** The number of coarse cells along each axis. */
  readonly counts: readonly [number, number, number];
  /** The values at the corners of coarse cells, x first. */
  readonly coarse: Float32Array;
  /** The coarse cells that have blocks, ascending. */
  readonly cells: Int32Array;
  /** The values at the corners of the fine cells, x first, block by block. */
  readonly blocks: Float32Array;
}

/** The cell that contains a point, and the values at its corners. */
export class Grid {
  /** For each coarse cell its block, or −1. */
  private readonly index: Int32Array;
  /** For each block a bit for each of its 26 neighbors that has no block: see `neighborBit`. */
  private readonly missing: Int32Array;
  /** The eight values at the corners of the cell that `locate` found, x first. */
  readonly values = new Float64Array(8);
  /** The side of this cell: 1, or `side` for a coarse cell. */
  size = 1;
  /** The least corner of this cell. */
  x = 0;
  y = 0;
  z = 0;

  private readonly nx: number;
  private readonly ny: number;
  private readonly nz: number;

  constructor(readonly data: GridData) {
    const [nx, ny, nz] = data.counts;
    this.nx = nx;
    this.ny = ny;
    this.nz = nz;
    this.index = new Int32Array(nx * ny * nz).fill(-1);
    data.cells.forEach((cell, block) => {
      this.index[cell] = block;
    });
    this.missing = new Int32Array(data.cells.length);
    data.cells.forEach((cell, block) => {
      this.missing[block] = this.missingAround(cell);
    });
  }

  /** The memory of a grid, in bytes. */
  static bytesOf(cellCount: number, cornerCount: number, blockCount: number): number {
    return 4 * (cellCount + cornerCount + blockCount * (blockSize + 2));
  }

  /** The memory of this grid, in bytes. */
  get bytes(): number {
    return Grid.bytesOf(this.index.length, this.data.coarse.length, this.data.cells.length);
  }

  /** The bits of the neighbors of a coarse cell that have no block. Neighbors outside of the grid do not count as missing. */
  private missingAround(cell: number): number {
    const [nx, ny, nz] = this.data.counts;
    const cx = cell % nx;
    const cy = Math.floor(cell / nx) % ny;
    const cz = Math.floor(cell / (nx * ny));
    let bits = 0;
    for (let dz = -1; dz <= 1; dz++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const [x, y, z] = [cx + dx, cy + dy, cz + dz];
          if (x < 0 || y < 0 || z < 0 || x >= nx || y >= ny || z >= nz) continue;
          if (this.index[(z * ny + y) * nx + x] < 0) bits |= neighborBit(dx, dy, dz);
        }
    return bits;
  }

  /**
   * Finds the cell of a point of the grid, given in units of fine cells from the grid's least corner.
   * @param isJoined whether fine values on the border to a coarse cell are replaced by values interpolated in it, so that interpolation is
   * continuous; otherwise all values are distances
   */
  locate(x: number, y: number, z: number, isJoined: boolean): void {
    const { nx, ny, nz } = this;
    const cx = cellOf(x, nx);
    const cy = cellOf(y, ny);
    const cz = cellOf(z, nz);
    const block = this.index[(cz * ny + cy) * nx + cx];
    if (block < 0) {
      this.readCoarse(cx, cy, cz);
      return;
    }
    const fx = Math.min(side - 1, Math.floor(x) - side * cx);
    const fy = Math.min(side - 1, Math.floor(y) - side * cy);
    const fz = Math.min(side - 1, Math.floor(z) - side * cz);
    this.size = 1;
    this.x = side * cx + fx;
    this.y = side * cy + fy;
    this.z = side * cz + fz;
    const { values } = this;
    const { blocks } = this.data;
    const at = block * blockSize + (fz * row + fy) * row + fx;
    for (let k = 0; k < 2; k++) {
      const from = at + k * row * row;
      values[4 * k] = blocks[from];
      values[4 * k + 1] = blocks[from + 1];
      values[4 * k + 2] = blocks[from + row];
      values[4 * k + 3] = blocks[from + row + 1];
    }
    if (isJoined && this.missing[block] !== 0) this.join(block, fx, fy, fz);
  }

  private readCoarse(cx: number, cy: number, cz: number): void {
    const { nx, ny, values } = this;
    const { coarse } = this.data;
    this.size = side;
    this.x = side * cx;
    this.y = side * cy;
    this.z = side * cz;
    for (let k = 0; k < 2; k++) {
      const from = ((cz + k) * (ny + 1) + cy) * (nx + 1) + cx;
      values[4 * k] = coarse[from];
      values[4 * k + 1] = coarse[from + 1];
      values[4 * k + 2] = coarse[from + nx + 1];
      values[4 * k + 3] = coarse[from + nx + 2];
    }
  }

  /** Replaces the values of corners on the border to a cell without a block by values interpolated in the block's coarse cell. */
  private join(block: number, fx: number, fy: number, fz: number): void {
    const bits = this.missing[block];
    for (let k = 0; k < 8; k++) {
      const x = fx + (k & 1);
      const y = fy + ((k >> 1) & 1);
      const z = fz + (k >> 2);
      if ((bits & touchedBits(x, y, z)) !== 0) this.values[k] = this.interpolatedInBlock(block, x, y, z);
    }
  }

  private interpolatedInBlock(block: number, x: number, y: number, z: number): number {
    const { blocks } = this.data;
    let sum = 0;
    for (let k = 0; k < 8; k++) {
      const [i, j, m] = [k & 1, (k >> 1) & 1, k >> 2];
      const weight = (i ? x : side - x) * (j ? y : side - y) * (m ? z : side - z);
      sum += weight * blocks[block * blockSize + side * ((m * row + j) * row + i)];
    }
    return sum / (side * side * side);
  }
}

/** The index of the coarse cell with a coordinate. */
function cellOf(x: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(x / side)));
}

function neighborBit(dx: number, dy: number, dz: number): number {
  return 1 << (9 * (dz + 1) + 3 * (dy + 1) + (dx + 1));
}

/** The bits of the neighbors that contain a corner of a block. */
function touchedBits(x: number, y: number, z: number): number {
  const [sx, sy, sz] = [sideOf(x), sideOf(y), sideOf(z)];
  if (sx === 0 && sy === 0 && sz === 0) return 0;
  let bits = 0;
  for (let k = 1; k < 8; k++) {
    const [dx, dy, dz] = [k & 1 ? sx : 0, k & 2 ? sy : 0, k & 4 ? sz : 0];
    bits |= neighborBit(dx, dy, dz);
  }
  return bits & ~neighborBit(0, 0, 0);
}

/** −1 or 1 for the first and the last corner of a row, otherwise 0. */
function sideOf(x: number): number {
  return x === 0 ? -1 : x === side ? 1 : 0;
}
