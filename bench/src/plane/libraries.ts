// Level 2 with witness points: ours in a batch and libraries in C and C++, all of which give the points; for comparison, our search without
// points.
import { markdownTable } from '../harness/page.ts';
import { peersWith } from '../peers/registry.ts';
import type { Cells, Place } from './cells.ts';
import { ownBatchFull, ownBatchSearch } from './own.ts';
import { situations, vertexCounts } from './sets.ts';

/** The libraries of the table, by the names of their peers, in the order of the columns. */
const libraries = ['Box2D v3', 'Box2D', 'openGJK', 'openGJK, flat'];

const peers = libraries.flatMap((library) => peersWith('prisms').filter(({ name }) => name === library));

/** Ours with points, and the search alone, with their settings. */
const ownSettings: Readonly<Record<string, string>> = {
  [ownBatchFull]:
    'distanceBatch on WebAssembly, in 64-bit numbers, on all pairs, each with two bodies of its own, cold (from center to center): the relative pose, distance, both bounds, both points in the world and in their bodies, normal, status and counts',
  [ownBatchSearch]: 'clearanceBatch with circles: false, on the same pairs: the relative pose and the distance alone',
};
const owns = Object.keys(ownSettings);

/** Nanoseconds; for libraries also the time divided by ours with points; † counts wrong answers. */
export function libraryTable(cells: Cells, versions: readonly string[]): string {
  const measured = new Set(cells.titles(false));
  const found = peers.filter(({ prisms: { cold } }) => cold.some(({ title }) => measured.has(title)));
  const titles = found.flatMap(({ prisms: { cold } }) =>
    cold.flatMap(({ title, level }) => (level === 2 && measured.has(title) ? [title] : [])),
  );
  const rows = vertexCounts.flatMap((vertices) =>
    situations.map((situation) => {
      const place = { vertices, situation, level: 2 } as const;
      return [
        `${vertices} vertices, ${situation}`,
        ...[...owns, ...titles].map((title) => cellText(cells, place, title)),
      ];
    }),
  );
  const missing = libraries.filter((library) => !found.some(({ name }) => name === library));
  const settings = [
    ...owns.map((title) => `- **${title}**: ${ownSettings[title]}.`),
    ...found.map(({ name, prisms: { how } }) => `- **${name}**: ${how}.`),
    ...missing.map((name) => `- **${name}**: not measured, since there was no program.`),
  ];
  return [
    markdownTable(['', ...owns, ...titles], rows),
    settings.join('\n'),
    ...(versions.length > 0 ? [`From source: ${versions.join(', ')}.`] : []),
  ].join('\n\n');
}

function cellText(cells: Cells, place: Place, title: string): string {
  const [time, ratio] = [cells.time(place, title), cells.ratio(place, title, ownBatchFull)];
  if (!time || !ratio) return '–';
  const wrong = cells.find(place, title)?.wrong.length ?? 0;
  return `${time.median.toFixed(0)}${owns.includes(title) ? '' : ` (${ratio.median.toFixed(2)})`}${wrong > 0 ? ` †${wrong}` : ''}`;
}
