import { quantile } from '../measure.ts';
import { formatTable } from '../table.ts';
import { ownBatch, ownCall } from './own.ts';
import type { Amounts, Measured } from './plane.ts';
import { situations, vertexCounts } from './sets.ts';

export interface PlaneResults {
  readonly isQuick: boolean;
  readonly seed: number;
  readonly amounts: Amounts;
  readonly skipped: readonly string[];
  readonly measured: readonly Measured[];
}

export async function report({ measured }: PlaneResults): Promise<void> {
  const titles = [...new Set(measured.map(({ title }) => title))];
  for (const vertices of vertexCounts) {
    const find = (title: string, situation: string, level: number): Measured | undefined =>
      measured.find(
        (m) => m.vertices === vertices && m.situation === situation && m.level === level && m.title === title,
      );
    const rows = titles.map((title) => [
      title,
      ...([2, 1] as const).flatMap((level) =>
        situations.map((situation) => {
          const [own, call, batch] = [title, ownCall, ownBatch].map((name) => find(name, situation, level));
          if (!own || !call || !batch) return '–';
          const ratio = (base: Measured): string => (median(own) / median(base)).toFixed(2);
          return `${median(own).toFixed(0)} (${ratio(call)} ${ratio(batch)})${own.wrong.length > 0 ? ` †${own.wrong.length}` : ''}`;
        }),
      ),
    ]);
    const columns = ['distance', 'collide'].flatMap((level) =>
      situations.map((each) => ({ title: `${level}, ${each}` })),
    );
    console.log(`\n${vertices} vertices: ns (times ours in a call, in a batch)\n`);
    console.log(formatTable([{ title: '', align: 'left' }, ...columns], rows));
  }
}

function median({ samples }: Measured): number {
  return quantile(samples, 0.5);
}
