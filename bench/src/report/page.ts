// One page with everything, that works without a network: losses as plainly as wins on the first screen, then peers and papers.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Question, questions } from '../peers/question.ts';
import type { Cell } from '../peers/report.ts';
import type { Target } from '../targets.ts';
import type { Outcome } from './collect.ts';
import { escapeHtml, htmlOf } from './markdown-html.ts';
import { papers } from './papers.ts';
import { peerChart } from './peer-chart.ts';
import { style } from './style.ts';

export interface ReportInput {
  readonly outcomes: readonly Outcome[];
  /** Benchmarks that have no result yet, with what runs them. */
  readonly missing: readonly string[];
  /** Of the code as it is now. */
  readonly code: string;
  readonly date: string;
}

export function reportPage({ outcomes, missing, code, date }: ReportInput): string {
  const inOrder = [...outcomes].sort((a, b) => rank(a) - rank(b));
  const links = inOrder.map(({ name }) => `<a href="#${name}">${name}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Proximal: measured</title>
<style>${style}</style>
</head>
<body>
<nav><a href="#top">Summary</a>${links.join('')}<a href="#provenance">Machine and versions</a></nav>
<header id="top">
<h1>Proximal: measured</h1>
<p class="soft">${escapeHtml(machineLine(outcomes))} Ratios are times of the other over ours in the same run: above 1 we are faster. Written on ${date.slice(0, 10)}.</p>
${staleNotice(outcomes, missing)}
${tiles(outcomes)}
${verdictLists(outcomes)}
</header>
<main>
${peerCharts(outcomes)}
${inOrder.map(section).join('\n')}
${provenanceTable(inOrder, code)}
</main>
<footer class="soft small"><p>Made by <code>npm run bench -- report</code> from the files in <code>bench/results</code>; nothing on this page was written by hand.</p></footer>
</body>
</html>
`;
}

/** Peers, then papers, then the rest, each in the order of the registry. */
function rank({ name }: Outcome): number {
  if (name === 'peers') return 0;
  if (name === 'degenerate') return 1;
  return name in papers ? 2 : 3;
}

function machineLine(outcomes: readonly Outcome[]): string {
  const machines = new Set(
    outcomes.map(({ machine: { cpu, cores, memory, platform, node } }) => {
      const size = [cores ? `${cores} cores` : '', memory ? `${memory} GB` : ''].filter(Boolean).join(', ');
      return [cpu, size, platform, `Node ${node}`].filter(Boolean).join(' · ');
    }),
  );
  return `${[...machines].join('; ')}. WebAssembly target.`;
}

function staleNotice(outcomes: readonly Outcome[], missing: readonly string[]): string {
  const stale = outcomes.filter(({ isStale }) => isStale).map(({ name }) => name);
  const notes: string[] = [];
  if (stale.length > 0)
    notes.push(
      `Older than the code, which has changed since: <b>${stale.join(', ')}</b>. Run them again to trust them.`,
    );
  if (missing.length > 0) notes.push(`Not measured yet: ${missing.join(', ')}.`);
  return notes.map((note) => `<p class="stale">${note}</p>`).join('');
}

function tiles(outcomes: readonly Outcome[]): string {
  const targets = outcomes.flatMap((outcome) => outcome.targets);
  const missed = targets.filter(({ isMet }) => isMet === false).length;
  const met = targets.filter(({ isMet }) => isMet === true).length;
  const verdicts = new Map<string, number>();
  for (const outcome of outcomes)
    for (const [verdict, count] of outcome.verdicts) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + count);
  const numbers = [...verdicts.values()].reduce((sum, count) => sum + count, 0);
  const tile = (big: string, text: string): string => `<div class="tile"><b>${big}</b>${text}</div>`;
  const all = [
    tile(
      `<span class="loss">${missed} missed</span>`,
      `of ${met + missed} targets with a number; <span class="win">${met} met</span>`,
    ),
    tile(
      `<span class="loss">${verdicts.get('differs') ?? 0} differ</span>`,
      `of ${numbers} numbers and orderings of the papers; <span class="win">${verdicts.get('agrees') ?? 0} agree</span>, the rest are ties or fitted`,
    ),
  ];
  const wrong = wrongTile(outcomes);
  return `<div class="tiles">${[...all, ...(wrong ? [tile(...wrong)] : [])].join('')}</div>`;
}

interface WrongCounts {
  readonly libraries: readonly { readonly title: string; readonly isOwn: boolean; readonly wrong: number }[];
}

