// JSON formatted for reading: one field per line, numbers in rows, and −0 with its sign, which `JSON.stringify` drops.

/** The maximum line width for rows of numbers, in characters. */
const width = 120;

/** The text of plain data. Fields that are undefined or functions are omitted. */
export function jsonText(value: unknown, indent = ''): string {
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if ('toJSON' in value && typeof value.toJSON === 'function') return jsonText(value.toJSON(), indent);
  const inner = `${indent}  `;
  if (!Array.isArray(value)) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined && typeof field !== 'function');
    const lines = fields.map(([name, field]) => `${inner}${JSON.stringify(name)}: ${jsonText(field, inner)}`);
    return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
  }
  const items = value.map((item) => jsonText(item, inner));
  if (value.every((item) => typeof item !== 'object' || item === null)) return rowsOf(items, indent);
  return `[\n${items.map((item) => `${inner}${item}`).join(',\n')}\n${indent}]`;
}

/** Formats items on one line, or on several lines if they exceed `width`. */
function rowsOf(items: readonly string[], indent: string): string {
  const short = `[${items.join(', ')}]`;
  if (indent.length + short.length <= width) return short;
  const lines: string[] = [];
  let line = '';
  for (const item of items) {
    if (line !== '' && indent.length + line.length + item.length + 5 > width) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? item : `, ${item}`;
  }
  return `[\n${[...lines, line].map((each) => `${indent}  ${each}`).join(',\n')}\n${indent}]`;
}
