// The benchmarks' report: the page is self-contained and shows losses and stale results, and the docs' tables come from results.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Ending } from '../bench/src/harness/parts.ts';
import { codeHash, commandOf } from '../bench/src/harness/results.ts';
import { timeSections } from '../bench/src/queries/queries.ts';
import { targetsOf } from '../bench/src/queries/targets.ts';
import { benchmarks, separateBenchmarks } from '../bench/src/registry.ts';
import { blocks, docPages, markersIn, withBlock } from '../bench/src/report/docs.ts';
import { cellsOf, htmlOf } from '../bench/src/report/markdown-html.ts';
import { reportPage } from '../bench/src/report/page.ts';
import type { Outcome } from '../bench/src/report/report.ts';
import { comparedIn } from '../bench/src/report/summary.ts';

const image = (address: string): string => `data:,${address}`;

const outcome: Outcome = {
  name: 'gjk',
  results: { seed: 3 },
  targets: [
    { what: 'the <first>', wanted: '≥ 2×', found: '1.5×', isMet: false },
    { what: 'the second', wanted: '≥ 2×', found: '3×', isMet: true },
    { what: 'only reported', wanted: 'reported', found: '7×', isMet: null },
  ],
  verdicts: new Map([
    ['agrees', 5],
    ['differs', 2],
  ]),
  page: '# A title\n\nText with `code` & more.\n\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n',
  folder: '/nowhere',
  date: '2026-01-02T03:04:05.000Z',
  machine: { node: 'v20', v8: '1', cpu: 'a cpu', cores: 2, memory: 4, platform: 'linux x64' },
  code: 'abc',
  command: 'npm run bench -- gjk --quick',
  versions: { fcl: '1.0' },
  isStale: true,
};
const input = {
  outcomes: [outcome],
  missing: ['peers'],
  quick: ['gjk'],
  run: null,
  code: 'def',
  date: '2026-01-03T00:00:00.000Z',
};

const part = (name: string, ending: Ending, detail: string) => ({ name, seconds: 9, took: 9, ending, detail });

/** The tags that are not closed, or not in order. */
function unbalanced(html: string): string[] {
  const alone = new Set(['meta', 'br', 'img', 'circle', 'line', '!doctype']);
  const open: string[] = [];
  const faults: string[] = [];
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z!][a-z0-9]*)[^>]*>/gi)) {
    if (alone.has(name.toLowerCase())) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) faults.push(`</${name}>`);
  }
  return [...faults, ...open];
}

describe('Markdown as HTML', () => {
  it('renders the Markdown that the pages use, and escapes everything else', () => {
    const html = htmlOf('## A & B\n\none `<x>`\ntwo **bold**\n\n- first\n  more\n- second\n\n![fig](a.svg)\n', {
      image,
      top: 2,
    });
    expect(html).toContain('<h3>A &amp; B</h3>');
    expect(html).toContain('<p>one <code>&lt;x&gt;</code>\ntwo <strong>bold</strong></p>');
    expect(html).toContain('<ul><li>first\n  more</li><li>second</li></ul>');
    expect(html).toContain('<div class="figures"><img alt="fig" src="data:,a.svg"></div>');
    expect(unbalanced(html)).toEqual([]);
  });

  it('keeps vertical bars inside cells', () => {
    expect(cellsOf('| a \\| b | c |')).toEqual(['a | b', 'c']);
    const html = htmlOf('| a \\| b | c |\n| --- | ---: |\n| 1 | 2 |', { image });
    expect(html).toContain('<th>a | b</th><th class="right">c</th>');
  });
});

