// Injected allocation failures: the n-th allocation of an operation fails, in the kernel's memory or of a typed array.
import { Arena, type Block } from '../src/engine/arena.ts';

const constructors = ['Float64Array', 'Int32Array', 'Uint32Array', 'Uint8Array', 'Uint16Array', 'Int8Array'] as const;

/** Counts the allocations of an operation, and makes one of them fail. */
class Allocations {
  count = 0;
  private failing = Infinity;
  private isCounting = false;

  /** @returns whether this allocation fails */
  next(): boolean {
    return this.isCounting && ++this.count === this.failing;
  }

  /** Runs an operation whose n-th allocation fails (none by default). @returns the thrown error, or null */
  during(operation: () => unknown, failing = Infinity): Error | null {
    Object.assign(this, { count: 0, failing, isCounting: true });
    try {
      operation();
      return null;
    } catch (thrown) {
      return thrown as Error;
    } finally {
      this.isCounting = false;
    }
  }
}

/** Runs an operation while `allocations` counts the blocks reserved in the kernel's memory, and lets one of them fail. */
function withKernel<T>(allocations: Allocations, operation: () => T): T {
  const prototype = Arena.prototype;
  const { reserve } = prototype;
  prototype.reserve = function (this: Arena, size: number): Block | null {
    return allocations.next() ? null : reserve.call(this, size);
  };
  try {
    return operation();
  } finally {
    prototype.reserve = reserve;
  }
}

/** Runs an operation while `allocations` counts the typed arrays that it allocates, including copies, and lets one of them fail. */
function withArrays<T>(allocations: Allocations, operation: () => T): T {
  const undo: (() => void)[] = [];
  for (const name of constructors) {
    const original = globalThis[name] as unknown as new (...given: unknown[]) => object;
    const allocate = (given: readonly unknown[]): void => {
      const [first] = given;
      // A view of a buffer allocates no memory.
      if (first instanceof ArrayBuffer || first === undefined || first === 0) return;
      if (allocations.next()) throw new RangeError('Array buffer allocation failed');
    };
    const counted: typeof original = new Proxy(original, {
      construct(target, given, maker): object {
        allocate(given);
        return Reflect.construct(target, given, maker === counted ? target : maker) as object;
      },
    });
    Object.assign(globalThis, { [name]: counted });
    // `slice`, `map` and `from` of an array allocate through its constructor.
    Object.defineProperty(original.prototype, 'constructor', { value: counted, configurable: true, writable: true });
    undo.push(() => {
      Object.assign(globalThis, { [name]: original });
      Object.defineProperty(original.prototype, 'constructor', { value: original, configurable: true, writable: true });
    });
  }
  try {
    return operation();
  } finally {
    for (const restore of undo) restore();
  }
}

/**
 * The number of allocations that fail, one in each run. If there are fewer than twice as many, each fails once. Otherwise, half this number
 * of allocations from the beginning fail, and about this number of the others.
 */
const maxFailures = 16;

export type Memory = 'kernel' | 'arrays';

/** An operation on objects that are made again for each try. */
export interface Operation<Thing> {
  readonly make: () => Thing;
  readonly run: (thing: Thing) => unknown;
  /** The result of the operation and the state of the object after it. Default: the return value of `run`. */
  readonly read?: (thing: Thing, answer: unknown) => unknown;
  /** The state that a failure must not change. */
  readonly state?: (thing: Thing) => unknown;
  /** Brings an unused object into the state after a failure, if that differs from the initial state. */
  readonly afterFailure?: (thing: Thing) => void;
}

export interface Failures {
  readonly failures: number;
  readonly faults: readonly string[];
}

/**
 * Repeats the operation with one failing allocation each time: with every allocation if they are few, otherwise with the first ones and a
 * sample of the rest. The operation must continue by a fallback, or throw a RangeError and leave the state unchanged; repeated after the
 * error, it must give the result that it has without failures.
 * @returns how many allocations failed, and the faults found
 */
export function failEach<Thing>(memory: Memory, operation: Operation<Thing>): Failures {
  // The constructors are replaced once for all tries: each replacement makes the JavaScript engine discard its compiled code.
  const allocations = new Allocations();
  return (memory === 'kernel' ? withKernel : withArrays)(allocations, () => failEachOf(allocations, operation));
}

function failEachOf<Thing>(allocations: Allocations, operation: Operation<Thing>): Failures {
  const { make, run, state, afterFailure } = operation;
  const read = (thing: Thing): string => bitsOf(operation.read ? operation.read(thing, run(thing)) : run(thing));
  const reference = make();
  afterFailure?.(reference);
  const expected = read(reference);
  const counted = make();
  allocations.during(() => run(counted));
  const stride = Math.max(1, Math.floor(allocations.count / maxFailures));
  const faults: string[] = [];
  let failures = 0;
  for (let n = 1; ; n += n < maxFailures / 2 ? 1 : stride) {
    const thing = make();
    const before = bitsOf(state?.(thing));
    const error = allocations.during(() => run(thing), n);
    if (allocations.count < n) return { failures, faults };
    failures++;
    // Operations with a fallback do not throw.
    if (error === null) continue;
    const where = `allocation ${n}, ${placeOf(error)}`;
    if (!(error instanceof RangeError)) faults.push(`${where}: ${String(error)}`);
    if (bitsOf(state?.(thing)) !== before) faults.push(`${where}: the state has changed`);
    try {
      if (read(thing) !== expected) faults.push(`${where}: another answer afterwards`);
    } catch (thrown) {
      faults.push(`${where}: ${(thrown as Error).stack} afterwards`);
    }
  }
}

/** Up to four functions in the stack of an error, without the innermost two, which belong to this file. */
function placeOf({ stack = '' }: Error): string {
  const functions = [...stack.matchAll(/^ +at (?:new )?([\w.]+)/gm)].map(([, name]) => name);
  return functions.slice(2, 6).join(' in ');
}

/** All numbers of some data as text that distinguishes their bits (except of NaN), and its strings and Booleans, without names of fields. */
export function bitsOf(data: unknown): string {
  const out: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'number') out.push(Object.is(value, -0) ? '-0' : String(value));
    else if (ArrayBuffer.isView(value)) for (const x of value as unknown as Iterable<number>) walk(x);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
    else if (typeof value === 'string' || typeof value === 'boolean') out.push(String(value));
  };
  walk(data);
  return out.join(' ');
}
