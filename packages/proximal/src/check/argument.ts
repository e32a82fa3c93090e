// Argument checks. Every error message names the function, the argument, its value and the remedy.

/** The text of a value in a message: one short line, except for class names, which are not shortened. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const list = value as unknown as readonly unknown[] & DataView;
    const name = Array.isArray(value) ? '' : `${value.constructor.name} `;
    if (list.length < 5 && list.every((x) => typeof x === 'number')) return `${name}[${list.join(', ')}]`;
    return `a${name ? ` ${name}` : 'n array '}of length ${list.length ?? list.byteLength}`;
  }
  // In data from a file, `constructor` can be any value.
  const name: unknown = value.constructor?.name;
  if (typeof name === 'string' && name !== '' && name !== 'Object') return `a ${name}`;
  return `an object with keys ${show(Object.keys(value).join(', '))}`;
}

/**
 * The path of a field in a message. Names that are empty, longer than 60, or contain other characters than letters, digits,
 * `_`, `$` and `-`, are quoted.
 */
export function fieldOf(place: string, name: string): string {
  return /^[\w$-]{1,60}$/.test(name) ? `${place}.${name}` : `${place}[${show(name)}]`;
}

/** An argument of the wrong type. */
export function wrongType(where: string, argument: string, value: unknown, remedy: string): TypeError {
  return new TypeError(`${where}: ${argument} is ${show(value)}; ${remedy}`);
}

/** An argument of the right type with an invalid value. */
export function outOfRange(where: string, argument: string, value: unknown, remedy: string): RangeError {
  return new RangeError(`${where}: ${argument} is ${show(value)}; ${remedy}`);
}

/** Checks a finite number of at least `minimum`, or above `minimum` if `isExclusive`. */
export function checkNumber(
  where: string,
  argument: string,
  value: unknown,
  remedy: string,
  minimum = -Infinity,
  isExclusive = false,
): number {
  if (typeof value !== 'number') throw wrongType(where, argument, value, remedy);
  if (!Number.isFinite(value) || value < minimum || (isExclusive && value === minimum)) {
    throw outOfRange(where, argument, value, remedy);
  }
  return value;
}

/** Checks an integer from `minimum` to `maximum`. */
export function checkInteger(
  where: string,
  argument: string,
  value: unknown,
  minimum: number,
  maximum: number,
): number {
  if (Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum) return value as number;
  // Only here, because the text allocates memory.
  const remedy = `give a whole number from ${minimum} to ${maximum}`;
  throw (typeof value === 'number' ? outOfRange : wrongType)(where, argument, value, remedy);
}

/**
 * Checks that options are undefined, or an object without unknown names that is not an array or a `Map`.
 * @param elsewhere unknown names, each with the place where its value belongs: another function or option
 * @param expert names that belong to `options.expert`
 */
export function checkOptions(
  where: string,
  argument: string,
  value: unknown,
  known: readonly string[],
  elsewhere: Readonly<Record<string, string>> = {},
  expert: readonly string[] = [],
): void {
  if (value === undefined) return;
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    ArrayBuffer.isView(value) ||
    value instanceof Map
  ) {
    throw wrongType(where, argument, value, `give an object with any of ${known.join(', ')}, or leave it out`);
  }
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) {
      const place = expert.includes(name) ? 'options.expert' : Object.hasOwn(elsewhere, name) && elsewhere[name];
      const remedy = place ? `give it to ${place}` : 'there is no such option';
      throw wrongType(
        where,
        fieldOf(argument, name),
        (value as Record<string, unknown>)[name],
        `${remedy}; the options are ${known.join(', ')}`,
      );
    }
  }
}