describe('the report', () => {
  const html = reportPage(input);

  it('is one well-formed page that loads nothing', () => {
    expect(unbalanced(html.replace(/<style>[\s\S]*<\/style>/, ''))).toEqual([]);
    expect(html).not.toMatch(/<script|<link|src="http|url\(|@import/);
  });

  it('shows losses before wins, on the first screen, with their numbers', () => {
    const header = html.slice(html.indexOf('<header'), html.indexOf('</header>'));
    expect(header).toContain('1 missed');
    expect(header).toContain('2 differ');
    expect(header.indexOf('the &lt;first&gt;')).toBeGreaterThan(0);
    expect(header.indexOf('the &lt;first&gt;')).toBeLessThan(header.indexOf('the second'));
    expect(header).not.toContain('only reported');
  });

  it('lists results that are older than the code and benchmarks that were not run', () => {
    expect(html).toContain('Older than the code');
    expect(html).toContain('Not measured yet: peers');
    expect(html).toContain('Quick runs, with few repetitions: gjk.');
    expect(reportPage({ ...input, outcomes: [{ ...outcome, isStale: false }], missing: [] })).not.toContain(
      'lder than the code',
    );
  });

  it('names machine, versions, seed and command', () => {
    for (const part of ['a cpu', 'fcl 1.0', 'seed 3', 'npm run bench -- gjk --quick']) expect(html).toContain(part);
  });
});

describe('the first screen', () => {
  const header = (reportInput: Parameters<typeof reportPage>[0]): string => {
    const html = reportPage(reportInput);
    return html.slice(html.indexOf('<header'), html.indexOf('</header>'));
  };

  it('lists the missing parts of the last run with the reason', () => {
    const run = { ...outcome, mode: 'quick' as const, took: 100, parts: [part('gjk', 'cut off', 'its time was over')] };
    expect(header({ ...input, run })).toContain('<b>gjk</b> cut off (its time was over)');
    expect(header({ ...input, run: { ...run, parts: [part('gjk', 'done', '')] } })).toContain(
      'was complete after 1.7 minutes',
    );
  });

  it('shows libraries that are wrong too often with their ratios, including losses', () => {
    const unreliable = [
      { where: 'MPR, overlapping', ratio: 0.5, wrong: 150, of: 200, isMissed: true },
      { where: 'ODE, overlapping', ratio: 4, wrong: 159, of: 200, isMissed: false },
    ];
    const target = { what: 'depth', wanted: '≥ 2×', found: '3×', isMet: true, unreliable };
    const text = header({ ...input, outcomes: [{ ...outcome, targets: [target] }] });
    expect(text).toContain('<b class="loss">0.50×</b> MPR, overlapping, wrong in 150 of 200');
    expect(text).toContain('<b class="win">4.00×</b> ODE, overlapping, wrong in 159 of 200');
  });

  it('counts all times of other libraries', () => {
    const cell = (title: string, low: number, high: number) => {
      const summary = { median: (low + high) / 2, low, high };
      return {
        ...{ set: 'boxes', kind: 'collide', title, time: summary, rounds: 3 },
        ratio: summary,
        batchRatio: null,
        wrongCount: 0,
        wrong: [],
      };
    };
    const cells = [cell('proximal', 1, 1), cell('ODE', 0.1, 0.2), cell('FCL', 2, 3), cell('FCL, own GJK', 0.9, 1.1)];
    const text = header({ ...input, outcomes: [{ ...outcome, name: 'peers', results: { cells, count: 9 } }] });
    expect(text).toContain('1 faster');
    expect(text).toContain('of 3 times');
    expect(text).toContain('1 slower</span>, 1 within the spread');
    expect(text).toContain('Compared with FCL, ODE,');
    expect(text).toMatch(/Not in these results: .*planck.*Bullet/);
  });

  it('counts a row for the library with the longest name that it begins with', () => {
    const names = (...titles: string[]) =>
      comparedIn([{ ...outcome, name: 'peers', results: { cells: titles.map((title) => ({ title })) } }])
        .filter(({ places }) => places.length > 0)
        .map(({ name }) => name);
    expect(names('rapier3d SIMD')).toEqual(['rapier3d SIMD']);
    expect(names('rapier3d')).toEqual(['rapier3d']);
    expect(names('rapier3d, batch', 'libccd MPR', 'planck, warm')).toEqual(['rapier3d', 'planck', 'libccd']);
    expect(names('rapier3dx', 'proximal')).toEqual([]);
  });
});

describe('a target of the comparison', () => {
  const cell = (title: string, ratio: number, wrongCount: number) => {
    const summary = { median: ratio, low: ratio, high: ratio };
    return {
      ...{ set: 'YCB, overlapping', kind: 'depth' as const, title, time: summary, rounds: 3, ratio: summary },
      ...{ batchRatio: null, wrongCount, wrong: [] },
    };
  };
  const depth = (...cells: ReturnType<typeof cell>[]) =>
    targetsOf({ cells: [cell('proximal', 1, 0), ...cells], count: 200, exactness: null }).find(({ what }) =>
      what.startsWith('libccd and FCL'),
    );

  it('is met if ours is fast enough compared with all libraries, right or wrong', () => {
    const target = depth(cell('libccd EPA', 4, 7), cell('FCL', 2.1, 159));
    expect(target?.isMet).toBe(true);
    expect(target?.found).toContain('2.10× (FCL, YCB, overlapping)');
    expect(target?.unreliable?.map(({ where, isMissed }) => [where, isMissed])).toEqual([
      ['FCL, YCB, overlapping', false],
    ]);
  });

  it('is otherwise decided by the libraries that are mostly right, and names faster ones that are not', () => {
    const target = depth(cell('libccd EPA', 4, 7), cell('libccd MPR', 1.06, 158));
    expect(target?.isMet).toBe(true);
    expect(target?.found).toContain('with 1 that is wrong in more than 5 % of the answers: 1.06× (libccd MPR');
    expect(target?.unreliable).toEqual([
      { where: 'libccd MPR, YCB, overlapping', ratio: 1.06, wrong: 158, of: 200, isMissed: true },
    ]);
  });

  it('has a table that separates our proven depths from local ones', () => {
    const local = { ...cell('proximal', 1, 0), kind: 'incremental' as const };
    const warm = { ...local, kind: 'warm' as const };
    const [{ rows }] = timeSections([cell('proximal', 1, 0), cell('FCL', 2, 0), local, warm], 'depth');
    expect(rows.map(([name]) => name)).toEqual([
      'proximal, EPA: certified',
      'proximal, incremental: local',
      'proximal, incremental, warm: local',
      'FCL',
    ]);
  });

  it('is missed if our kernel in C++ gives different bits', () => {
    const [, exact] = targetsOf({ cells: [cell('proximal', 1, 0)], count: 200, exactness: { different: 1, of: 1000 } });
    expect(exact).toMatchObject({ found: '1 of 1000', isMet: false });
  });

  it('is missed if a library that is right is faster', () => {
    expect(depth(cell('libccd EPA', 1.5, 7), cell('FCL', 9, 159))?.isMet).toBe(false);
  });
});

describe('the tables of README and docs', () => {
  const pages = docPages().map((page) => ({ page, markers: markersIn(readFileSync(page, 'utf8')) }));
  const markers = pages.flatMap((each) => each.markers);

  it('have markers for every block, and only for those', () => {
    expect([...new Set(markers.map(({ name }) => name))].sort()).toEqual(Object.keys(blocks).sort());
    for (const page of docPages()) {
      const text = readFileSync(page, 'utf8');
      const starts = [...text.matchAll(/<!-- bench:/g)].length;
      expect(markersIn(text)).toHaveLength(starts);
    }
  });

  it('are well-formed: rows of equal length, with their origin below', () => {
    for (const { name, content } of markers) {
      const tables = content.split(/\n(?!\|)/).map((part) => part.split('\n').filter((line) => line.startsWith('|')));
      for (const rows of tables.filter(({ length }) => length > 0))
        expect(new Set(rows.map((row) => cellsOf(row).length)).size, `${name}: ${rows[0]}`).toBe(1);
      expect(content, name).toMatch(/\*From `npm run bench -- .*` on \d{4}-\d\d-\d\d: /);
    }
  });

  it('are replaced between the markers only', () => {
    const text = 'before\n<!-- bench:x -->\nold\n<!-- /bench:x -->\nafter\n';
    expect(withBlock(text, 'x', 'new')).toBe('before\n<!-- bench:x -->\n\nnew\n\n<!-- /bench:x -->\nafter\n');
    expect(withBlock(text, 'y', 'new')).toBe(text);
  });
});

describe('provenance', () => {
  it('hashes the code, and repeats the command', () => {
    expect(codeHash()).toMatch(/^[0-9a-f]{12}$/);
    expect(codeHash()).toBe(codeHash());
    expect(commandOf(['peers', '--only', 'a b'])).toBe('npm run bench -- peers --only "a b"');
  });
});

describe('npm run bench', () => {
  it('plans every benchmark, quickly and in full, with time to spare', () => {
    const planned = (mode: 'quick' | 'full'): number => benchmarks.reduce((sum, { seconds }) => sum + seconds[mode], 0);
    // Documented limits: five minutes and one hour.
    expect(planned('quick')).toBeLessThan(250);
    expect(planned('full')).toBeLessThan(3000);
  });
});

describe('docs/papers.md', () => {
  const text = readFileSync(new URL('../docs/papers.md', import.meta.url), 'utf8');
  const rows = text
    .replace(/<!-- bench:[\s\S]*?<!-- \/bench:[^\n]*/g, '')
    .split('## Counts')[0]
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| |'))
    .map((line) => line.split(' | '));

  it('gives every figure and table a verdict, a command and a cause', () => {
    expect(rows.length).toBeGreaterThan(40);
    for (const cells of rows) {
      expect(cells).toHaveLength(4);
      expect(cells[1]).toMatch(/^(reproduced|differs|not reproduced)/);
      expect(cells[3].length).toBeGreaterThan(10);
    }
  });

  it('names benchmarks that exist', () => {
    const names = [...benchmarks, ...separateBenchmarks].map(({ name }) => name);
    for (const [, , commands] of rows) {
      const commanded = [...commands.matchAll(/`([\w-]+)[^`]*`/g)].map(([, name]) => name);
      expect(commanded.length).toBeGreaterThan(0);
      for (const name of commanded.filter((each) => !/^[A-Z_]+$/.test(each))) expect(names).toContain(name);
    }
  });
});
