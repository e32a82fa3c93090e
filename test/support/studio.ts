// The studio in a real browser: built as `npm run build` builds it, served from a folder, and used like a person would.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { box, distance, ellipsoid } from 'proximal';
import { fromEuler } from 'proximal/math';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { browsers } from './browsers.ts';
import { removeFolder, root, temporaryFolder } from './folders.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
/** Pictures without a graphics card. */
const args = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
];
/** SwiftShader tells that reading its picture is slow. */
const harmless = /GPU stall|GL Driver Message/;

/** The built studio on a server of its own, below a folder, as on someone's web space. */
export class ServedStudio {
  readonly folder = temporaryFolder('studio');
  address = '';
  private server: Server | null = null;

  async start(): Promise<void> {
    const { folder } = this;
    const outDir = { outDir: folder, emptyOutDir: true };
    await build({ root: join(root, 'apps/studio'), logLevel: 'error', build: outDir });
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://studio');
      const path = pathname.replace(/^\/some\/folder\//, '') || 'index.html';
      try {
        const content = readFileSync(join(folder, path));
        response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream' }).end(content);
      } catch {
        response.writeHead(404).end();
      }
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/folder/`;
  }

  stop(): void {
    this.server?.close();
    this.server?.closeAllConnections();
    removeFolder(this.folder);
  }
}

/** A page with the studio for each test; a picture of its end is kept, and no test may leave a complaint in the console. */
export class StudioTest {
  readonly served = new ServedStudio();
  browser!: Browser;
  page!: Page;
  private complaints: string[] = [];

  constructor() {
    beforeAll(() => this.start());
    afterAll(() => this.stop());
    beforeEach(() => this.open());
    afterEach(({ task }) => this.close(task.name));
  }

  get address(): string {
    return this.served.address;
  }

  /** Another page, with the same eye on its console. */
  async newPage(address: string): Promise<Page> {
    const page = await this.browser.newPage({ viewport: { width: 1280, height: 860 } });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    await page.goto(address);
    await page.waitForSelector('main .panel');
    return page;
  }

  async view(name: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('button', { name }).click();
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  async answer(page = this.page): Promise<number> {
    return Number(await page.locator('output.value').getAttribute('data-value'));
  }

  async expectAnswer(value: number, page = this.page): Promise<void> {
    await expect.poll(() => this.answer(page)).toBeCloseTo(value, 6);
  }

  field(body: 'A' | 'B', group: string, name: string): Locator {
    return this.page
      .getByRole('group', { name: body, exact: true })
      .getByRole('group', { name: group })
      .getByLabel(name);
  }

  async fill(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    await field.press('Tab');
  }

  /** Hands a file to the page's import. */
  async importFiles(...files: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
    const chosen = files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) }));
    await this.page.locator('.tools input[type=file]').setInputFiles(chosen);
  }

  /** What a button hands out. */
  async download(name: string): Promise<string> {
    const [file] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('button', { name, exact: true }).click(),
    ]);
    return readFileSync(await file.path(), 'utf8');
  }

  /** A cell of the table row with this name. */
  async cell(row: string): Promise<string> {
    return (await this.page.getByRole('row', { name: row }).getByRole('cell').last().textContent()) ?? '';
  }

  async number(row: string): Promise<number> {
    return Number.parseFloat((await this.cell(row)).replace('−', '-'));
  }

  /** A complaint that the test has caused on purpose. */
  forgive(complaint: RegExp): void {
    this.complaints = this.complaints.filter((text) => !complaint.test(text));
  }

  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(root, 'apps/studio/results', `${name.replaceAll(/\W+/g, '-')}.png`) });
  }

  private async start(): Promise<void> {
    const executablePath = browsers.find(({ name }) => name === 'Chromium')?.executable;
    expect(executablePath, 'apt-get install chromium').toBeDefined();
    await this.served.start();
    this.browser = await chromium.launch({ executablePath: executablePath ?? '', headless: true, args });
  }

  private async stop(): Promise<void> {
    await this.browser?.close();
    this.served.stop();
  }

  private async open(): Promise<void> {
    this.complaints = [];
    this.page = await this.newPage(this.address);
  }

  private async close(name: string): Promise<void> {
    await this.picture(name);
    await this.page.close();
    expect(this.complaints.filter((text) => !harmless.test(text))).toEqual([]);
  }
}

/** The page's first pair, with B elsewhere. */
export function trueDistance(position: readonly number[]): number {
  const pose = fromEuler((20 * Math.PI) / 180, (30 * Math.PI) / 180, 0, 'ZYX', position);
  return distance(box(1, 1, 1), {}, ellipsoid(1, 0.7, 0.4), pose).distance;
}
