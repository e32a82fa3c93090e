// A small matrix with its numbers, and colors that show where it is large.
interface Properties {
  readonly title: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** Row by row. */
  readonly values: ArrayLike<number>;
}

export function HeatMap({ title, rows, columns, values }: Properties) {
  const largest = Math.max(1e-9, ...Array.from(values, Math.abs).filter(Number.isFinite));
  return (
    <table class="heat-map">
      <caption>{title}</caption>
      <thead>
        <tr>
          <td />
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((name, row) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {columns.map((column, k) => (
              <Cell key={column} value={values[row * columns.length + k]} largest={largest} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ value, largest }: { readonly value: number; readonly largest: number }) {
  const fraction = Number.isFinite(value) ? Math.abs(value) / largest : 0;
  const color = value < 0 ? 'var(--cold)' : 'var(--warm)';
  const text = Math.abs(value) < 5e-4 ? '0' : value.toFixed(3).replace('-', '−');
  return (
    <td
      title={String(value)}
      style={{ background: `color-mix(in srgb, ${color} ${Math.round(100 * fraction)}%, var(--ground))` }}
    >
      {text}
    </td>
  );
}
