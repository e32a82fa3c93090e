// Ranges of items.

/** Items `from` to `to − 1`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The tasks of a range: `size` items each, except for the last one. */
export function* tasksOf({ from, to }: Range, size: number): Generator<Range> {
  for (let at = from; at < to; at += size) yield { from: at, to: Math.min(to, at + size) };
}

/** The halves of a range, divided at a multiple of the grain; null if the range has at most one grain. */
export function halvesOf({ from, to }: Range, grain: number): readonly [Range, Range] | null {
  if (to - from <= grain) return null;
  const middle = from + grain * Math.ceil((to - from) / grain / 2);
  return [
    { from, to: middle },
    { from: middle, to },
  ];
}

/** The range of part `index` of `count`, from 1 on, at multiples of the grain. */
export function rangeOf(
  part: { readonly index: number; readonly count: number },
  items: { readonly count: number; readonly grain: number },
): Range {
  const grains = Math.ceil(items.count / items.grain);
  const at = (k: number): number => Math.min(items.count, items.grain * Math.floor((grains * k) / part.count));
  return { from: at(part.index - 1), to: at(part.index) };
}

/** Results of an asynchronous function, `width` calls at a time, in the order of the arguments. */
export async function* inOrder<Argument, Value>(
  list: Iterable<Argument>,
  width: number,
  call: (argument: Argument) => Promise<readonly Value[]>,
): AsyncGenerator<Value> {
  const pending: Promise<readonly Value[]>[] = [];
  for (const argument of list) {
    const found = call(argument);
    // The awaits below throw the error, in the order of the arguments.
    found.catch(() => {});
    pending.push(found);
    if (pending.length === width) yield* (await pending.shift()) ?? [];
  }
  for (const found of pending) yield* await found;
}
