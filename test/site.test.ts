// The documentation as a site: built as by `npm run docs`, served from a subfolder, and read in a real browser.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join, normalize } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { distance, ellipse, polygon } from 'proximal/2d';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSite } from '../apps/site/src/build.ts';
import { sections } from '../apps/site/src/sections.ts';
import { browserNamed, chromiumFlags, executableOf, needsBrowser } from './support/browsers.ts';
import { removeFolder, root, temporaryFolder } from './support/folders.ts';
import { timeouts } from './support/timeouts.ts';

const inChromium = needsBrowser(browserNamed('Chromium'));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

let folder: string;
let files: string[];
/** Pages of the site, without the studio, which has tests of its own. */
let pages: string[];

beforeAll(async () => {
  folder = temporaryFolder('site');
  await buildSite(folder);
  files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  pages = files.filter((file) => file.endsWith('.html') && !file.startsWith('studio/'));
});

afterAll(() => removeFolder(folder));

const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const decoded = (text: string): string => decodeURIComponent(text.replaceAll('&amp;', '&'));

describe('the site', () => {
  it('has a page for every page of docs and every subpath', () => {
    const written = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/${file.replaceAll('\\', '/')}`);
    const listed = sections.flatMap((section) => section.pages);
    expect(written.filter((file) => !listed.includes(file))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
    expect(pages).toContain('api/functions/proximal.distance.html');
    expect(pages).toContain('api/classes/proximal_2d.Pair.html');
  });

  it('has no dead link and no external request', () => {
    const anchors = new Map<string, ReadonlySet<string>>();
    const anchorsOf = (page: string): ReadonlySet<string> => {
      const known = anchors.get(page);
      if (known) return known;
      const found = new Set(Array.from(textOf(page).matchAll(/\sid="([^"]*)"/g), ([, id]) => decoded(id)));
      anchors.set(page, found);
      return found;
    };
    const wrong: string[] = [];
    let count = 0;
    for (const page of pages) {
      for (const [, tag, name, link] of textOf(page).matchAll(/<(\w+)\s[^>]*?(href|src)="([^"]*)"/g)) {
        const isExternal = /^(https?:|mailto:|data:)/.test(link);
        if (isExternal && !(tag === 'a' && name === 'href')) wrong.push(`${page} requests ${link}`);
        if (isExternal) continue;
        count++;
        const [path, anchor = ''] = link.split('#');
        const target = path === '' ? page : normalize(join(dirname(page), decoded(path))).replaceAll('\\', '/');
        if (!existsSync(join(folder, target))) wrong.push(`${page}: ${link}`);
        else if (anchor !== '' && target.endsWith('.html') && !anchorsOf(target).has(decoded(anchor)))
          wrong.push(`${page}: no anchor ${link}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(10_000);
  });
});

