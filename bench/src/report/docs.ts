// The tables of README and docs. The text between a pair of markers is generated from the results:
//
//   <!-- bench:peers-ycb -->
//   …
//   <!-- /bench:peers-ycb -->
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markdownTable, type Section, sectionMarkdown, targetTable } from '../harness/page.ts';
import { isOurs, type QueryKind, queryTitles } from '../peers/query-kind.ts';
import { type Cell, timeSections } from '../queries/queries.ts';
import type { Outcome } from './report.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The files that may have markers. */
export function docPages(): string[] {
  const docs = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
  return [join(root, 'README.md'), ...docs.map((file) => join(root, 'docs', file))];
}

/** The pairs of markers in a text, with the text between them. */
export function markersIn(text: string): { readonly name: string; readonly content: string }[] {
  return [...text.matchAll(/<!-- bench:([\w-]+) -->\n([\s\S]*?)<!-- \/bench:\1 -->/g)].map(([, name, content]) => ({
    name,
    content,
  }));
}

/** Replaces the text between the markers of a block. */
export function withBlock(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- bench:${name} -->\n`, `<!-- /bench:${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) return text;
  return `${text.slice(0, from + start.length)}\n${content.trim()}\n\n${text.slice(to)}`;
}

/** Writes every block that has results, and keeps the others. Returns what was done. */
export function updateDocs(outcomes: readonly Outcome[]): string[] {
  const lines: string[] = [];
  for (const page of docPages()) {
    const before = readFileSync(page, 'utf8');
    let text = before;
    for (const { name } of markersIn(before)) {
      const block = blocks[name];
      if (!block)
        throw new Error(`${page} has the unknown marker bench:${name}; known are ${Object.keys(blocks).join(', ')}.`);
      const outcome = outcomes.find((each) => each.name === block.benchmark);
      if (outcome) text = withBlock(text, name, `${block.text(outcome)}\n\n${originOf(outcome)}`);
      lines.push(
        `${page.slice(root.length)}: bench:${name} ${outcome ? 'written' : `kept, ${block.benchmark} has no result`}`,
      );
    }
    if (text !== before) writeFileSync(page, text);
  }
  return lines;
}

/** Command, date and machine, under each block. */
function originOf({ command, date, machine: { cpu, cores, node } }: Outcome): string {
  return `*From \`${command}\` on ${date.slice(0, 10)}: ${cpu}, ${cores} cores, Node ${node}.*`;
}

interface Block {
  readonly benchmark: string;
  readonly text: (outcome: Outcome) => string;
}

/** The tables of times on YCB hulls: distance, collision and depth. */
function ycbTables(cells: readonly Cell[]): string {
  return (['distance', 'collide', 'depth'] as const)
    .flatMap((kind) => timeSections(cells, kind))
    .filter(({ title }) => title.endsWith('YCB hulls'))
    .map((section) => sectionMarkdown(section, `**${section.title}**`))
    .join('\n\n');
}

/** By library: the range of ratios over the matching sets for each query, and the number of wrong answers. */
function ratioTable(cells: readonly Cell[], sets: RegExp): string {
  const others = cells.filter(({ title, set }) => !isOurs(title) && sets.test(set));
  const kinds = ['distance', 'collide', 'depth'] as const;
  const rows = [...new Set(others.map(({ title }) => title))].map((title) => {
    const titleCells = others.filter((cell) => cell.title === title);
    const range = (kind: QueryKind): string => {
      const ratios = titleCells.filter((cell) => cell.kind === kind).map(({ ratio }) => ratio.median);
      if (ratios.length === 0) return '–';
      const [min, max] = [Math.min(...ratios), Math.max(...ratios)].map((x) => x.toFixed(x < 10 ? 1 : 0));
      return min === max ? `${min}×` : `${min}–${max}×`;
    };
    return [title, ...kinds.map(range), String(titleCells.reduce((sum, { wrongCount }) => sum + wrongCount, 0))];
  });
  return markdownTable(['', ...kinds.map((kind) => queryTitles[kind].toLowerCase()), 'wrong answers'], rows);
}

const targetsOf = (benchmark: string): Block => ({ benchmark, text: ({ targets }) => targetTable(targets) });

/** The tables of a benchmark, with the heading of each. */
const sectionsBlock = (benchmark: string, heading = (title: string): string => `**${title}**`): Block => ({
  benchmark,
  text: ({ results }) =>
    (results['sections'] as Section[]).map((section) => sectionMarkdown(section, heading(section.title))).join('\n\n'),
});

/** The introduction and the tables of a benchmark. */
const pageBlock = (benchmark: string): Block => ({
  benchmark,
  text: (outcome) =>
    `${String(outcome.results['intro'])}\n\n${sectionsBlock(benchmark, (title) => `### ${title}`).text(outcome)}`,
});

/** The first table of a benchmark. */
const firstTable = (benchmark: string): Block => ({
  benchmark,
  text: ({ results }) => {
    const [{ head, rows }] = results['sections'] as Section[];
    return markdownTable(head, rows);
  },
});

/** A table of the page. */
const tableOf = (benchmark: string, name: string): Block => ({
  benchmark,
  text: ({ results }) => (results['tables'] as Readonly<Record<string, string>>)[name],
});

export const blocks: Readonly<Record<string, Block>> = {
  'peers-summary': { benchmark: 'peers', text: ({ results }) => ratioTable(results['cells'] as Cell[], /YCB/) },
  'peers-ycb': { benchmark: 'peers', text: ({ results }) => ycbTables(results['cells'] as Cell[]) },
  'peers-missed': {
    benchmark: 'peers',
    text: ({ targets }) => targetTable(targets.filter(({ isMet }) => isMet === false)),
  },
  'warm-queries': tableOf('warm', 'queries'),
  degenerate: firstTable('degenerate'),
  'plane-distances': tableOf('plane', 'distances'),
  'plane-libraries': tableOf('plane', 'libraries'),
  'scene-targets': targetsOf('scene'),
  'sim-scenes': sectionsBlock('sim'),
  decompose: sectionsBlock('decompose'),
  integrators: sectionsBlock('integrators'),
  gradients: pageBlock('gradients'),
  walking: tableOf('walking', 'summary'),
  'walking-replay': tableOf('walking', 'replay'),
  'walking-targets': targetsOf('walking'),
  'gjk-libraries': tableOf('gjk', 'libraries'),
  'contact-sweeps': tableOf('contact', 'sweeps'),
  'contact-warm-starts': tableOf('contact', 'warm-starts'),
  'growth-table3': tableOf('growth', 'table3'),
  'growth-figure4': tableOf('growth', 'figure4'),
  'growth-figure5': tableOf('growth', 'figure5'),
  'growth-calls': tableOf('growth-calls', 'calls'),
  'penetration-shortcut': tableOf('penetration', 'shortcut'),
  'penetration-warm': tableOf('penetration', 'warm'),
  'penetration-warm-hulls': tableOf('penetration', 'warm-hulls'),
  'derivatives-times': tableOf('derivatives', 'times'),
  dynamics: sectionsBlock('dynamics'),
  'dynamics-targets': targetsOf('dynamics'),
  characterize: pageBlock('characterize'),
};
