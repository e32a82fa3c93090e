// Static plots: SVG files that need nothing else, dark on white, with title, units and legend.
import { createDocument, loadPlot, type Mark, type SvgDocument, type SvgElement } from './plot-libraries.ts';

export interface Series {
  readonly name: string;
  readonly points: readonly SeriesPoint[];
}

/** A value over a named place on the x axis, with a band around it. */
export interface SeriesPoint {
  readonly x: string;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

/** Quantiles in a group: a box from a quarter to three quarters, whiskers around it, a line at the median. */
export interface Box {
  readonly group: string;
  readonly name: string;
  readonly low: number;
  readonly quarter: number;
  readonly median: number;
  readonly threeQuarters: number;
  readonly high: number;
}

export interface ChartLabels {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly isLogarithmic?: boolean;
  /** A line across, such as the ratio at which two methods are equal. */
  readonly reference?: number;
  /** How many colours are skipped, so that a method has the same one in every chart. */
  readonly skippedColors?: number;
}

/** Told apart also by those who see fewer colours (Okabe and Ito). */
const palette = ['#000000', '#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#888888'];
const font = 'font-family: system-ui, sans-serif; font-size: 13px;';
const width = 760;
const height = 420;
/** Room above the plot for title and legend. */
const head = 58;

/** Lines over named places, each with a band. */
export async function lineChart(series: readonly Series[], labels: ChartLabels): Promise<string> {
  const Plot = await loadPlot();
  const rows = series.flatMap(({ name, points }) => points.map((point) => ({ name, ...point })));
  const names = series.map(({ name }) => name);
  const marks = [
    Plot.areaY(rows, { x: 'x', y1: 'low', y2: 'high', fill: 'name', fillOpacity: 0.15 }),
    Plot.lineY(rows, { x: 'x', y: 'y', stroke: 'name', strokeWidth: 2 }),
    Plot.dot(rows, { x: 'x', y: 'y', fill: 'name', r: 3.5 }),
  ];
  const places = [...new Set(rows.map(({ x }) => x))];
  return draw(marks, names, labels, { x: { type: 'point', domain: places, label: labels.xLabel, padding: 0.3 } });
}

/** Boxes side by side in groups. */
export async function boxChart(boxes: readonly Box[], labels: ChartLabels): Promise<string> {
  const Plot = await loadPlot();
  const names = [...new Set(boxes.map(({ name }) => name))];
  const groups = [...new Set(boxes.map(({ group }) => group))];
  const place = { x: 'name', fx: 'group' } as const;
  const marks = [
    Plot.ruleX(boxes, { ...place, y1: 'low', y2: 'high', stroke: 'name', strokeWidth: 1.5 }),
    Plot.barY(boxes, { ...place, y1: 'quarter', y2: 'threeQuarters', fill: 'name', fillOpacity: 0.55, inset: 1 }),
    Plot.tickY(boxes, { ...place, y: 'median', stroke: 'name', strokeWidth: 3, inset: 1 }),
  ];
  return draw(marks, names, labels, {
    x: { type: 'band', domain: names, axis: null, padding: 0.15 },
    fx: { domain: groups, label: labels.xLabel, padding: 0.15 },
  });
}

async function draw(
  marks: readonly Mark[],
  names: readonly string[],
  labels: ChartLabels,
  scales: Readonly<Record<string, object>>,
): Promise<string> {
  const [Plot, document] = [await loadPlot(), await createDocument()];
  const colors = palette.slice(labels.skippedColors ?? 0).slice(0, names.length);
  const reference = labels.reference === undefined ? [] : [Plot.ruleY([labels.reference], { strokeDasharray: '4 3' })];
  const svg = Plot.plot({
    ...scales,
    document,
    width,
    height,
    marginTop: head + 12,
    marginLeft: 60,
    marginBottom: 46,
    style: `${font} background: white; color: #222;`,
    y: {
      ...(labels.isLogarithmic ? { type: 'log', tickFormat: '~g' } : { type: 'linear', zero: true }),
      label: null,
      grid: true,
      nice: true,
    },
    color: { domain: names, range: colors },
    marks: [...reference, ...marks],
  });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.prepend(background(document));
  svg.append(
    label(document, labels.title, { x: 16, y: 24, style: 'font-size: 15px; font-weight: 600' }),
    label(document, labels.yLabel, { transform: `translate(18 ${(head + height) / 2}) rotate(-90)` }, 'middle'),
    ...names.flatMap((_, k) => legendEntry(document, names, k, colors[k])),
  );
  return `${svg.outerHTML}\n`;
}

function element(
  document: SvgDocument,
  name: string,
  attributes: Readonly<Record<string, string | number>>,
): SvgElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** White paper, also for viewers that show dark ones. */
function background(document: SvgDocument): SvgElement {
  return element(document, 'rect', { width, height, fill: 'white' });
}

function label(
  document: SvgDocument,
  content: string,
  attributes: Readonly<Record<string, string | number>>,
  anchor: 'start' | 'middle' = 'start',
): SvgElement {
  const text = element(document, 'text', { fill: '#222', 'text-anchor': anchor, ...attributes });
  text.textContent = content;
  return text;
}

/** A square and its name; entries stand one after another, as wide as their names. */
function legendEntry(document: SvgDocument, names: readonly string[], k: number, color: string): SvgElement[] {
  const x = 16 + names.slice(0, k).reduce((sum, name) => sum + 38 + 7 * name.length, 0);
  const square = element(document, 'rect', { x, y: 37, width: 12, height: 12, fill: color });
  return [square, label(document, names[k], { x: x + 18, y: 48 })];
}
