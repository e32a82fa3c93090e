// The accessor functions of a block's fields, and the expressions that replace them when they are inlined.
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

/** The index of an access in memory, from the texts of its arguments: in i32 numbers for an i32, in f64 numbers otherwise. */
function placeOf({ field, parameters }: Accessor, values: readonly string[]): string {
  const { type, offset, stride } = field;
  const [at, k] = (['at', 'k'] as const).map((name) => values[parameters.indexOf(name)]);
  const start = type === 'i32' ? `2 * ${at}` : at;
  // A literal index becomes part of the offset.
  const isLiteral = k !== undefined && /^\d+$/.test(k);
  const constant = offset + (isLiteral ? stride * Number(k) : 0);
  const index = k === undefined || isLiteral ? '' : ` + ${k}${stride === 1 ? '' : ` * ${stride}`}`;
  return `${start}${constant === 0 ? '' : ` + ${constant}`}${index}`;
}

/** Whether an access reads or writes memory; otherwise it is the address of a nested block. */
export function isNumber({ field: { type } }: Accessor): boolean {
  return type === 'f64' || type === 'i32';
}

/** The expression of an access, from the texts of its arguments. */
export type Expression = (accessor: Accessor, values: readonly string[]) => string;

/** The expression in the kernel's dialect. */
export const kernelExpression: Expression = (accessor, values) => {
  const place = placeOf(accessor, values);
  if (!isNumber(accessor)) return place;
  const unit = accessor.field.type === 'f64' ? '' : 'i';
  return accessor.result === 'void' ? `st${unit}(${place}, ${values.at(-1)})` : `ld${unit}(${place})`;
};

/** The expression outside the kernel. The first argument is a view of the memory, except for the address of a nested block. */
export const hostExpression: Expression = (accessor, values) => {
  if (!isNumber(accessor)) return placeOf(accessor, values);
  const [view, ...others] = values;
  const element = `${view}[${placeOf(accessor, others)}]`;
  return accessor.result === 'void' ? `(${element} = ${values.at(-1)})` : element;
};
