// Markdown to HTML, for the pages of the benchmarks: headings, paragraphs, lists, tables, images, code, bold and links.

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

interface HtmlOptions {
  /** The source of an image, from its address. */
  readonly image: (address: string) => string;
  /** The level of a heading with one `#`. Default: 1. */
  readonly top?: number;
}

export function htmlOf(markdown: string, { image, top = 1 }: HtmlOptions): string {
  const lines = markdown.split('\n');
  const html: string[] = [];
  let at = 0;
  /** Takes the next lines of one kind. */
  const take = (isOfKind: (line: string) => boolean): string[] => {
    const first = at;
    while (at < lines.length && isOfKind(lines[at])) at++;
    return lines.slice(first, at);
  };
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#+) (.*)$/.exec(line);
    if (line.trim() === '') at++;
    else if (heading) {
      const level = Math.min(6, heading[1].length + top - 1);
      html.push(`<h${level}>${inline(heading[2], image)}</h${level}>`);
      at++;
    } else if (line.startsWith('```')) {
      at++;
      const code = take((each) => !each.startsWith('```'));
      at++;
      html.push(`<pre>${escapeHtml(code.join('\n'))}</pre>`);
    } else if (line.startsWith('|'))
      html.push(
        table(
          take((each) => each.startsWith('|')),
          image,
        ),
      );
    else if (line.startsWith('- ')) {
      const items = take((each) => each.startsWith('- ') || each.startsWith('  '))
        .join('\n')
        .split(/\n(?=- )/);
      html.push(`<ul>${items.map((item) => `<li>${inline(item.slice(2), image)}</li>`).join('')}</ul>`);
    } else {
      const text = take((each) => each.trim() !== '' && !/^(#+ |\||- |```)/.test(each)).join('\n');
      const isFigure = /^(!\[[^\]]*\]\([^)]*\)\s*)+$/.test(text);
      html.push(isFigure ? `<div class="figures">${inline(text, image)}</div>` : `<p>${inline(text, image)}</p>`);
    }
  }
  return html.join('\n');
}

/** The cells of a row. An escaped bar is part of the text. */
export function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function table(rows: readonly string[], image: HtmlOptions['image']): string {
  const [head, rule, ...body] = rows.map(cellsOf);
  const isRight = (rule ?? []).map((cell) => cell.endsWith(':'));
  const row = (cells: readonly string[], tag: 'td' | 'th'): string =>
    `<tr>${cells.map((cell, k) => `<${tag}${isRight[k] ? ' class="right"' : ''}>${inline(cell, image)}</${tag}>`).join('')}</tr>`;
  const content = body.map((cells) => row(cells, 'td')).join('');
  return `<div class="scroll"><table><thead>${row(head, 'th')}</thead><tbody>${content}</tbody></table></div>`;
}

/** Code is split off first, so that it is not parsed. */
function inline(text: string, image: HtmlOptions['image']): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : marked(part, image)))
    .join('');
}

function marked(text: string, image: HtmlOptions['image']): string {
  return escapeHtml(text)
    .replaceAll(
      /!\[([^\]]*)\]\(([^)]*)\)/g,
      (_, name: string, address: string) => `<img alt="${name}" src="${image(address)}">`,
    )
    .replaceAll(/\[([^\]]*)\]\((https?:[^)]*)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
}