/** Wrong answers on the degenerate cases: ours, beside the best of the others. */
function wrongTile(outcomes: readonly Outcome[]): [string, string] | null {
  const found = outcomes.find(({ name }) => name === 'degenerate');
  if (!found) return null;
  const { libraries } = found.results as unknown as WrongCounts;
  const own = libraries.filter(({ isOwn }) => isOwn).reduce((sum, { wrong }) => sum + wrong, 0);
  const others = libraries.filter(({ isOwn }) => !isOwn).sort((a, b) => a.wrong - b.wrong);
  const range =
    others.length > 0
      ? `; the others from ${others[0].wrong} (${others[0].title}) to ${others[others.length - 1].wrong} (${others[others.length - 1].title})`
      : '';
  return [
    `<span class="${own > 0 ? 'loss' : 'win'}">${own} wrong</span>`,
    `of ours on the degenerate cases${escapeHtml(range)}`,
  ];
}

function verdictLists(outcomes: readonly Outcome[]): string {
  const list = (isMet: boolean): string => {
    const rows = outcomes.flatMap(({ name, targets, isStale }) =>
      targets.filter((target) => target.isMet === isMet).map((target) => targetRow(name, target, isStale)),
    );
    const kind = isMet ? 'wins' : 'losses';
    return `<div><h3 class="${isMet ? 'win' : 'loss'}">${isMet ? 'Where we stand as wanted' : 'Where we fall short'} (${rows.length})</h3><div class="list ${kind}">${rows.join('') || '<div>Nothing.</div>'}</div></div>`;
  };
  return `<div class="columns">${list(false)}${list(true)}</div>`;
}

function targetRow(name: string, { what, wanted, found }: Target, isStale: boolean): string {
  const mark = isStale ? ' <span class="soft">(older than the code)</span>' : '';
  return `<div><a href="#${name}">${name}</a> ${escapeHtml(what)}${mark}<br><span class="soft">wanted ${escapeHtml(wanted)}, found</span> ${escapeHtml(found)}</div>`;
}

function peerCharts(outcomes: readonly Outcome[]): string {
  const peers = outcomes.find(({ name }) => name === 'peers');
  if (!peers) return '';
  const { cells, count } = peers.results as unknown as { cells: readonly Cell[]; count: number };
  const charts = (Object.keys(questions) as Question[]).map((question) => {
    const others = cells.filter((cell) => cell.question === question && cell.title !== 'proximal');
    if (others.length === 0) return '';
    return `<div><h3>${questions[question]}</h3>${peerChart(others, count)}</div>`;
  });
  return `<h2 id="at-a-glance">Every library at a glance</h2>
<p>How many times as long as one call of ours each takes: a dot for each set of problems, with the range of 80 % of the rounds. Right of the line we
are faster, left of it we lose; grey where the spread reaches across. Wrong answers are judged as described under <a href="#peers">peers</a>. Point at a dot for its numbers.</p>
<div class="peers">${charts.join('')}</div>`;
}

function section({ name, page, folder, command, date, isStale, results }: Outcome): string {
  const image = (address: string): string => inlined(join(folder, address));
  const [, title = name, body = page] = /^# (.*)\n([\s\S]*)$/.exec(page) ?? [];
  const paper = papers[name];
  const seed = results['seed'] === undefined ? '' : `, seed ${String(results['seed'])}`;
  return `<section id="${name}">
<h2>${escapeHtml(title)}</h2>
${paper ? `<p><em>${escapeHtml(paper)}</em></p>` : ''}
<p class="soft small"><code>${escapeHtml(command)}</code>, ${date.slice(0, 16).replace('T', ' ')}${seed}</p>
${isStale ? '<p class="stale">This result is older than the code.</p>' : ''}
${htmlOf(body, { image, top: 2 })}
</section>`;
}

/** An image as part of the page. */
function inlined(path: string): string {
  if (!existsSync(path)) return '';
  return `data:image/svg+xml;base64,${readFileSync(path).toString('base64')}`;
}

function provenanceTable(outcomes: readonly Outcome[], code: string): string {
  const rows = outcomes.map(
    ({ name, date, command, code: measured, isStale }) =>
      `<tr><td><a href="#${name}">${name}</a></td><td><code>${escapeHtml(command)}</code></td><td>${date.slice(0, 16).replace('T', ' ')}</td><td><code>${escapeHtml(measured || 'unknown')}</code>${isStale ? ' older' : ''}</td></tr>`,
  );
  const versions = Object.assign({}, ...outcomes.map((outcome) => outcome.versions)) as Record<string, string>;
  const list = Object.entries(versions).map(([name, version]) => `<code>${escapeHtml(`${name} ${version}`)}</code>`);
  return `<section id="provenance"><h2>Machine, versions and commands</h2>
<p>${escapeHtml(machineLine(outcomes))} The code now has the hash <code>${code}</code>, over the sources of the kernel and the library.</p>
<div class="scroll"><table><thead><tr><th>benchmark</th><th>command</th><th>when</th><th>code</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<p>${list.join(' ')}</p></section>`;
}
