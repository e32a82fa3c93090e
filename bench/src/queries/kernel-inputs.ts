// Records the words that the engine writes into the kernel's memory for each pair of a problem set, for the kernel in C++ (native/kernel.cpp):
//
//   records N,  then for each shape: the number of 32-bit words and the words
//   settings M, then for each pair and query: query a b, and for the workspace and the growth block each the number of words,
//               and for each word its offset and value
//
// These formats are internal. A copy of the engine's rules would be outdated by the next change of the kernel, so this file records the writes
// of the engine itself, through the few members in `Internals`.
import { writeFileSync } from 'node:fs';
import { Pair, type Shape } from 'proximal';
import type { QueryKind } from '../peers/query-kind.ts';
import type { ProblemSet } from '../problems/problem-set.ts';
import { depthOptions, growthOptions, incrementalOptions, pairOptions } from './contenders.ts';

type KernelFunction = (workspace: number, ...rest: number[]) => number;
type KernelTable = Readonly<Record<string, KernelFunction>>;

/** Internal members of `Pair` and `Shape`. */
interface Internals {
  readonly engine: { kernel: KernelTable; extended: KernelTable | null; readonly i32: Int32Array };
  readonly record: { readonly data: Float64Array };
}

interface RecordedQuery {
  /** The kernel's function, whose second argument is a growth block if `hasGrowth`. */
  readonly name: string;
  readonly hasGrowth?: true;
  readonly runQuery: (pair: Pair) => void;
}

const queries: Readonly<Record<QueryKind, RecordedQuery>> = {
  distance: { name: 'distance', runQuery: (pair) => pair.distance({}, {}) },
  collide: { name: 'collide', runQuery: (pair) => pair.collide({}, {}) },
  depth: {
    name: 'penetration',
    runQuery: (pair) => {
      pair.setPenetration(depthOptions);
      pair.penetration({}, {});
    },
  },
  incremental: {
    name: 'penetration',
    runQuery: (pair) => {
      pair.setPenetration(incrementalOptions);
      pair.penetration({}, {});
    },
  },
  growth: {
    name: 'growthDistance',
    hasGrowth: true,
    runQuery: (pair) => {
      pair.setGrowth(growthOptions);
      pair.growthDistance({}, {});
    },
  },
};

/** Upper bounds of the words of a workspace and of a growth block; native/kernel.cpp has the exact sizes. */
const blockWords = { workspace: 2048, growth: 360 } as const;
/** Different from the options of all recorded queries. */
const otherOptions = { tolerance: 1 };
/** Marks words that the engine has not written. No setting has this value. */
const unwritten = 0x5eed5eed;

/** Offsets and values. */
type Words = [number, number][];

export function writeKernelInputs({ shapes, problems }: ProblemSet, path: string): void {
  const pairs = new Map(problems.map(({ a, b }) => [`${a} ${b}`, [shapes[a], shapes[b]] as const]));
  const records = shapes.map((shape) => {
    const { data } = (shape as unknown as Internals).record;
    const words = new Int32Array(data.buffer, data.byteOffset, 2 * data.length);
    return `${words.length} ${words.join(' ')}`;
  });
  const settings = [...pairs].flatMap(([numbers, [a, b]]) =>
    Object.entries(queries).map(([query, how]) => {
      const { workspace, growth } = record(a, b, how);
      return [query, numbers, ...[workspace, growth].map((words) => [words.length, ...words.flat()].join(' '))].join(
        ' ',
      );
    }),
  );
  const lines = [`records ${records.length}`, ...records, `settings ${settings.length}`, ...settings];
  writeFileSync(path, `${lines.join('\n')}\n`);
}

/** The words that a query writes before it calls the kernel, with their offsets in the block. */
function record(a: Shape, b: Shape, { name, hasGrowth, runQuery }: RecordedQuery): { workspace: Words; growth: Words } {
  const fresh = (): Internals => {
    // A new pair each time, since a pair does not repeat writes that are still in the workspace.
    const pair = new Pair(a, b, pairOptions);
    runQuery(pair);
    return pair as unknown as Internals;
  };
  const { engine } = fresh();
  const { kernel, extended } = engine;
  /** The offsets of the blocks, in words. */
  let blockOffsets: number[] = [];
  let written: Words[] = [];
  const sizes = [blockWords.workspace, ...(hasGrowth ? [blockWords.growth] : [])];
  const block = (k: number): Int32Array => engine.i32.subarray(blockOffsets[k], blockOffsets[k] + sizes[k]);
  // Replaces the kernel's function: each call stores the offsets of the blocks and the words written there; those of the last call count.
  const spy = (...blocks: number[]): number => {
    blockOffsets = sizes.map((_, k) => 2 * blocks[k]);
    written = blockOffsets.map((_, k) =>
      [...block(k)].flatMap((value, at): Words => (value === unwritten ? [] : [[at, value]])),
    );
    return 1;
  };
  if (name in kernel) engine.kernel = { ...kernel, [name]: spy };
  else engine.extended = { ...extended, [name]: spy };
  try {
    fresh();
    if (blockOffsets.length === 0) throw new Error(`a pair does not call the kernel's ${name}`);
    // A query with other options comes in between, since pairs with equal options share settings that are still in the workspace.
    new Pair(a, b, otherOptions).distance({}, {});
    const before = blockOffsets.map((_, k) => block(k).slice());
    for (const [k] of blockOffsets.entries()) block(k).fill(unwritten);
    fresh();
    for (const [k, words] of before.entries()) block(k).set(words);
  } finally {
    Object.assign(engine, { kernel, extended });
  }
  return { workspace: written[0], growth: written[1] ?? [] };
}
