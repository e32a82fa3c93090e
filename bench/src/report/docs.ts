// The tables that README and docs include: the text between a pair of markers comes out of the results, never by hand.
//
//   <!-- bench:peers-distance -->
//   …
//   <!-- /bench:peers-distance -->
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blocks } from './blocks.ts';
import type { Outcome } from './collect.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The files that may have markers. */
export function docPages(): string[] {
  const docs = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
  return [join(root, 'README.md'), ...docs.map((file) => join(root, 'docs', file))];
}

/** A pair of markers with what is between them. */
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

/** Writes every block whose results are there; the others stay as they are. Returns what was done. */
export function updateDocs(outcomes: readonly Outcome[]): string[] {
  const lines: string[] = [];
  for (const page of docPages()) {
    const before = readFileSync(page, 'utf8');
    let text = before;
    for (const { name } of markersIn(before)) {
      const block = blocks[name];
      if (!block) throw new Error(`${page} asks for bench:${name}; there is ${Object.keys(blocks).join(', ')}.`);
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

/** Where the numbers are from, under each block. */
function originOf({ command, date, machine: { cpu, cores, node } }: Outcome): string {
  return `*From \`${command}\` on ${date.slice(0, 10)}: ${cpu}, ${cores} cores, Node ${node}.*`;
}
