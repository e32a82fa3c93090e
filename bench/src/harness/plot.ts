// Plots as self-contained SVG files with title, units and legend.
export interface Series {
  readonly name: string;
  readonly points: readonly SeriesPoint[];
  /** The name of the series that this one is a variant of: dashed, in the same color, without a band. */
  readonly variantOf?: string;
}

/** A value with a range, over a category on the x axis. */
interface SeriesPoint {
  readonly x: string;
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

/** A box plot: whiskers at `low` and `high`, the box from the first to the third quartile, a line at the median. */
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
  /** A horizontal line, such as the ratio 1. */
  readonly reference?: number;
  /** In the order of the names. Default: the order of `palette`. */
  readonly colors?: readonly string[];
}

/** Safe for color blindness (Okabe and Ito). */
export const palette = {
  black: '#000000',
  blue: '#0072b2',
  vermilion: '#d55e00',
  green: '#009e73',
  purple: '#cc79a7',
  amber: '#e69f00',
  sky: '#56b4e9',
  gray: '#888888',
} as const;
const font = 'font-family: system-ui, sans-serif; font-size: 13px;';
const width = 760;
const height = 420;
/** Height of title and legend. */
const head = 58;

/** Lines with bands over categories. */
export async function lineChart(series: readonly Series[], labels: ChartLabels): Promise<string> {
  const Plot = await loadPlot();
  const rowsOf = (some: readonly Series[]): object[] =>
    some.flatMap(({ name, points, variantOf }) => points.map((point) => ({ name: variantOf ?? name, ...point })));
  const rows = rowsOf(series.filter(({ variantOf }) => variantOf === undefined));
  const variants = rowsOf(series.filter(({ variantOf }) => variantOf !== undefined));
  const line = { x: 'x', y: 'y', stroke: 'name', strokeWidth: 2 } as const;
  const marks = [
    Plot.areaY(rows, { x: 'x', y1: 'low', y2: 'high', fill: 'name', fillOpacity: 0.15 }),
    Plot.lineY(variants, { ...line, strokeWidth: 1.5, strokeDasharray: '5 4' }),
    Plot.lineY(rows, line),
    Plot.dot(rows, { x: 'x', y: 'y', fill: 'name', r: 3.5 }),
  ];
  const places = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))];
  return draw(marks, series, labels, { x: { type: 'point', domain: places, label: labels.xLabel, padding: 0.3 } });
}

/** A line over a numeric axis. Curves with the same name share a color and an entry of the legend. */
export interface Curve {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface CurveLabels extends ChartLabels {
  readonly isXLogarithmic?: boolean;
}

/** Lines over a continuous axis. */
export async function curveChart(curves: readonly Curve[], labels: CurveLabels): Promise<string> {
  const Plot = await loadPlot();
  const rows = curves.flatMap(({ name, points }, curve) => points.map((point) => ({ name, curve, ...point })));
  const marks = [Plot.lineY(rows, { x: 'x', y: 'y', z: 'curve', stroke: 'name', strokeWidth: 1.8 })];
  const entries = [...new Set(curves.map(({ name }) => name))].map((name) => ({ name }));
  const kind = labels.isXLogarithmic ? { type: 'log', tickFormat: '~g' } : { type: 'linear' };
  return draw(marks, entries, labels, { x: { ...kind, label: labels.xLabel, nice: true } });
}

/** Box plots side by side in groups. */
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
  const entries = names.map((name) => ({ name }));
  return draw(marks, entries, labels, {
    x: { type: 'band', domain: names, axis: null, padding: 0.15 },
    fx: { domain: groups, label: labels.xLabel, padding: 0.15 },
  });
}

/** An entry of the legend. */
type Entry = Pick<Series, 'name' | 'variantOf'>;

async function draw(
  marks: readonly Mark[],
  entries: readonly Entry[],
  labels: ChartLabels,
  scales: Readonly<Record<string, object>>,
): Promise<string> {
  const [Plot, document] = [await loadPlot(), await createDocument()];
  const names = entries.filter(({ variantOf }) => variantOf === undefined).map(({ name }) => name);
  const colors = (labels.colors ?? Object.values(palette)).slice(0, names.length);
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
    ...entries.flatMap(({ name, variantOf }, k) =>
      legendEntry(document, entries, k, colors[names.indexOf(variantOf ?? name)]),
    ),
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

/** White also in viewers with a dark background. */
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

/** A square and a name. The square of a variant is empty with a dashed border. */
function legendEntry(document: SvgDocument, entries: readonly Entry[], k: number, color: string): SvgElement[] {
  const x = 16 + entries.slice(0, k).reduce((sum, { name }) => sum + 38 + 7 * name.length, 0);
  const { name, variantOf } = entries[k];
  const place =
    variantOf === undefined ? { x, y: 37, width: 12, height: 12 } : { x: x + 1, y: 38, width: 10, height: 10 };
  const paint = variantOf === undefined ? { fill: color } : { fill: 'none', stroke: color, 'stroke-dasharray': '3 2' };
  return [element(document, 'rect', { ...place, ...paint }), label(document, name, { x: x + 18, y: 48 })];
}

// The parts of Observable Plot and jsdom that are used here. They are loaded when a chart is drawn. Their own type declarations need the declarations
// of D3 and of the browser.

interface SvgElement {
  textContent: string | null;
  readonly outerHTML: string;
  setAttribute(name: string, value: string): void;
  append(...children: readonly SvgElement[]): void;
  prepend(...children: readonly SvgElement[]): void;
}

interface SvgDocument {
  createElementNS(namespace: string, name: string): SvgElement;
}

/** Opaque: only Plot reads it. */
type Mark = object;
type Options = Readonly<Record<string, unknown>>;
type MakeMark = (rows: readonly unknown[], options: Options) => Mark;

interface PlotLibrary {
  readonly areaY: MakeMark;
  readonly lineY: MakeMark;
  readonly dot: MakeMark;
  readonly ruleX: MakeMark;
  readonly ruleY: MakeMark;
  readonly barY: MakeMark;
  readonly tickY: MakeMark;
  readonly plot: (options: Options) => SvgElement;
}

interface DomLibrary {
  readonly JSDOM: new (html: string) => { readonly window: { readonly document: SvgDocument } };
}

/** Imports a module by a name that the compiler does not resolve. */
const load = (name: string): Promise<unknown> => import(name);

async function loadPlot(): Promise<PlotLibrary> {
  return (await load('@observablehq/plot')) as PlotLibrary;
}

/** An empty document for the SVG. */
async function createDocument(): Promise<SvgDocument> {
  const { JSDOM } = (await load('jsdom')) as DomLibrary;
  return new JSDOM('').window.document;
}
