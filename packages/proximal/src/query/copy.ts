/** A deep copy of plain data: numbers, strings, lists of numbers, and objects of these. */
export function copyOf<Value extends object>(value: Value): Value {
  const copy = { ...value };
  for (const name of Object.keys(copy) as (keyof Value)[]) {
    const part = copy[name] as { slice?: () => unknown } | string | number | null;
    if (typeof part === 'object' && part !== null) copy[name] = (part.slice?.() ?? copyOf(part)) as Value[keyof Value];
  }
  return copy;
}
