// Line charts as self-contained SVG files.

export interface Chart {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly isLogarithmic?: boolean;
  readonly curves: readonly { readonly name: string; readonly points: readonly { x: number; y: number }[] }[];
}

/** Colors that are distinguishable with color blindness (Okabe and Ito). */
const colors = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#888888'];
const [width, height] = [760, 420];
const frame = { left: 70, right: 740, top: 76, bottom: 370 };

export function drawChart({ title, xLabel, yLabel, isLogarithmic = false, curves }: Chart): string {
  const scaled = (y: number): number => (isLogarithmic ? Math.log10(y) : y);
  const all = curves.flatMap(({ points }) => points);
  const xTicks = ticksOf(all.map(({ x }) => x));
  const yTicks = ticksOf(all.map(({ y }) => scaled(y)));
  const toX = scaleOf(xTicks, frame.left, frame.right);
  const toY = scaleOf(yTicks, frame.bottom, frame.top);
  const parts = [
    `<rect width="${width}" height="${height}" fill="white"/>`,
    text(16, 26, title, 'font-size="15" font-weight="600"'),
    text((frame.left + frame.right) / 2, height - 10, xLabel, 'text-anchor="middle"'),
    `<g transform="translate(16 ${(frame.top + frame.bottom) / 2}) rotate(-90)">${text(0, 0, yLabel, 'text-anchor="middle"')}</g>`,
  ];
  for (const x of xTicks) parts.push(text(toX(x), frame.bottom + 18, label(x), 'text-anchor="middle"'));
  for (const y of yTicks) {
    parts.push(`<path d="M${frame.left} ${toY(y).toFixed(1)}H${frame.right}" stroke="#ddd"/>`);
    parts.push(text(frame.left - 8, toY(y) + 4, isLogarithmic ? `1e${label(y)}` : label(y), 'text-anchor="end"'));
  }
  let at = 16;
  for (const [k, { name, points }] of curves.entries()) {
    const path = points.map(({ x, y }) => `${toX(x).toFixed(1)} ${toY(scaled(y)).toFixed(1)}`).join('L');
    parts.push(`<path d="M${path}" fill="none" stroke="${colors[k % colors.length]}" stroke-width="2"/>`);
    parts.push(`<rect x="${at}" y="40" width="12" height="12" fill="${colors[k % colors.length]}"/>`);
    parts.push(text(at + 18, 51, name));
    at += 38 + 7 * name.length;
  }
  const font = 'font-family="system-ui, sans-serif" font-size="13"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ${font}>${parts.join('')}</svg>\n`;
}

const label = (value: number): string => String(Number(value.toPrecision(6)));

function text(x: number, y: number, content: string, attributes = ''): string {
  const safe = content.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="#222" ${attributes}>${safe}</text>`;
}

/** Round numbers that cover all values, in steps of 1, 2 or 5 times a power of ten. */
function ticksOf(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const rough = Math.max(high - low, 1e-9) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(low / step);
  const count = Math.max(1, Math.ceil(high / step - 1e-9) - first);
  return Array.from({ length: count + 1 }, (_, k) => (first + k) * step);
}

function scaleOf(ticks: readonly number[], from: number, to: number): (value: number) => number {
  const [low, high] = [ticks[0], ticks[ticks.length - 1]];
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}
