// Plots as an SVG file: axes, curves with markers, and a legend, all as vectors and text.
import { markerPath, markersAlong } from './markers.ts';
import { curveColor, type PlotContent, power } from './plot.tsx';

/** A plot with the range of x that is drawn. */
export type DrawnPlot = PlotContent & { readonly range: readonly [from: number, to: number] };

const width = 900;
/** The height of the plotted area, and the space around it for titles and numbers. */
const height = 300;
const [left, right, top, bottom] = [70, 20, 40, 55];
const rowHeight = 22;
const columns = 3;
const font = 'system-ui, sans-serif';

export function plotsToSVG(plots: readonly DrawnPlot[], style: CSSStyleDeclaration): string {
  const color = (name: string): string => style.getPropertyValue(name).trim();
  let y = 0;
  const parts = plots.map((plot) => {
    const part = `<g transform="translate(0 ${y})">${plotToSVG(plot, color)}</g>`;
    y += top + height + bottom + rowHeight * Math.ceil(plot.curves.length / columns) + 10;
    return part;
  });
  const ground = `<rect width="${width}" height="${y}" fill="${color('--ground')}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}">${ground}${parts.join('')}</svg>\n`;
}

interface Place {
  readonly color: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly size?: number;
  readonly transform?: string;
}

export function textToSVG(text: string, x: number, y: number, place: Place): string {
  const { color, anchor = 'middle', size = 12, transform } = place;
  const turned = transform ? ` transform="${transform}"` : '';
  const escaped = text.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? letter);
  return `<text x="${x}" y="${y}" fill="${color}" font-family="${font}" font-size="${size}" text-anchor="${anchor}"${turned}>${escaped}</text>`;
}

function plotToSVG(plot: DrawnPlot, color: (name: string) => string): string {
  const { title, xTitle, yTitle, curves, isLog = false, range } = plot;
  const [ink, faint] = [color('--quiet'), color('--line')];
  const visible = curves.map(({ values }) =>
    Array.from(plot.x).flatMap((x, k): [number, number][] => {
      const value = values[k];
      return value === null || value === undefined || x < range[0] || x > range[1] ? [] : [[x, value]];
    }),
  );
  const numbers = visible.flat().map(([, value]) => value);
  const vertical = rangeOf(numbers, isLog);
  const scaled = (value: number): number => (isLog ? Math.log10(value) : value);
  const atX = (x: number): number => left + ((x - range[0]) / (range[1] - range[0])) * (width - left - right);
  const [low, high] = vertical.map(scaled);
  const atY = (value: number): number => top + height - ((scaled(value) - low) / (high - low)) * height;
  const grid = [
    ...ticks(range[0], range[1]).map((x) => {
      const path = `<path d="M${atX(x)} ${top}V${top + height}" stroke="${faint}"/>`;
      return path + textToSVG(String(x), atX(x), top + height + 18, { color: ink });
    }),
    ...(isLog ? powersWithin(low, high) : ticks(low, high)).map((y) => {
      const path = `<path d="M${left} ${atY(y)}H${width - right}" stroke="${faint}"/>`;
      return path + textToSVG(isLog ? power(y) : String(y), left - 8, atY(y) + 4, { color: ink, anchor: 'end' });
    }),
  ];
  const drawn = visible.map((points, k) => {
    const at = points.map(([x, y]) => [atX(x), atY(y)] as const);
    const stroke = color(curveColor(k));
    const line = at.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
    const marks = markersAlong(at, k, curves.length).map(([x, y]) => markerPath(k, x, y, 4.5));
    return (
      line &&
      `<path d="M${line}" fill="none" stroke="${stroke}" stroke-width="2"/><path d="${marks.join('')}" fill="${stroke}"/>`
    );
  });
  const middle = top + height / 2;
  return [
    ...grid,
    ...drawn,
    textToSVG(title, width / 2, 24, { color: color('--ink'), size: 14 }),
    textToSVG(xTitle, (left + width - right) / 2, top + height + 40, { color: ink }),
    textToSVG(yTitle, 16, middle, { color: ink, transform: `rotate(-90 16 ${middle})` }),
    ...curves.map(({ name }, k) => legendEntry(name, k, color)),
  ].join('');
}

function legendEntry(name: string, k: number, color: (name: string) => string): string {
  const x = left + ((width - left - right) * (k % columns)) / columns;
  const y = top + height + bottom + rowHeight * Math.floor(k / columns) + 4;
  const mark = `<path d="${markerPath(k, x, y, 5)}" fill="${color(curveColor(k))}"/>`;
  return mark + textToSVG(name, x + 12, y + 4, { color: color('--ink'), anchor: 'start' });
}

/** The range of the values, a little wider; for a logarithmic scale, up to whole powers of ten. */
function rangeOf(values: readonly number[], isLog: boolean): [number, number] {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  if (!(max >= min)) return isLog ? [0.1, 1] : [0, 1];
  if (isLog) {
    const [low, high] = [Math.floor(Math.log10(min)), Math.ceil(Math.log10(max))];
    return [10 ** low, 10 ** Math.max(high, low + 1)];
  }
  const margin = 0.05 * (max - min || Math.abs(max) || 1);
  return [min - margin, max + margin];
}

/** Between 4 and 10 round numbers in a range. */
function ticks(min: number, max: number): number[] {
  const rough = (max - min) / 6;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = size * ([1, 2, 5, 10].find((factor) => factor * size >= rough) ?? 10);
  const first = Math.ceil(min / step);
  const count = Math.floor(max / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, k) => Number(((first + k) * step).toPrecision(10)));
}

function powersWithin(low: number, high: number): number[] {
  const stride = Math.ceil((high - low) / 10);
  const count = Math.floor((high - low) / stride + 1e-9) + 1;
  return Array.from({ length: count }, (_, k) => 10 ** Math.round(low + k * stride));
}
