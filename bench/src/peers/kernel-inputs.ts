// What the engine writes into the kernel's memory for each pair of a problem set, for the kernel in C++ (native/kernel.cpp):
//
//   records N,  then for each shape: the number of 32-bit words and the words
//   settings M, then for each pair and query: query a b, the number of words, and for each its place and value
//
// Nothing public hands these out, and nothing should: they are the engine's private contract with the kernel. A copy of its
// rules here would be wrong after the next change of the kernel, so this file looks at them at work instead, through
// the few members named in `Inside`: the one place of the benchmarks that knows of them.
import { writeFileSync } from 'node:fs';
import { Pair, type Shape } from 'proximal';
import type { ProblemSet } from '../problems/problem-set.ts';
import { pairOptions } from './own.ts';

type KernelFunction = (workspace: number, ...rest: number[]) => number;

/** The members of `Pair` and `Shape` that are used here beside the public ones. */
interface Inside {
  readonly engine: { kernel: Record<string, KernelFunction>; readonly i32: Int32Array };
  readonly record: { readonly data: Float64Array };
}

const queries = ['distance', 'collide'] as const;
type Query = (typeof queries)[number];

/** More words than a workspace has; native/kernel.cpp knows how many count. */
const watched = 2048;
/** Stands in every word that the engine has not written: no setting has this value. */
const untouched = 0x5eed5eed;

export function writeKernelInputs({ shapes, problems }: ProblemSet, path: string): void {
  const pairs = new Map(problems.map(({ a, b }) => [`${a} ${b}`, [shapes[a], shapes[b]] as const]));
  const records = shapes.map((shape) => {
    const { data } = (shape as unknown as Inside).record;
    const words = new Int32Array(data.buffer, data.byteOffset, 2 * data.length);
    return `${words.length} ${words.join(' ')}`;
  });
  const settings = [...pairs].flatMap(([numbers, [a, b]]) =>
    queries.map((query) => {
      const words = watch(a, b, query);
      return `${query} ${numbers} ${words.length} ${words.flat().join(' ')}`;
    }),
  );
  const lines = [`records ${records.length}`, ...records, `settings ${settings.length}`, ...settings];
  writeFileSync(path, `${lines.join('\n')}\n`);
}

/** The words that a query writes before it calls the kernel, each with its place in the workspace. */
function watch(a: Shape, b: Shape, query: Query): [number, number][] {
  const ask = (): Inside => {
    // A new pair each time: what the workspace still holds from a pair's last query is not written again.
    const pair = new Pair(a, b, pairOptions);
    pair[query]({}, {});
    return pair as unknown as Inside;
  };
  const { engine } = ask();
  const { kernel } = engine;
  let first = -1;
  let written: [number, number][] = [];
  // In place of the kernel: the first call tells where the workspace is, the second what was written there.
  const spy = (workspace: number): number => {
    first = 2 * workspace;
    const words = [...engine.i32.subarray(first, first + watched)];
    written = words.flatMap((value, k) => (value === untouched ? [] : [[k, value] satisfies [number, number]]));
    return 1;
  };
  engine.kernel = { ...kernel, [query]: spy };
  try {
    ask();
    if (first < 0) throw new Error(`a pair's ${query} does not call the kernel's ${query}`);
    const before = engine.i32.slice(first, first + watched);
    engine.i32.fill(untouched, first, first + watched);
    ask();
    engine.i32.set(before, first);
  } finally {
    engine.kernel = kernel;
  }
  return written;
}
