// Fig. 5 and 6 on a pair of YCB hulls: the cost over the iterations, by estimator and by noise.
import type { Convex } from 'proximal';
import { Rng } from 'proximal/math';
import { quantile } from '../measure.ts';
import { type ChartLabels, lineChart, palette, type Series } from '../plot.ts';
import { resultPath, writeWhole } from '../results.ts';
import { type Column, columns } from './columns.ts';
import { type Contact, contactOf, solveContact } from './contacts.ts';

/** Costs below this are rounding, and zero has no place on a logarithmic axis. */
const least = 1e-34;
const labels: Pick<ChartLabels, 'xLabel' | 'yLabel' | 'isLogarithmic'> = {
  xLabel: 'Gauss-Newton iteration',
  yLabel: 'cost in m², median and the middle half',
  isLogarithmic: true,
};

/** By estimator: Fig. 5. */
export async function drawFigure5(a: Convex, b: Convex, count: number, seed: number): Promise<string> {
  const series = seriesOf(contactsOf(a, b, count, seed), columns);
  const title = 'Contact poses of a YCB pair, by estimator (Fig. 5)';
  return write('fig5', await lineChart(series, { ...labels, title }));
}

/** By noise, which stays the same from the first iteration to the last: Fig. 6. */
export async function drawFigure6(a: Convex, b: Convex, count: number, seed: number): Promise<string> {
  const noises = [1, 0.3, 0.1, 0.03, 0.01, 1e-3].map((noise) => ({
    key: `${noise}`,
    title: `noise ${noise}`,
    options: { estimator: 'gumbel', neighbors: 1, noise, decay: 1 } as const,
  }));
  const series = [
    ...seriesOf(contactsOf(a, b, count, seed), noises),
    ...seriesOf(contactsOf(a, b, count, seed), [{ key: 'falling', title: '1, falling', options: { neighbors: 1 } }]),
  ];
  const title = 'Gumbel, n_l = 1, by noise on the unit normal (Fig. 6)';
  return write('fig6', await lineChart(series, { ...labels, title, colors: Object.values(palette) }));
}

function contactsOf(a: Convex, b: Convex, count: number, seed: number): Contact[] {
  const rng = new Rng(seed);
  return Array.from({ length: count }, (_, k) => contactOf(rng, a, b, 'reachable', k));
}

function seriesOf(contacts: readonly Contact[], contenders: readonly Column[]): Series[] {
  return contenders.map((column) => {
    const costs = contacts.map((contact) => solveContact(contact, column));
    return {
      name: column.title,
      points: costs[0]
        .map((_, step) => step)
        .filter((step) => step % 5 === 0 || step < 5)
        .map((step) => {
          const at = (share: number): number =>
            Math.max(
              least,
              quantile(
                costs.map((row) => row[step]),
                share,
              ),
            );
          return { x: `${step}`, y: at(0.5), low: at(0.25), high: at(0.75) };
        }),
    };
  });
}

function write(name: string, svg: string): string {
  writeWhole(resultPath(`derivatives/${name}.svg`), svg);
  return name;
}
