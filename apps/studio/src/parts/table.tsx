// A table of names and values.
import { Term } from './term.tsx';

export type Row = readonly [name: string, value: string];

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
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A number with its digits and its unit. */
export function quantity(value: number, unit: string, digits = 8): string {
  return `${Number(value.toPrecision(digits))} ${unit}`.trimEnd().replace('-', '−');
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
        .replace('-', '−'),
    )
    .join(', ');
}
