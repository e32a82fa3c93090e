// The top of the report: compared libraries, machine, missed and met targets, and stale results.

import type { Target, Unreliable } from '../harness/page.ts';
import { isOurs } from '../peers/query-kind.ts';
import { peers } from '../peers/registry.ts';
import type { Cell } from '../queries/queries.ts';
import { escapeHtml } from './markdown-html.ts';
import type { ReportInput } from './page.ts';
import { colorOf } from './peer-chart.ts';
import type { LastRun, Outcome } from './report.ts';

export function summary({ outcomes, missing, quick, run, code, date }: ReportInput): string {
  return `<h1>Proximal: benchmarks</h1>
<p>${escapeHtml(comparedLine(outcomes))}</p>
<p class="soft">${escapeHtml(machineLine(outcomes))} Unless a target says otherwise, ratios are times of the other library divided by ours in the same run: above 1 we are faster. Written on ${date.slice(0, 10)}, code <code>${code}</code>.</p>
${notices(outcomes, missing, quick, run)}
${tiles(outcomes)}
${verdictLists(outcomes)}
<p class="soft small">${escapeHtml(seedLine(outcomes))} ${versionsOf(outcomes)}</p>`;
}

function comparedLine(outcomes: readonly Outcome[]): string {
  const all = comparedIn(outcomes);
  const present = all.filter(({ places }) => places.length > 0).map(({ name }) => name);
  const absent = all.filter(({ places }) => places.length === 0).map(({ name }) => name);
  const found = present.length > 0 ? `Compared with ${present.join(', ')}, each on the same problems as ours.` : '';
  const without = absent.length > 0 ? ` Not in these results: ${absent.join(', ')}.` : '';
  return `${found}${without}`;
}

export function machineLine(outcomes: readonly Outcome[]): string {
  const machines = new Set(
    outcomes.map(({ machine: { cpu, cores, memory, platform, node } }) => {
      const size = [cores ? `${cores} cores` : '', memory ? `${memory} GiB` : ''].filter(Boolean).join(', ');
      return [cpu, size, platform, `Node ${node}`].filter(Boolean).join(' · ');
    }),
  );
  return `${[...machines].join('; ')}. WebAssembly target.`;
}

export function versionsOf(outcomes: readonly Outcome[]): string {
  const versions = Object.assign({}, ...outcomes.map((outcome) => outcome.versions)) as Record<string, string>;
  const list = Object.entries(versions).map(([name, version]) => `<code>${escapeHtml(`${name} ${version}`)}</code>`);
  return list.join(' ');
}

function seedLine(outcomes: readonly Outcome[]): string {
  const seeds = new Set(outcomes.flatMap(({ results }) => (results['seed'] === undefined ? [] : [results['seed']])));
  return `Seed${seeds.size === 1 ? '' : 's'} ${[...seeds].join(', ')}; each section has its command. Versions:`;
}

function notices(
  outcomes: readonly Outcome[],
  missing: readonly string[],
  quick: readonly string[],
  run: LastRun | null,
): string {
  const notes: string[] = [];
  const stale = outcomes.filter(({ isStale }) => isStale).map(({ name }) => name);
  if (stale.length > 0)
    notes.push(`Older than the code, which has changed since: <b>${stale.join(', ')}</b>. Run them again.`);
  if (missing.length > 0) notes.push(`Not measured yet: ${missing.join(', ')}.`);
  const incomplete = run?.parts.filter(({ ending }) => ending !== 'done') ?? [];
  const faults = incomplete.map(({ name, ending, detail }) => `<b>${name}</b> ${ending} (${escapeHtml(detail)})`);
  if (run && faults.length > 0)
    notes.push(`The last run of all benchmarks, <code>${escapeHtml(run.command)}</code> on ${run.date.slice(0, 10)}, is not
complete: ${faults.join(', ')}. Their results below, if any, are older.`);
  if (quick.length > 0)
    notes.push(`Quick runs, with few repetitions: ${quick.join(', ')}. <code>--full</code> makes more.`);
  const whole =
    run && faults.length === 0
      ? `<p class="soft small">The last run of all benchmarks, <code>${escapeHtml(run.command)}</code> on ${run.date.slice(0, 10)}, was complete after ${(run.took / 60).toFixed(1)} minutes.</p>`
      : '';
  return whole + notes.map((note) => `<p class="stale">${note}</p>`).join('');
}

