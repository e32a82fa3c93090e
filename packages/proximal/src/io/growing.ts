/** The part of a typed array that `Growing` needs. */
interface NumberArray {
  readonly length: number;
  [index: number]: number;
  set(other: ArrayLike<number>): void;
}

/** A typed array that grows by doubling, up to a limit, so that its size is proportional to the bytes read. */
class Growing<A extends NumberArray> {
  /** The numbers, followed by unused capacity. */
  array: A;
  length = 0;

  constructor(
    private readonly make: (length: number) => A,
    private readonly limit: number,
  ) {
    this.array = make(Math.min(limit, 96));
  }

  /** Ensures capacity for `count` more numbers; returns false if they are beyond the limit. */
  reserve(count: number): boolean {
    const needed = this.length + count;
    if (needed <= this.array.length) return true;
    if (needed > this.limit) return false;
    const array = this.make(Math.min(this.limit, Math.max(needed, 2 * this.array.length)));
    array.set(this.array);
    this.array = array;
    return true;
  }
}

/** Vertices: x y z, three numbers at a time. */
export class GrowingVertices extends Growing<Float64Array> {
  constructor(maxVertices: number) {
    super((length) => new Float64Array(length), 3 * maxVertices);
  }

  /** @returns false if the limit is reached */
  add(x: number, y: number, z: number): boolean {
    if (this.length + 3 > this.array.length && !this.reserve(3)) return false;
    this.array[this.length++] = x;
    this.array[this.length++] = y;
    this.array[this.length++] = z;
    return true;
  }

  finish(): Float64Array {
    return this.array.slice(0, this.length);
  }
}

/** Triangles: three vertex indices at a time. */
export class GrowingTriangles extends Growing<Uint32Array> {
  constructor(maxTriangles: number) {
    super((length) => new Uint32Array(length), 3 * maxTriangles);
  }

  /** @returns false if the limit is reached */
  add(a: number, b: number, c: number): boolean {
    if (this.length + 3 > this.array.length && !this.reserve(3)) return false;
    this.array[this.length++] = a;
    this.array[this.length++] = b;
    this.array[this.length++] = c;
    return true;
  }

  finish(): Uint32Array {
    return this.array.slice(0, this.length);
  }
}
