// The benchmarks' report: the page stands alone, says losses and staleness plainly, and the docs' tables come out of results.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codeHash, commandOf } from '../bench/src/provenance.ts';
import { blocks } from '../bench/src/report/blocks.ts';
import type { Outcome } from '../bench/src/report/collect.ts';
import { docPages, markersIn, withBlock } from '../bench/src/report/docs.ts';
import { cellsOf, htmlOf } from '../bench/src/report/markdown-html.ts';
import { reportPage } from '../bench/src/report/page.ts';

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
const input = { outcomes: [outcome], missing: ['peers'], code: 'def', date: '2026-01-03T00:00:00.000Z' };

/** Every tag that is opened is closed, in order. */
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
  it('knows what the pages use, and escapes the rest', () => {
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

  it('keeps bars inside cells', () => {
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

  it('says what is older than the code and what was not measured', () => {
    expect(html).toContain('Older than the code');
    expect(html).toContain('Not measured yet: peers');
    expect(reportPage({ ...input, outcomes: [{ ...outcome, isStale: false }], missing: [] })).not.toContain(
      'lder than the code',
    );
  });

  it('names machine, versions, seed and command', () => {
    for (const part of ['a cpu', 'fcl 1.0', 'seed 3', 'npm run bench -- gjk --quick']) expect(html).toContain(part);
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

  it('are well-formed: as many cells in every row, and the origin under them', () => {
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
  it('knows how to run every benchmark, quickly and in full, but those that measure nothing', async () => {
    // Compiled: the declarations of some packages that it draws in are not for this project.
    const path = '../bench/dist/registry.js';
    const { benchmarks } = (await import(path)) as { benchmarks: { name: string; runs?: object }[] };
    const without = benchmarks.filter(({ runs }) => !runs).map(({ name }) => name);
    expect(without).toEqual(['scene-life', 'problems']);
  });
});
