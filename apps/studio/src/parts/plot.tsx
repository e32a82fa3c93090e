// A line plot that is updated when its data change.
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { markerPath, markersAlong } from './markers.ts';
import { onTheme } from './theme.ts';

export interface Curve {
  readonly name: string;
  readonly values: ArrayLike<number | null>;
}

export interface PlotContent {
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly x: ArrayLike<number>;
  readonly curves: readonly Curve[];
  readonly isLog?: boolean;
}

interface Properties extends PlotContent {
  readonly height?: number;
  /** Whether the curves have markers, which show them where another curve covers them. */
  readonly hasMarkers?: boolean;
  /** The range of x that is shown first; a double click shows everything. */
  readonly shown?: readonly [from: number, to: number] | undefined;
  /** The x value of a vertical marker line. */
  readonly mark?: number;
}

/** How many colors the style sheet has for curves. */
const colorCount = 10;

/** The style property with the color of a curve. */
export function curveColor(index: number): string {
  return `--curve-${(index % colorCount) + 1}`;
}

/** The plots of the page in their order, with the present range of x. */
export function openPlots(): readonly (PlotContent & { readonly range: readonly [number, number] })[] {
  const elements = [...document.querySelectorAll('.plot')];
  const found = [...mounted].sort((p, q) => elements.indexOf(p.box) - elements.indexOf(q.box));
  return found.map(({ content, plot }) => {
    const { min = 0, max = 1 } = plot()?.scales['x'] ?? {};
    return { ...content(), range: [min, max] };
  });
}

interface Mounted {
  readonly box: Element;
  readonly content: () => PlotContent;
  readonly plot: () => uPlot | null;
}
const mounted = new Set<Mounted>();

export function Plot(properties: Properties) {
  const { title, xTitle, yTitle, x, curves, isLog = false, hasMarkers = false, height = 300, shown, mark } = properties;
  const container = useRef<HTMLDivElement>(null);
  const drawn = useRef<uPlot | null>(null);
  const marked = useRef(mark);
  const data = [x, ...curves.map(({ values }) => values)] as unknown as uPlot.AlignedData;
  const latest = useRef(data);
  const currentProperties = useRef(properties);
  currentProperties.current = properties;
  latest.current = data;
  marked.current = mark;
  const names = curves.map(({ name }) => name).join('\n');
  useEffect(() => {
    const box = container.current;
    if (!box) return;
    const stopTheme = onTheme((style) => {
      drawn.current?.destroy();
      const appearance = { title, xTitle, yTitle, isLog, hasMarkers, height, names: names.split('\n') };
      drawn.current = draw(box, appearance, style, latest.current, () => marked.current);
      zoom(drawn.current, currentProperties.current.shown);
    });
    const watcher = new ResizeObserver(() => drawn.current?.setSize({ width: box.clientWidth, height }));
    watcher.observe(box);
    const entry: Mounted = { box, content: () => currentProperties.current, plot: () => drawn.current };
    mounted.add(entry);
    return () => {
      mounted.delete(entry);
      stopTheme();
      watcher.disconnect();
      drawn.current?.destroy();
      drawn.current = null;
    };
  }, [title, xTitle, yTitle, names, isLog, hasMarkers, height]);
  useEffect(() => {
    drawn.current?.setData(data);
    zoom(drawn.current, shown);
  }, [x, curves]);
  useEffect(() => {
    if (drawn.current) placeMark(drawn.current, mark);
  }, [mark]);
  return <div ref={container} class="plot" role="img" aria-label={`${title}: ${yTitle} over ${xTitle}`} />;
}

function zoom(plot: uPlot | null, shown: Properties['shown']): void {
  if (shown) plot?.setScale('x', { min: shown[0], max: shown[1] });
}

interface Appearance {
  readonly hasMarkers: boolean;
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly isLog: boolean;
  readonly height: number;
  readonly names: readonly string[];
}

