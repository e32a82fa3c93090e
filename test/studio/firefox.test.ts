// The built studio in Firefox: it starts, answers and simulates, and has nothing to complain about.
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { browsers } from '../support/browsers.ts';
import { trueDistance } from '../support/studio.ts';

const { executable, remedy } = browsers.find(({ name }) => name === 'Firefox') ?? {};
const mustHaveBrowsers = !['', '0', 'false'].includes(process.env['CI'] ?? '');
if (!executable && !mustHaveBrowsers) console.warn(`Firefox is not on the PATH, so its tests are skipped: ${remedy}`);

describe.skipIf(!executable && !mustHaveBrowsers)('the studio in Firefox', () => {
  const complaints: string[] = [];
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    expect(executable, remedy).toBeDefined();
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: executable ?? '', headless: true });
    page = await browser.newPage();
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(inject('studio').address);
    await page.waitForSelector('output.value');
  });

  afterAll(() => browser?.close());

  const open = async (view: string): Promise<void> => {
    await page.evaluate((name) => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('nav button')];
      buttons.find(({ textContent }) => textContent === name)?.click();
    }, view);
  };

  it('answers with the right distance', async () => {
    const value = await page.$eval('output.value', (element) => element.getAttribute('data-value'));
    expect(Number(value)).toBeCloseTo(trueDistance([2.4, 0.6, 0.5]), 9);
  });

  it('opens every view, and simulates', { timeout: 240_000 }, async () => {
    for (const view of ['Minkowski', 'Compare', 'Derivatives', 'Simulation']) {
      await open(view);
      await page.waitForFunction(
        (name) => document.querySelector('[aria-current=page]')?.textContent === name,
        {},
        view,
      );
    }
    const time = (): Promise<number> =>
      page.$eval('.transport output', (element) => Number.parseFloat(element.textContent ?? ''));
    await expect.poll(time, { timeout: 120_000 }).toBeGreaterThan(0.5);
    // Where there is no graphics card the browser may refuse WebGL: the page says so, and goes on.
    const pictures = await page.$$eval('.stage canvas, .stage .notice', (list) => list.length);
    expect(pictures).toBeGreaterThan(0);
    // It mentions drivers, not the page.
    expect(complaints.filter((text) => !/WebGL|GPU|swap chain/i.test(text))).toEqual([]);
  });
});
