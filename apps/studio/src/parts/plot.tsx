// A line plot that follows its data.
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { onTheme } from './theme.ts';

export interface Curve {
  readonly name: string;
  readonly color: string;
  readonly values: readonly (number | null)[];
}

interface Properties {
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly x: readonly number[];
  readonly curves: readonly Curve[];
  readonly isLog?: boolean;
}

const height = 300;

export function Plot({ title, xTitle, yTitle, x, curves, isLog = false }: Properties) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    let plot: uPlot | null = null;
    const stopTheme = onTheme((style) => {
      plot?.destroy();
      const [ink, faint] = [style.getPropertyValue('--ink'), style.getPropertyValue('--line')];
      const power = (_plot: uPlot, values: (number | null)[]): string[] =>
        values.map((value) => (value ? value.toExponential(0) : ''));
      const axis = (label: string): uPlot.Axis => ({
        label,
        stroke: ink,
        grid: { stroke: faint },
        ticks: { stroke: faint },
      });
      const data = [x, ...curves.map(({ values }) => values)] as uPlot.AlignedData;
      const series = curves.map(({ name, color }) => ({ label: name, stroke: color, width: 2, spanGaps: true }));
      const scales: uPlot.Scales = { x: { time: false }, y: isLog ? { distr: 3 } : {} };
      plot = new uPlot(
        {
          title,
          width: box.clientWidth,
          height,
          scales,
          axes: [axis(xTitle), isLog ? { ...axis(yTitle), values: power, space: 40, size: 60 } : axis(yTitle)],
          series: [{ label: xTitle }, ...series],
        },
        data,
        box,
      );
    });
    const watcher = new ResizeObserver(() => plot?.setSize({ width: box.clientWidth, height }));
    watcher.observe(box);
    return () => {
      stopTheme();
      watcher.disconnect();
      plot?.destroy();
    };
  }, [title, xTitle, yTitle, x, curves, isLog]);
  return <div ref={place} class="plot" role="img" aria-label={`${title}: ${yTitle} over ${xTitle}`} />;
}
