// The times of other libraries over our time: a dot for each set on a logarithmic scale, with its spread, and the number of wrong answers.
import type { Summary } from '../harness/timer.ts';
import type { Cell } from '../queries/queries.ts';
import { escapeHtml } from './markdown-html.ts';

const width = 470;
const left = 146;
const right = 74;
const rowHeight = 19;
const top = 26;
const decades = [0.1, 1, 10, 100, 1000];

/** The x coordinate of a ratio. */
function xOf(ratio: number): number {
  const [first, last] = [Math.log10(decades[0]), Math.log10(decades[decades.length - 1])];
  const share =
    (Math.log10(Math.max(decades[0], Math.min(ratio, decades[decades.length - 1]))) - first) / (last - first);
  return left + share * (width - left - right);
}

/**
 * @param cells of one kind of query, without our single calls
 * @param count the number of problems of a set
 */
export function peerChart(cells: readonly Cell[], count: number): string {
  const titles = [...new Set(cells.map(({ title }) => title))];
  const height = top + rowHeight * titles.length + 6;
  const grid = decades.map((ratio) => {
    const x = xOf(ratio).toFixed(1);
    const label = `<text class="axis" x="${x}" y="12" text-anchor="middle">${ratio}×</text>`;
    return `${label}<line class="${ratio === 1 ? 'one' : 'grid'}" x1="${x}" x2="${x}" y1="18" y2="${height}"/>`;
  });
  const rows = titles.map((title, k) => {
    const titleCells = cells.filter((cell) => cell.title === title);
    const y = top + rowHeight * k + rowHeight / 2;
    const wrong = titleCells.reduce((sum, { wrongCount }) => sum + wrongCount, 0);
    const name = `<text x="${left - 10}" y="${y + 4}" text-anchor="end">${escapeHtml(title)}</text>`;
    const note = `<text x="${width}" y="${y + 4}" text-anchor="end" class="${wrong > 0 ? 'loss' : 'axis'}" ${wrong > 0 ? 'style="fill: var(--loss)"' : ''}>${share(wrong, titleCells.length * count)}</text>`;
    return `${name}${titleCells.map((cell) => dot(cell, y)).join('')}${note}`;
  });
  const head = `<text class="axis" x="${width}" y="12" text-anchor="end">wrong</text>`;
  return `<svg viewBox="0 0 ${width} ${height}" role="img">${grid.join('')}${head}${rows.join('')}</svg>`;
}

function share(wrong: number, of: number): string {
  if (wrong === 0) return '0';
  const percent = (100 * wrong) / of;
  return `${wrong} (${percent < 1 ? '<1' : percent.toFixed(0)} %)`;
}

function dot({ set, title, ratio }: Cell, y: number): string {
  const color = `var(--${colorOf(ratio)})`;
  const [x, from, to] = [ratio.median, ratio.low, ratio.high].map((value) => xOf(value).toFixed(1));
  const text = `${title}, ${set}: ${ratio.median.toFixed(2)}× [${ratio.low.toFixed(2)}–${ratio.high.toFixed(2)}]`;
  return `<g stroke="${color}" fill="${color}"><title>${escapeHtml(text)}</title><line x1="${from}" x2="${to}" y1="${y}" y2="${y}" stroke-opacity=".5"/><circle cx="${x}" cy="${y}" r="3.6" fill-opacity=".75" stroke="none"/></g>`;
}

/** A tie if the spread contains 1. */
export function colorOf({ low, high }: Summary): 'win' | 'loss' | 'even' {
  if (low > 1) return 'win';
  return high < 1 ? 'loss' : 'even';
}
