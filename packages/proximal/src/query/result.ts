/** A deep copy of plain data: numbers, strings, lists of numbers, and objects of these. */
export function copyOf<Value extends object>(value: Value): Value {
  const copy = { ...value };
  for (const name of Object.keys(copy) as (keyof Value)[]) {
    const part = copy[name] as { slice?: () => unknown } | string | number | null;
    if (typeof part === 'object' && part !== null) copy[name] = (part.slice?.() ?? copyOf(part)) as Value[keyof Value];
  }
  return copy;
}

/** A value that may be the result of a query. */
interface Possible {
  readonly proof?: {
    readonly weights?: ArrayLike<number>;
    readonly directions?: ArrayLike<number>;
    readonly directionsB?: ArrayLike<number> | null;
  };
  readonly [field: string]: unknown;
}

/** Whether a value has the fields of a result in this dimension: a proof of dimension + 1 directions, and these points. */
export function hasProof(value: unknown, dimension: 2 | 3, points: readonly string[]): boolean {
  const result = value as Possible | null;
  return (
    typeof result === 'object' &&
    result?.proof?.weights?.length === dimension + 1 &&
    result.proof.directions?.length === dimension * (dimension + 1) &&
    (result.proof.directionsB ?? result.proof.directions).length === dimension * (dimension + 1) &&
    points.every((name) => (result[name] as ArrayLike<unknown> | undefined)?.length === dimension)
  );
}
