// Fig. 3 of the paper: time over the number of vertices, for each situation and level.
import { lineChart, type Series } from '../plot.ts';
import { resultPath, writeWhole } from '../results.ts';
import type { Cells } from './cells.ts';
import { paperOwn, paperRows } from './paper.ts';
import { situations, vertexCounts } from './sets.ts';

const letters = { 1: 'a', 2: 'b' } as const;
const names = { 1: 'collision', 2: 'distance' } as const;

/** Draws all charts and returns their files' names. */
export async function drawFigures(cells: Cells): Promise<string[]> {
  const files: string[] = [];
  for (const level of [1, 2] as const) {
    for (const situation of situations) {
      const series = [paperOwn, ...paperRows].flatMap(({ name, title }): Series[] => {
        const points = vertexCounts.flatMap((vertices) => {
          const time = cells.time({ vertices, situation, level }, title);
          return time
            ? [{ x: `${vertices}`, y: time.median / 1000, low: time.low / 1000, high: time.high / 1000 }]
            : [];
        });
        // Apollo is beyond the range of the paper's figure too.
        return points.length > 0 && name !== 'Baidu Apollo' ? [{ name: legendOf(name), points }] : [];
      });
      const file = `fig3${letters[level]}-${situation}.svg`;
      const chart = await lineChart(series, {
        title: `${names[level]}, ${situation} (Fig. 3${letters[level]})`,
        xLabel: 'vertices of each polygon',
        yLabel: 'µs per query, 80 % of the rounds',
        isLogarithmic: true,
      });
      writeWhole(resultPath(`plane/${file}`), chart);
      files.push(file);
    }
  }
  return files;
}

/** Ours are what is measured here, in a batch; OpenGJK is our own signed volumes. */
function legendOf(name: string): string {
  return name
    .replace('Ours (with HCS)', 'ours')
    .replace('Ours (without HCS)', 'ours, scan')
    .replace('OpenGJK', 'signed volumes');
}
