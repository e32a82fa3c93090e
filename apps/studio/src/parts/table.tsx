// A table of names and values.
import { Term } from './term.tsx';

/** A rounded text, and all digits, which are shown while the pointer is over it. */
export interface Rounded {
  readonly text: string;
  readonly exact: string;
}

export type Row = readonly [name: string, value: string | Rounded];

export function Table({ label, rows }: { readonly label: string; readonly rows: readonly Row[] }) {
  return (
    <section class="report" aria-label={label}>
      <table>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">
                <Term name={name} />
              </th>
              {typeof value === 'string' ? <td>{value}</td> : <td title={value.exact}>{value.text}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A number with its unit, rounded to a number of digits. */
export function quantity(value: number, unit: string, digits = 4): string {
  return `${Number(value.toPrecision(digits))} ${unit}`.trimEnd().replaceAll('-', '−');
}

/** A number with its unit, with all digits on demand. */
export function rounded(value: number, unit: string): Rounded {
  return { text: quantity(value, unit), exact: quantity(value, unit, 17) };
}

/** The components of a vector, with all digits on demand. */
export function roundedVector(values: readonly number[]): Rounded {
  return { text: vector(values), exact: values.map((value) => quantity(value, '', 17)).join(', ') };
}

/** A length in meters, written in millimeters. */
export function millimeters(length: number): string {
  return quantity(1000 * length, 'mm', 3);
}

export function vector(values: readonly number[], digits = 4): string {
  return values
    .map((value) =>
      value
        .toFixed(digits)
        .replace(/^-(0\.0*)$/, '$1')
        .replaceAll('-', '−'),
    )
    .join(', ');
}
