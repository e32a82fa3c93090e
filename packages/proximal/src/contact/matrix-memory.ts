// Matrices in the memory of the contact kernel, which multiplies them several times as fast as JavaScript. On the JavaScript target there is no such
// memory: plain arrays are then as fast.
import type { Block } from '../engine/arena.ts';
import { type ContactEngine, contact } from '../engine/contact.ts';

const ofEngines: WeakMap<ContactEngine, MatrixMemory> = /* @__PURE__ */ new WeakMap();

/** The memory of the current target; null for JavaScript. */
export function matrixMemory(): MatrixMemory | null {
  const engine = contact.engine();
  if (engine.target === 'js') return null;
  let memory = ofEngines.get(engine);
  if (!memory) {
    memory = new MatrixMemory(engine);
    ofEngines.set(engine, memory);
  }
  return memory;
}

/** One block of the kernel's memory, for one user at a time. */
export class MatrixMemory {
  /** The user whose matrices the block contains. */
  user: object | null = null;
  private block: Block | null = null;

  constructor(private readonly engine: ContactEngine) {}

  /** All numbers of the kernel's memory; another view after the memory has grown. */
  get numbers(): Float64Array {
    return this.engine.f64;
  }

  /** The index of the block's first number. */
  get start(): number {
    return this.block?.address ?? 0;
  }

  /** The size of the block. */
  get size(): number {
    return this.block?.size ?? 0;
  }

  /** Makes the block at least `size` numbers large, and gives it to a user. Matrices in it are lost. */
  begin(user: object, size: number): void {
    const { memory } = this.engine;
    this.user = user;
    if (this.block && this.block.size >= size) return;
    if (this.block) memory.giveBack(this.block);
    this.block = null;
    this.block = memory.claim(size);
  }

  /**
   * out += factor A B. A is rows × inner, B inner × columns. Each matrix begins at an index of `numbers`, its rows are a stride apart. Every entry adds a
   * sum in the order of the inner index.
   */
  addProduct(
    a: number,
    strideA: number,
    b: number,
    strideB: number,
    out: number,
    strideOut: number,
    rows: number,
    inner: number,
    columns: number,
    factor: number,
  ): void {
    this.engine.kernel.addProduct(a, strideA, b, strideB, out, strideOut, rows, inner, columns, factor);
  }
}
