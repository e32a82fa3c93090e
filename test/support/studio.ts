// The studio in a real browser.
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { box, distance, ellipsoid } from 'proximal';
import { fromEuler } from 'proximal/math';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { browserNamed, executableOf, needsBrowser } from './browsers.ts';
import { root } from './folders.ts';
import { timeouts } from './timeouts.ts';

/** The reason if the tests are skipped. */
const missing = needsBrowser(browserNamed('Chromium')).meta?.needs;
/** SwiftShader's warning that reading its picture is slow, and that the service worker is blocked, which stores the files for each page. */
const harmless = /GPU stall|GL Driver Message|Service Worker registration blocked/;

const screen = { width: 1280, height: 860 };

/**
 * One page with the studio for all tests of a file, reloaded for each test unless `isOpen` is false. A screenshot is taken at the end of
 * each test, and no test may leave an error or a warning in the console.
 */
export class StudioTest {
  readonly address = inject('studio').address;
  browser!: Browser;
  page!: Page;
  private consoleMessages: string[] = [];

  /** @param isOpen false if each test opens its own link */
  constructor({ isOpen = true } = {}) {
    beforeAll(() => this.start());
    beforeEach(({ skip }) => skip(missing !== undefined, missing));
    afterAll(() => this.browser?.close());
    beforeEach(async () => {
      this.consoleMessages = [];
      await this.page.setViewportSize(screen);
      await this.page.emulateMedia({ colorScheme: null });
      if (isOpen) await this.open();
    });
    afterEach(({ task }) => (missing === undefined ? this.end(task.name) : undefined));
  }

  /** Loads the view of queries, or with a link the view of it. The stored theme is kept until the end of the test. */
  async open(link = '#view=query'): Promise<void> {
    await this.load(link);
    await this.page.waitForSelector('main .panel');
    // Waits until the scene is drawn and can be picked with the pointer.
    await this.drawn();
  }

  /** Loads the page again, with nothing or a link after its address. */
  async load(link: string): Promise<void> {
    // A browser does not reload a page if only the fragment of its address changes.
    await this.page.goto('about:blank');
    await this.page.goto(`${this.address}${link}`);
  }

  /** Reloads the page with the link in its present address. */
  async reopen(): Promise<void> {
    await this.open(new URL(this.page.url()).hash);
  }

  /** Opens a view, and waits until its code is loaded. */
  async view(name: string, page = this.page): Promise<void> {
    await page.getByRole('navigation').getByRole('button', { name }).click();
    await page.locator('nav [aria-current=page]', { hasText: name }).waitFor();
    await page.locator('main > .loading').waitFor({ state: 'detached' });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  async answer(): Promise<number> {
    return Number(await this.page.locator('output.value').getAttribute('data-value'));
  }

  async expectAnswer(value: number, digits = 6): Promise<void> {
    await expect.poll(() => this.answer()).toBeCloseTo(value, digits);
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

  /** Imports files into the page. */
  async importFiles(...files: readonly { readonly name: string; readonly text: string }[]): Promise<void> {
    const chosen = files.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) }));
    await this.page.locator('.tools input[type=file]').setInputFiles(chosen);
  }

  /** The file that a button downloads. */
  async download(name: string): Promise<string> {
    const [file] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('button', { name, exact: true }).click(),
    ]);
    return text(await file.createReadStream());
  }

  /** The text of the last cell of the table row with this name. */
  async cell(row: string): Promise<string> {
    return (await this.page.getByRole('row', { name: row }).getByRole('cell').last().textContent()) ?? '';
  }

  /** The number in that cell, with all its digits. */
  async number(row: string): Promise<number> {
    const cell = this.page.getByRole('row', { name: row }).getByRole('cell').last();
    const text = (await cell.getAttribute('title')) ?? (await cell.textContent()) ?? '';
    return Number.parseFloat(text.replaceAll('−', '-'));
  }

  /** The hues of the drawing's saturated pixels in degrees, in steps of 10, with their shares of all pixels. Grid and ground are gray. */
  async hues(): Promise<ReadonlyMap<number, number>> {
    const shares = await this.page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.stage canvas');
      const copy = document.createElement('canvas').getContext('2d');
      if (!canvas || !copy) throw new Error('there is no canvas');
      [copy.canvas.width, copy.canvas.height] = [canvas.width, canvas.height];
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      const found: Record<number, number> = {};
      for (let k = 0; k < data.length; k += 4) {
        const [r, g, b] = [data[k], data[k + 1], data[k + 2]];
        const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
        if (max - min < 60) continue;
        const sector =
          max === r ? (g - b) / (max - min) + 6 : max === g ? (b - r) / (max - min) + 2 : (r - g) / (max - min) + 4;
        const hue = (10 * Math.round(6 * sector)) % 360;
        found[hue] = (found[hue] ?? 0) + 4 / data.length;
      }
      return Object.entries(found);
    });
    return new Map(shares.map(([hue, share]) => [Number(hue), share]));
  }

  /** The share of the drawing that is not gray. */
  async coloredShare(): Promise<number> {
    return [...(await this.hues()).values()].reduce((sum, share) => sum + share, 0);
  }

  /** Forgets console messages that the test has caused on purpose until now. */
  ignoreMessages(pattern: RegExp): void {
    this.consoleMessages = this.consoleMessages.filter((text) => !pattern.test(text));
  }

  async picture(name: string, page = this.page): Promise<void> {
    await page.screenshot({ path: join(root, 'apps/studio/results', `${name.replaceAll(/\W+/g, '-')}.png`) });
  }

  /** Another page, whose console is checked, too. */
  async newPage(options: BrowserContextOptions): Promise<Page> {
    const page = await this.browser.newPage({ serviceWorkers: 'block', ...options });
    page.setDefaultTimeout(timeouts.event);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.consoleMessages.push(message.text());
    });
    page.on('pageerror', (error) => this.consoleMessages.push(error.message));
    return page;
  }

  /** Waits until the present state is drawn. */
  async drawn(page = this.page): Promise<void> {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }

  private async start(): Promise<void> {
    if (missing !== undefined) return;
    executableOf(browserNamed('Chromium'));
    this.browser = await chromium.connect(inject('chromium'), { timeout: timeouts.event });
    this.page = await this.newPage({ viewport: screen });
  }

  private async end(name: string): Promise<void> {
    await this.picture(name);
    await this.page.evaluate(() => localStorage.clear());
    expect(this.consoleMessages.filter((text) => !harmless.test(text))).toEqual([]);
  }
}

/** The distance of the page's initial pair, with B at another position. */
export function trueDistance(position: readonly number[]): number {
  const pose = fromEuler((20 * Math.PI) / 180, (30 * Math.PI) / 180, 0, 'ZYX', position);
  return distance(box(1, 1, 1), {}, ellipsoid(1, 0.7, 0.4), pose).distance;
}
