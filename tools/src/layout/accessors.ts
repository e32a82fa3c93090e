// The accessor functions of a block's fields, and the code that replaces them.
import type { PlacedBlock, PlacedField } from './placement.ts';

export interface Accessor {
  readonly name: string;
  readonly field: PlacedField;
  readonly result: 'f64' | 'i32' | 'void';
  /** `at`: the block's address; `k`: the index in an array; `x`: the value to write. */
  readonly parameters: readonly ('at' | 'k' | 'x')[];
}

/** A number has a getter and a setter; a nested block has an accessor that returns its address. */
export function accessorsOf({ fields }: PlacedBlock): Accessor[] {
  return fields.flatMap((field) => {
    const place = field.count === undefined ? (['at'] as const) : (['at', 'k'] as const);
    const { name, type } = field;
    if (type !== 'f64' && type !== 'i32') return [{ name, field, result: 'i32', parameters: place }];
    const writer = `set${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return [
      { name, field, result: type, parameters: place },
      { name: writer, field, result: 'void', parameters: [...place, 'x'] },
    ];
  });
}

/** The expression of an access, in the kernel's dialect, from the texts of its arguments. */
export function expressionOf({ field, result, parameters }: Accessor, values: readonly string[]): string {
  const { type, offset, stride } = field;
  const [at, k, x] = (['at', 'k', 'x'] as const).map((name) => values[parameters.indexOf(name)]);
  const start = type === 'i32' ? `2 * ${at}` : at;
  // A literal index becomes part of the offset.
  const isKnown = k !== undefined && /^\d+$/.test(k);
  const constant = offset + (isKnown ? stride * Number(k) : 0);
  const index = k === undefined || isKnown ? '' : ` + ${k}${stride === 1 ? '' : ` * ${stride}`}`;
  const place = `${start}${constant === 0 ? '' : ` + ${constant}`}${index}`;
  if (type !== 'f64' && type !== 'i32') return place;
  const unit = type === 'f64' ? '' : 'i';
  return result === 'void' ? `st${unit}(${place}, ${x})` : `ld${unit}(${place})`;
}