function draw(
  box: HTMLElement,
  { title, xTitle, yTitle, isLog, hasMarkers, height, names }: Appearance,
  style: CSSStyleDeclaration,
  data: uPlot.AlignedData,
  mark: () => number | undefined,
): uPlot {
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const [ink, faint] = [color('--quiet'), color('--line')];
  const font = '12px system-ui, sans-serif';
  const axis = (label: string): uPlot.Axis => ({
    label,
    font,
    labelFont: font,
    stroke: ink,
    grid: { stroke: faint, width: 1 },
    ticks: { stroke: faint, width: 1, size: 4 },
    labelSize: 20,
    values: (_plot, values) => values.map((value) => String(Number(value.toPrecision(4))).replace('-', '−')),
  });
  const powers = (_plot: uPlot, values: number[]): (number | null)[] => {
    const exponents = values.map((value) => Math.log10(value));
    const stride = Math.ceil((28 * exponents.filter(Number.isInteger).length) / height);
    return values.map((value, k) => (Number.isInteger(exponents[k] / stride) ? value : null));
  };
  const write = (_plot: uPlot, values: (number | null)[]): string[] =>
    values.map((value) => (value ? power(value) : ''));
  const logarithmic = (label: string): uPlot.Axis => {
    const plain = axis(label);
    return {
      ...plain,
      values: write,
      filter: powers,
      space: 24,
      grid: { ...plain.grid, filter: powers },
      ticks: { ...plain.ticks, filter: powers },
    };
  };
  const series = names.map((label, k) => ({
    label,
    stroke: color(curveColor(k)),
    width: 2,
    spanGaps: true,
    points: { show: false },
  }));
  const drawMarkers = (plot: uPlot, k: number): void => {
    if (hasMarkers && k > 0) paintMarkers(plot, k, color(curveColor(k - 1)));
  };
  const drawMark = (plot: uPlot): void => placeMark(plot, mark());
  return new uPlot(
    {
      title,
      width: Math.max(200, box.clientWidth),
      height,
      scales: { x: { time: false }, y: isLog ? { distr: 3 } : {} },
      axes: [
        { ...axis(xTitle), size: 28 },
        { ...(isLog ? logarithmic(yTitle) : axis(yTitle)), size: 52 },
      ],
      series: [{ label: xTitle }, ...series],
      // The curve under the pointer stands out.
      focus: { alpha: hasMarkers ? 0.25 : 1 },
      cursor: { focus: { prox: hasMarkers ? 24 : -1 } },
      hooks: { draw: [drawMark], drawSeries: [drawMarkers] },
    },
    data,
    box,
  );
}

/** Draws the markers of a series. */
function paintMarkers(plot: uPlot, series: number, color: string): void {
  const [x, y] = [plot.data[0], plot.data[series]];
  const { min = 0, max = 1 } = plot.scales['x'] ?? {};
  const points = [...x].flatMap((at, k): [number, number][] => {
    const value = y[k];
    if (value === null || value === undefined || at < min || at > max) return [];
    return [[plot.valToPos(at, 'x', true), plot.valToPos(value, 'y', true)]];
  });
  const { ctx } = plot;
  ctx.save();
  ctx.fillStyle = color;
  for (const [px, py] of markersAlong(points, series - 1, plot.series.length - 1, uPlot.pxRatio))
    ctx.fill(new Path2D(markerPath(series - 1, px, py, 4.5 * uPlot.pxRatio)));
  ctx.restore();
}

/** A power of ten as text, for the labels of an axis: 0.1 to 1000 as a number, others as 1e5. */
export function power(value: number): string {
  const exponent = Math.round(Math.log10(value));
  return exponent >= -1 && exponent <= 3 ? String(Number(value.toPrecision(3))) : `1e${exponent}`;
}

/** Moves the marker line, an element over the canvas, so that the curves need not be redrawn with every frame. */
function placeMark({ over, valToPos }: uPlot, at: number | undefined): void {
  const known = over.querySelector<HTMLElement>('.mark');
  if (at === undefined) {
    known?.remove();
    return;
  }
  const line = known ?? over.appendChild(document.createElement('div'));
  line.className = 'mark';
  // The marker may be ahead of the curves' last point.
  line.style.transform = `translateX(${Math.max(0, Math.min(over.clientWidth, valToPos(at, 'x')))}px)`;
}
