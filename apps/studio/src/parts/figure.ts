// The picture of the open view as a file: the drawing with its labels, or without a drawing the plots.
import { openStage } from '../stage/canvas.tsx';
import { download } from './download.ts';
import { showMessage } from './message.ts';
import { openPlots } from './plot.tsx';
import { plotsToSVG, textToSVG } from './plot-figure.ts';

export type FigureFormat = 'png' | 'svg';

/** Saves the picture. In SVG files, texts and curves are vectors, and the drawing is an image. */
export async function saveFigure(format: FigureFormat): Promise<void> {
  const file = openStage ? await drawingFile(format) : await plotsFile(format);
  if (file) download(`proximal.${format}`, file);
  else showMessage('There is no picture in this view.');
}

const svgFile = (text: string): Blob => new Blob([text], { type: 'image/svg+xml' });

async function drawingFile(format: FigureFormat): Promise<Blob | null> {
  const labels = [...document.querySelectorAll<HTMLElement>('.labels span')].filter(({ hidden }) => !hidden);
  const drawing = await openStage?.picture(format === 'png' ? labels : []);
  if (!drawing || !openStage) return null;
  return format === 'png' ? drawing : svgFile(await drawingToSVG(drawing, openStage.canvas, labels));
}

async function drawingToSVG(drawing: Blob, canvas: HTMLElement, labels: readonly HTMLElement[]): Promise<string> {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const texts = labels.map((label) => {
    const box = label.getBoundingClientRect();
    const { color, fontSize, paddingLeft } = getComputedStyle(label);
    const [x, y] = [box.left - left, box.top - top];
    const ground = `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="5" fill="${groundColor()}" fill-opacity="0.85"/>`;
    const place = { color, anchor: 'start', size: Number.parseFloat(fontSize) } as const;
    return (
      ground + textToSVG(label.textContent ?? '', x + Number.parseFloat(paddingLeft), y + 0.72 * box.height, place)
    );
  });
  const image = `<image width="${width}" height="${height}" href="${await dataURL(drawing)}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${image}${texts.join('')}</svg>\n`;
}

function groundColor(): string {
  return getComputedStyle(document.documentElement).backgroundColor;
}

function dataURL(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the picture cannot be read'));
    reader.readAsDataURL(blob);
  });
}

async function plotsFile(format: FigureFormat): Promise<Blob | null> {
  const plots = openPlots();
  if (plots.length === 0) return null;
  const svg = plotsToSVG(plots, getComputedStyle(document.documentElement));
  return format === 'svg' ? svgFile(svg) : rasterize(svg);
}

/** An SVG picture as PNG, with two pixels per unit. */
async function rasterize(svg: string): Promise<Blob | null> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const copy = document.createElement('canvas').getContext('2d');
  if (!copy) return null;
  [copy.canvas.width, copy.canvas.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
  copy.drawImage(image, 0, 0, copy.canvas.width, copy.canvas.height);
  return new Promise((resolve) => copy.canvas.toBlob(resolve, 'image/png'));
}
