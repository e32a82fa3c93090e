// The report as one self-contained HTML page: missed and met targets first, then peers and papers.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type QueryKind, queryTitles } from '../peers/query-kind.ts';
import type { Cell } from '../queries/queries.ts';
import { escapeHtml, htmlOf } from './markdown-html.ts';
import { peerChart } from './peer-chart.ts';
import type { LastRun, Outcome } from './report.ts';
import { style } from './style.ts';
import { comparedIn, machineLine, summary, versionsOf } from './summary.ts';

export interface ReportInput {
  readonly outcomes: readonly Outcome[];
  /** Benchmarks without a result. */
  readonly missing: readonly string[];
  /** Benchmarks whose results are from a quick run. */
  readonly quick: readonly string[];
  /** The last run of all benchmarks, if there was one. */
  readonly run: LastRun | null;
  /** The hash of the current code. */
  readonly code: string;
  readonly date: string;
}

export function reportPage(input: ReportInput): string {
  const { outcomes, code } = input;
  const inOrder = [...outcomes].sort((a, b) => rank(a) - rank(b));
  const links = inOrder.map(({ name }) => `<a href="#${name}">${name}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Proximal: benchmarks</title>
<style>${style}</style>
</head>
<body>
<nav><a href="#top">Summary</a><a href="#papers">papers</a>${links.join('')}<a href="#provenance">Machine and versions</a></nav>
<header id="top">
${summary(input)}
</header>
<main>
${peerCharts(outcomes)}
${comparedTable(outcomes)}
${paperTable(outcomes)}
${inOrder.map(section).join('\n')}
${provenanceTable(inOrder, code)}
</main>
<footer class="soft small"><p>Made by <code>npm run bench -- report</code> from the files in <code>bench/results</code>; the whole page is generated.</p></footer>
</body>
</html>
`;
}

/** `peers`, `degenerate`, then the benchmarks of papers, then the rest; the last two in the order of the registry. */
function rank({ name }: Outcome): number {
  if (name === 'peers') return 0;
  if (name === 'degenerate') return 1;
  return papersOf(name).length > 0 ? 2 : 3;
}

function peerCharts(outcomes: readonly Outcome[]): string {
  const peers = outcomes.find(({ name }) => name === 'peers');
  if (!peers) return '';
  const { cells, count } = peers.results as unknown as { cells: readonly Cell[]; count: number };
  const charts = (Object.keys(queryTitles) as QueryKind[]).map((kind) => {
    const others = cells.filter((cell) => cell.kind === kind && cell.title !== 'proximal');
    if (others.length === 0) return '';
    return `<div><h3>${queryTitles[kind]}</h3>${peerChart(others, count)}</div>`;
  });
  return `<h2 id="at-a-glance">Every library at a glance</h2>
<p>The time of each library divided by the time of one call of ours: a dot for each set of problems, with the range of 80 % of the rounds. Ours is faster right of the line and
slower left of it; gray dots have a spread that contains 1. Wrong answers are defined under <a href="#peers">peers</a>. Point at a dot for its numbers.</p>
<div class="peers">${charts.join('')}</div>`;
}

/** Every library, its version, and the benchmarks that it is in. */
function comparedTable(outcomes: readonly Outcome[]): string {
  const versions = Object.assign({}, ...outcomes.map((outcome) => outcome.versions)) as Record<string, string>;
  const rows = comparedIn(outcomes).map(({ name, package: origin, isNative, places }) => {
    const [from] = Object.keys(versions).filter((key) => key.split(':')[0] === origin);
    const links = places.map((place) => `<a href="#${place}">${place}</a>`).join(', ');
    const absent = isNative ? 'not in these results: add <code>--native</code>' : 'not in these results';
    return `<tr><td>${escapeHtml(name)}</td><td>${from ? escapeHtml(`${from} ${versions[from]}`) : '–'}</td><td>${links || absent}</td></tr>`;
  });
  return `<h2 id="compared">Compared libraries</h2>
<div class="scroll"><table><thead><tr><th>library</th><th>package</th><th>in</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Every paper, the benchmarks that repeat it, and how many of its numbers agree. */
function paperTable(outcomes: readonly Outcome[]): string {
  const rows = papers.map(({ title, repeated }) => {
    const parts = Object.entries(repeated).map(([name, what]) => {
      const isThere = outcomes.some((outcome) => outcome.name === name);
      return `${isThere ? `<a href="#${name}">${name}</a>` : `${name} (not measured)`}: ${escapeHtml(what)}`;
    });
    const found = outcomes.filter(({ name }) => name in repeated);
    const counts = found.flatMap(({ name, verdicts }) =>
      verdicts.size > 0
        ? [`${name}: ${[...verdicts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')}`]
        : [],
    );
    return `<tr><td>${escapeHtml(title)}</td><td>${parts.join('<br>')}</td><td>${escapeHtml(counts.join('; ')) || '–'}</td></tr>`;
  });
  return `<h2 id="papers">The papers</h2>
<p>Each section shows our numbers for the tables and figures of its paper, beside the paper's own numbers. The last column counts the numbers and orderings that
were compared one by one; a dash means that they are only shown.</p>
<div class="scroll"><table><thead><tr><th>paper</th><th>repeated</th><th>its numbers</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function section({ name, page, folder, command, date, isStale, results }: Outcome): string {
  const image = (address: string): string => inlined(join(folder, address));
  const [, title = name, body = page] = /^# (.*)\n([\s\S]*)$/.exec(page) ?? [];
  const about = papersOf(name).map((paper) => `${paper.title}: ${paper.repeated[name]}.`);
  const seed = results['seed'] === undefined ? '' : `, seed ${String(results['seed'])}`;
  return `<section id="${name}">
<h2>${escapeHtml(title)}</h2>
${about.map((text) => `<p><em>${escapeHtml(text)}</em></p>`).join('')}
<p class="soft small"><code>${escapeHtml(command)}</code>, ${date.slice(0, 16).replace('T', ' ')}${seed}</p>
${isStale ? '<p class="stale">This result is older than the code.</p>' : ''}
${htmlOf(body, { image, top: 2 })}
</section>`;
}

/** An image as a data URL. */
function inlined(path: string): string {
  if (!existsSync(path)) return '';
  return `data:image/svg+xml;base64,${readFileSync(path).toString('base64')}`;
}

function provenanceTable(outcomes: readonly Outcome[], code: string): string {
  const rows = outcomes.map(
    ({ name, date, command, code: measured, isStale }) =>
      `<tr><td><a href="#${name}">${name}</a></td><td><code>${escapeHtml(command)}</code></td><td>${date.slice(0, 16).replace('T', ' ')}</td><td><code>${escapeHtml(measured || 'unknown')}</code>${isStale ? ' older' : ''}</td></tr>`,
  );
  return `<section id="provenance"><h2>Machine, versions and commands</h2>
<p>${escapeHtml(machineLine(outcomes))} The code now has the hash <code>${code}</code>, over the sources of the kernel and the library.</p>
<div class="scroll"><table><thead><tr><th>benchmark</th><th>command</th><th>when</th><th>code</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<p>${versionsOf(outcomes)}</p></section>`;
}

interface Paper {
  readonly title: string;
  /** The repeated experiments by benchmark. */
  readonly repeated: Readonly<Record<string, string>>;
}

const papers: readonly Paper[] = [
  {
    title: 'Montaut et al., “GJK++: Leveraging Acceleration Methods for Faster Collision Detection”, IEEE T-RO 2024',
    repeated: {
      gjk: 'Tables I and II, Fig. 7 to 13, Table III of the version of 2023',
      trajectories: 'Fig. 13 on simulated falls into a funnel',
    },
  },
  {
    title: 'Montaut et al., “Differentiable Collision Detection: a Randomized Smoothing Approach”, ICRA 2023',
    repeated: { derivatives: 'Tables I and II, Fig. 5 and 6' },
  },
  {
    title: 'Le Lidec et al., “Contact Models in Robotics: a Comparative Analysis”',
    repeated: { contact: 'Tables II to IV, Fig. 9 to 16', walking: 'Fig. 17 and 18', scenes: 'its robots, simulated' },
  },
  {
    title: 'Carpentier and Montaut, “Efficient and versatile differentiable simulator”, AGIMUS D2.1, 2023',
    repeated: {
      contact: 'its Table 1',
      dynamics: 'the algorithms of its simulator; it prints no numbers',
      sim: 'steps and their derivatives; it prints no numbers',
    },
  },
  {
    title:
      'Thirugnanam and Sreenath, “A Ray Intersection Algorithm for Fast Growth Distance Computation Between Convex Sets”',
    repeated: {
      growth: 'Fig. 3 to 5, Table III, iterations in 2D',
      scenes: 'the drop of 50 polytopes',
      planning: 'Fig. 7 in a scene of our own',
    },
  },
  {
    title: 'Gao, “Efficient Incremental Penetration Depth Estimation between Convex Geometries”',
    repeated: { penetration: 'Tables I and II, Fig. 5 and 6' },
  },
  {
    title: 'Zhang et al., “Barycode-based GJK Algorithm”, 2020',
    repeated: { plane: 'Tables I to VI, Fig. 3' },
  },
];

/** The papers that a benchmark is about. */
function papersOf(benchmark: string): Paper[] {
  return papers.filter(({ repeated }) => benchmark in repeated);
}