describe('the site in Chromium', inChromium, () => {
  let server: Server;
  let browser: Browser;
  let address: string;
  const problems: string[] = [];

  const serve = (): Promise<void> => {
    server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname).replace(
        /^\/some\/folder\//,
        '',
      );
      const file = join(folder, path || 'index.html');
      if (!file.startsWith(folder) || !existsSync(file)) {
        problems.push(`not found: ${request.url}`);
        response.writeHead(404).end();
        return;
      }
      const type = types[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'max-age=600' }).end(readFileSync(file));
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  };

  const newPage = async (): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    page.setDefaultTimeout(timeouts.event);
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      // The studio draws without a graphics card here, and the browser warns that this is slow.
      if (/GPU stall/.test(message.text())) return;
      if (['error', 'warning'].includes(message.type())) problems.push(`${page.url()}: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(address))
        problems.push(`request: ${request.url()}`);
    });
    return page;
  };

  beforeAll(async () => {
    await serve();
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/folder/`;
    const executablePath = executableOf(browserNamed('Chromium'));
    browser = await chromium.launch({ executablePath, args: chromiumFlags, timeout: timeouts.event });
  });

  beforeEach(() => {
    problems.length = 0;
  });

  afterAll(async () => {
    await browser?.close();
    server.close();
    server.closeAllConnections();
  });

  it('loads all pages of text and a sample of the reference without an error', async () => {
    const page = await newPage();
    // One template renders all pages of the reference.
    for (const file of pages.filter((name, k) => !name.startsWith('api/') || k % 40 === 0)) {
      await page.goto(address + file, { waitUntil: 'domcontentloaded' });
      expect(await page.locator('h1').count(), file).toBeGreaterThan(0);
    }
    await page.close();
    expect(problems).toEqual([]);
  });

  it('is dark or light like the system, or as chosen on any page', async () => {
    const page = await newPage();
    const brightness = (): Promise<number> =>
      page.evaluate(() => {
        const [r, g, b] = (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(Number);
        return (r + g + b) / 3;
      });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${address}growth.html`);
    expect(await brightness()).toBeLessThan(60);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await brightness()).toBeGreaterThan(200);
    await page.getByText('Settings').click();
    await page.locator('#tsd-theme').selectOption('dark');
    await page.goto(`${address}plane.html`);
    expect(await brightness()).toBeLessThan(60);
    await page.evaluate(() => localStorage.clear());
    await page.close();
    expect(problems).toEqual([]);
  });

  it('links to the studio, and the studio back', async () => {
    const page = await newPage();
    await page.goto(`${address}internals/gjk.html`);
    await page.getByRole('link', { name: 'Open the studio' }).click();
    await page.waitForURL(`${address}studio/index.html`);
    await page.getByRole('link', { name: 'Docs' }).click();
    await page.waitForURL(`${address}index.html`);
    await page.close();
  });

  it('has explorables whose numbers are those of the library', async () => {
    const page = await newPage();
    await page.goto(`${address}explorables/gjk.html`);
    const cell = (row: string): Promise<string | null> =>
      page.getByRole('row', { name: row }).getByRole('cell').textContent();
    const triangle = polygon([
      [-0.7, -0.5],
      [0.8, -0.4],
      [0, 0.8],
    ]);
    const poseB = { position: [1.9, 1.2], angle: 0.3 };
    const expected = distance(ellipse(0.9, 0.4), {}, triangle, poseB).distance;
    expect(await cell('answer of the library')).toBe(`${expected.toFixed(6)} m, separated`);
    // The bounds of the last step meet at the answer.
    await page
      .getByLabel('Step')
      .fill(await page.getByLabel('Step').evaluate((input) => (input as HTMLInputElement).max));
    expect(await cell('lower bound')).toBe(expected.toFixed(6));
    expect(await cell('upper bound')).toBe(expected.toFixed(6));
    // Dragged by the pointer onto A, B overlaps it.
    const [bodies] = await page.locator('.explorable svg').all();
    const [frame, body] = [await bodies.boundingBox(), await bodies.locator('.draggable').boundingBox()];
    if (!frame || !body) throw new Error('nothing is drawn');
    await page.mouse.move(body.x + body.width / 2, body.y + body.height / 2);
    await page.mouse.down();
    await page.mouse.move(frame.x + frame.width / 2, frame.y + frame.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => cell('answer of the library')).toBe('0.000000 m, overlapping');
    for (const name of ['epa', 'growth']) {
      await page.goto(`${address}explorables/${name}.html`);
      expect(await cell('answer of the library')).toMatch(/^[\d.]+.*, certified$/);
    }
    await page.goto(`${address}explorables/smoothing.html`);
    const exact = Number(await cell('exact derivative'));
    expect([exact < 0.05 || exact > 0.8, Math.abs(Number(await cell('smoothed derivative')) - 1 / 1.7) < 0.2]).toEqual([
      true,
      true,
    ]);
    await page.close();
    expect(problems).toEqual([]);
  });

  // The last test: it ends the server.
  it('finds "growth distance" after the server has ended', async () => {
    const page = await newPage();
    await page.goto(address, { waitUntil: 'networkidle' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await page.keyboard.press('/');
    await page.locator('#tsd-search-input').fill('growth distance');
    await page.locator('#tsd-search-results a', { hasText: 'Growth distance' }).first().waitFor();
    const links = await page
      .locator('#tsd-search-results a')
      .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href));
    expect(links).toContain(`${address}growth.html`);
    await page.close();
    expect(problems).toEqual([]);
  });
});