function tiles(outcomes: readonly Outcome[]): string {
  const targets = outcomes.flatMap((outcome) => outcome.targets);
  const missed = targets.filter(({ isMet }) => isMet === false).length;
  const met = targets.filter(({ isMet }) => isMet === true).length;
  const all = [
    tile(
      `<span class="loss">${missed} missed</span>`,
      `of ${met + missed} targets with a number; <span class="win">${met} met</span>`,
    ),
    ...peerTile(outcomes),
    ...paperTile(outcomes),
    ...wrongTile(outcomes),
  ];
  return `<div class="tiles">${all.join('')}</div>`;
}

function tile(big: string, text: string): string {
  return `<div class="tile"><b>${big}</b>${text}</div>`;
}

/** Counts the times of other libraries that are shorter than ours, longer, or equal within the spread. */
function peerTile(outcomes: readonly Outcome[]): string[] {
  const peers = outcomes.find(({ name }) => name === 'peers');
  if (!peers) return [];
  const cells = (peers.results['cells'] as readonly Cell[]).filter(({ title }) => !isOurs(title));
  const count = (color: ReturnType<typeof colorOf>): number =>
    cells.filter(({ ratio }) => colorOf(ratio) === color).length;
  const batch = cells.filter(({ batchRatio }) => batchRatio !== null && colorOf(batchRatio) === 'loss').length;
  return [
    tile(
      `<span class="loss">${count('loss')} faster</span>`,
      `than one call of ours, of ${cells.length} times of other libraries on <a href="#peers">a set of problems</a> (${batch} faster than our batch); <span class="win">${count('win')} slower</span>, ${count('even')} within the spread`,
    ),
  ];
}

/** Numbers and orderings of the papers. */
function paperTile(outcomes: readonly Outcome[]): string[] {
  const verdicts = new Map<string, number>();
  for (const outcome of outcomes)
    for (const [verdict, count] of outcome.verdicts) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + count);
  const numbers = [...verdicts.values()].reduce((sum, count) => sum + count, 0);
  if (numbers === 0) return [];
  return [
    tile(
      `<span class="loss">${verdicts.get('differs') ?? 0} differ</span>`,
      `of ${numbers} numbers and orderings of <a href="#papers">the papers</a>; <span class="win">${verdicts.get('agrees') ?? 0} agree</span>, the rest are ties or fitted`,
    ),
  ];
}

interface WrongCounts {
  readonly libraries: readonly { readonly title: string; readonly isOwn: boolean; readonly wrong: number }[];
}

/** Wrong answers on the degenerate cases: ours, and the range of the others. */
function wrongTile(outcomes: readonly Outcome[]): string[] {
  const found = outcomes.find(({ name }) => name === 'degenerate');
  if (!found) return [];
  const { libraries } = found.results as unknown as WrongCounts;
  const own = libraries.filter(({ isOwn }) => isOwn).reduce((sum, { wrong }) => sum + wrong, 0);
  const others = libraries.filter(({ isOwn }) => !isOwn).sort((a, b) => a.wrong - b.wrong);
  const range =
    others.length > 0
      ? `; the others from ${others[0].wrong} (${others[0].title}) to ${others[others.length - 1].wrong} (${others[others.length - 1].title})`
      : '';
  return [
    tile(
      `<span class="${own > 0 ? 'loss' : 'win'}">${own} wrong</span>`,
      `of ours on <a href="#degenerate">the degenerate cases</a>${escapeHtml(range)}`,
    ),
  ];
}

