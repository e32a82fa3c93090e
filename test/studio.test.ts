// The studio in a real browser: built as `npm run build` builds it, served from a folder, and used like a person would.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { box, distance, ellipsoid } from 'proximal';
import { fromEuler } from 'proximal/math';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browsers } from './support/browsers.ts';
import { removeFolder, root, temporaryFolder } from './support/folders.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const executablePath = browsers.find(({ name }) => name === 'Chromium')?.executable;
/** Pictures without a graphics card. */
const args = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
];

let folder: string;
let server: Server;
let browser: Browser;
let page: Page;
let complaints: string[];
let address: string;

beforeAll(async () => {
  expect(executablePath, 'apt-get install chromium').toBeDefined();
  folder = temporaryFolder('studio');
  await build({ root: join(root, 'apps/studio'), logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
  server = createServer((request, response) => {
    // Below a folder, as on someone's web space.
    const path = new URL(request.url ?? '/', 'http://studio').pathname.replace(/^\/some\/folder\//, '') || 'index.html';
    try {
      const content = readFileSync(join(folder, path));
      response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/folder/`;
  browser = await chromium.launch({ executablePath: executablePath ?? '', headless: true, args });
});

afterAll(async () => {
  await browser?.close();
  server?.close();
  removeFolder(folder);
});

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(address);
  await page.waitForSelector('.value');
});

afterEach(async ({ task }) => {
  await page.screenshot({ path: join(root, 'apps/studio/results', `${task.name.replaceAll(/\W+/g, '-')}.png`) });
  await page.close();
  // SwiftShader tells that reading its picture is slow.
  expect(complaints.filter((text) => !/GPU stall|GL Driver Message/.test(text))).toEqual([]);
});

const answer = async (): Promise<number> => Number(await page.locator('output.value').getAttribute('data-value'));
const field = (body: 'A' | 'B', group: string, name: string) =>
  page.getByRole('group', { name: body, exact: true }).getByRole('group', { name: group }).getByLabel(name);
const expectAnswer = (value: number) => expect.poll(answer).toBeCloseTo(value, 6);

/** The page's first pair, with B elsewhere. */
function trueDistance(position: readonly number[]): number {
  const pose = fromEuler((20 * Math.PI) / 180, (30 * Math.PI) / 180, 0, 'ZYX', position);
  return distance(box(1, 1, 1), {}, ellipsoid(1, 0.7, 0.4), pose).distance;
}

describe('the query view', () => {
  it('shows the distance, and the right one after B was dragged', async () => {
    expect(await answer()).toBeCloseTo(trueDistance([2.4, 0.6, 0.5]), 9);
    const canvas = await page.locator('canvas').boundingBox();
    const label = await page.locator('[data-label="B"]').boundingBox();
    if (!canvas || !label) throw new Error('there is no picture');
    await page.mouse.move(label.x, label.y);
    await page.mouse.down();
    await page.mouse.move(label.x + 40, label.y - 20, { steps: 4 });
    await page.mouse.up();
    const read = async (name: string): Promise<number> => Number(await field('B', 'Position', name).inputValue());
    const position = [await read('x'), await read('y'), await read('z')];
    expect(Math.hypot(position[0] - 2.4, position[1] - 0.6, position[2] - 0.5)).toBeGreaterThan(0.05);
    await expectAnswer(trueDistance(position));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectAnswer(trueDistance([2.4, 0.6, 0.5]));
    await page.getByRole('button', { name: 'Redo' }).click();
    await expectAnswer(trueDistance(position));
  });

  it('takes numbers and keys, and every query and algorithm', async () => {
    await field('B', 'Position', 'x').fill('4');
    await field('B', 'Position', 'x').press('Tab');
    await expectAnswer(trueDistance([4, 0.6, 0.5]));
    await page.locator('canvas').focus();
    await page.keyboard.press('ArrowLeft');
    await expectAnswer(trueDistance([3.95, 0.6, 0.5]));
    for (const algorithm of ['gjk', 'nesterov', 'frank-wolfe']) {
      await page.getByLabel('Algorithm').selectOption(algorithm);
      await expect.poll(answer).toBeCloseTo(trueDistance([3.95, 0.6, 0.5]), 2);
    }
    await page.getByRole('button', { name: /Collision/ }).click();
    await expect.poll(async () => page.locator('output.value').textContent()).toBe('no');
    await page.getByLabel('Query').selectOption('signedDistance');
    await expectAnswer(trueDistance([3.95, 0.6, 0.5]));
  });

  it('offers every kind of shape, and says what is wrong with a number', async () => {
    const body = page.getByRole('group', { name: 'B', exact: true });
    const choice = body.getByLabel('Shape').first();
    const kinds = await choice.locator('option').allInnerTexts();
    expect(kinds.length).toBeGreaterThan(18);
    for (const kind of kinds) {
      await choice.selectOption({ label: kind });
      await expect.poll(answer, { message: kind }).not.toBeNaN();
    }
    await choice.selectOption('sphere');
    await body.getByLabel('radius').fill('-1');
    await body.getByLabel('radius').press('Tab');
    expect(await body.getByRole('alert').textContent()).toContain('in metres');
  });

  it('takes a mesh, and refuses a broken one with its reason', async () => {
    const pyramid = 'v 1 1 0\nv -1 1 0\nv -1 -1 0\nv 1 -1 0\nv 0 0 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\nf 4 3 2 1\n';
    const input = page.getByRole('group', { name: 'B', exact: true }).locator('input[type=file]');
    await input.setInputFiles({ name: 'pyramid.obj', mimeType: 'text/plain', buffer: Buffer.from(pyramid) });
    await page.getByText('pyramid.obj: the hull has 5 vertices.').waitFor();
    const before = await answer();
    await input.setInputFiles({ name: 'broken.stl', mimeType: 'model/stl', buffer: Buffer.from('solid nothing') });
    await page.getByRole('alert').filter({ hasText: 'broken.stl' }).waitFor();
    expect(await answer()).toBe(before);
  });
});

describe('the Minkowski view', () => {
  it('steps through an algorithm, forward and back, with bounds that close in', async () => {
    await page.getByRole('button', { name: 'Minkowski' }).click();
    const count = page.locator('.stepper output');
    await expect.poll(() => count.textContent()).toMatch(/^1 of \d+$/);
    const total = Number(/of (\d+)/.exec((await count.textContent()) ?? '')?.[1]);
    for (let k = 1; k < total; k++) await page.getByRole('button', { name: 'Forward' }).click();
    await expect.poll(() => count.textContent()).toBe(`${total} of ${total}`);
    const bound = async (name: string): Promise<number> =>
      Number.parseFloat((await page.getByRole('row', { name }).getByRole('cell').last().textContent()) ?? '');
    expect(await bound('lower bound')).toBeCloseTo(trueDistance([2.4, 0.6, 0.5]), 6);
    expect(await bound('upper bound')).toBeCloseTo(trueDistance([2.4, 0.6, 0.5]), 6);
    await page.locator('canvas').focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => count.textContent()).toBe(`${total - 1} of ${total}`);
    await page.getByLabel('Algorithm').selectOption('frank-wolfe');
    await expect.poll(() => count.textContent()).toMatch(/^1 of \d+$/);
    // The shapes are apart: all that EPA has to show is GJK's way to see it.
    await page.getByLabel('Algorithm').selectOption('epa');
    await expect.poll(() => count.textContent()).toMatch(/^1 of \d+$/);
  });
});

describe('the compare view', () => {
  it('plots every algorithm, and hands out the numbers', async () => {
    await page.getByRole('button', { name: 'Compare' }).click();
    expect(await page.locator('.plot canvas').count()).toBe(2);
    const gjk = Number(await page.locator('[data-iterations="gjk"]').textContent());
    expect(gjk).toBeGreaterThan(1);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Sweep as CSV' }).click(),
    ]);
    const rows = readFileSync(await file.path(), 'utf8').split('\n');
    expect(rows[0]).toContain('distance,GJK');
    expect(rows).toHaveLength(57);
  });
});

describe('sharing', () => {
  it('puts everything into the address, and opens it again', async () => {
    await field('B', 'Position', 'x').fill('5');
    await field('B', 'Position', 'x').press('Tab');
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect.poll(() => page.url()).toContain('#1.');
    await page.waitForTimeout(600);
    const link = page.url();
    const other = await browser.newPage();
    await other.goto(link);
    await other.getByText('Convergence as CSV').waitFor();
    await other.getByRole('button', { name: 'Query' }).click();
    const value = Number(await other.locator('output.value').getAttribute('data-value'));
    expect(value).toBeCloseTo(trueDistance([5, 0.6, 0.5]), 6);
    await other.close();
  });

  it.each(['#1.!!!', '#2.abc', '#1.AAAA', '#<img src=x onerror=alert(1)>'])('does no harm by %s', async (hash) => {
    const other = await browser.newPage();
    await other.goto(address + hash);
    await other.getByRole('alert').filter({ hasText: 'The link' }).waitFor();
    expect(Number(await other.locator('output.value').getAttribute('data-value'))).toBeCloseTo(
      trueDistance([2.4, 0.6, 0.5]),
      9,
    );
    await other.close();
  });

  it('exports and imports the problem file of the command line', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const problem = JSON.parse(readFileSync(await file.path(), 'utf8'));
    expect(problem).toMatchObject({ format: 'proximal-problem', version: 1, query: 'distance' });
    problem.b.pose = { position: [3, 0, 0] };
    problem.b.shape = { version: 1, kind: 'sphere', radius: 1 };
    const input = page.locator('.tools input[type=file]');
    await input.setInputFiles({
      name: 'p.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(problem)),
    });
    await expectAnswer(1);
    await input.setInputFiles({ name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{"format":1}') });
    await page.getByRole('alert').filter({ hasText: 'bad.json' }).waitFor();
    expect(await answer()).toBe(1);
  });
});

describe('the page', () => {
  it('fits a telephone and a large screen', async () => {
    for (const [width, height] of [
      [360, 740],
      [3840, 2160],
    ]) {
      await page.setViewportSize({ width, height });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, String(width)).toBe(0);
    }
  });

  it('is below a megabyte, compressed, and needs nothing from elsewhere', async () => {
    const other = await browser.newPage();
    const asked: string[] = [];
    other.on('request', (request) => asked.push(request.url()));
    await other.goto(address);
    await other.waitForSelector('.value');
    expect(asked.filter((url) => !url.startsWith(address) && !url.startsWith('blob:'))).toEqual([]);
    await other.close();
    const { gzipSync } = await import('node:zlib');
    const sizes = asked.map(
      (url) => gzipSync(readFileSync(join(folder, url.slice(address.length) || 'index.html'))).length,
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
  });
});