function verdictLists(outcomes: readonly Outcome[]): string {
  const rowsOf = (isMet: boolean): string[] =>
    outcomes.flatMap(({ name, targets, isStale }) =>
      targets.filter((target) => target.isMet === isMet).map((target) => targetRow(name, target, isStale)),
    );
  const unreliable = outcomes.flatMap(({ name, targets }) =>
    targets.flatMap((target) => (target.unreliable ?? []).map((each) => unreliableRow(name, target, each))),
  );
  const wrong =
    unreliable.length === 0
      ? ''
      : list(`With too many wrong answers to decide (${unreliable.length})`, 'wrongs', unreliable);
  return `<div class="columns"><div>${list(`Missed targets (${rowsOf(false).length})`, 'losses', rowsOf(false))}${wrong}</div>
<div>${list(`Met targets (${rowsOf(true).length})`, 'wins', rowsOf(true))}</div></div>`;
}

function list(title: string, kind: 'losses' | 'wins' | 'wrongs', rows: readonly string[]): string {
  const color = { losses: 'loss', wins: 'win', wrongs: 'even' }[kind];
  return `<h3 class="${color}">${title}</h3><div class="list ${kind}">${rows.join('') || '<div>None.</div>'}</div>`;
}

function targetRow(name: string, { what, wanted, found }: Target, isStale: boolean): string {
  const mark = isStale ? ' <span class="soft">(older than the code)</span>' : '';
  return `<div><a href="#${name}">${name}</a> ${escapeHtml(what)}${mark}<br><span class="soft">wanted ${escapeHtml(wanted)}, found</span> ${escapeHtml(found)}</div>`;
}

/** A library with too many wrong answers, with its ratio. */
function unreliableRow(
  name: string,
  { what, wanted }: Target,
  { where, ratio, wrong, of, isMissed }: Unreliable,
): string {
  const found = `<b class="${isMissed ? 'loss' : 'win'}">${ratio.toFixed(2)}×</b>`;
  return `<div>${found} ${escapeHtml(where)}, wrong in ${wrong} of ${of} <span class="soft">(<a href="#${name}">${name}</a>: ${escapeHtml(what)}, wanted ${escapeHtml(wanted)})</span></div>`;
}

interface Compared {
  readonly name: string;
  /** The package of npm or Debian from which the version is read; absent for our own programs and libraries from source trees. */
  readonly package?: string;
  readonly isNative?: true;
  /** The benchmarks that have results of it. */
  readonly places: readonly string[];
}

/** The libraries in the results, and the benchmarks that they are in. */
export function comparedIn(outcomes: readonly Outcome[]): Compared[] {
  const names = outcomes.map(({ name, results }) => ({ name, who: namesIn(results) }));
  return peers
    .filter(({ isExact }) => !isExact)
    .map((peer): Compared => {
      const places = names.filter(({ who }) => [...who].some((each) => peerNameOf(each) === peer.name));
      const { name, package: origin, source } = peer;
      return {
        name,
        ...(origin !== undefined && { package: origin }),
        ...(source && { isNative: true }),
        places: places.map((place) => place.name),
      };
    });
}

/**
 * The name of the peer to which a row belongs, undefined for other rows. An algorithm or a state may follow the name: 'libccd MPR',
 * 'planck, warm'. Of several names that match, such as 'rapier3d' and 'rapier3d SIMD', the longest is the peer's.
 */
function peerNameOf(row: string): string | undefined {
  const matching = peers
    .map(({ name }) => name)
    .filter((name) => row === name || (/^[ ,]/.test(row.slice(name.length)) && row.startsWith(name)));
  return matching.sort((a, b) => b.length - a.length)[0];
}

const keys = new Set(['title', 'name', 'other']);

/** All names of contenders in a result. */
function namesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && keys.has(key)) found.add(inner);
    else if (key !== 'targets' && key !== 'sections' && key !== 'versions') namesIn(inner, found);
  }
  return found;
}
