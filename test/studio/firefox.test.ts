// The built studio in Firefox: it starts, draws, answers and simulates, without errors in the console.
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { browserNamed, executableOf, firefoxOptions, needsBrowser } from '../support/browsers.ts';
import { type Display, openDisplay } from '../support/display.ts';
import { root } from '../support/folders.ts';
import { trueDistance } from '../support/studio.ts';
import { timeouts } from '../support/timeouts.ts';

const firefox = browserNamed('Firefox');

describe('the studio in Firefox', needsBrowser(firefox), () => {
  const consoleMessages: string[] = [];
  let display: Display | null;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    display = await openDisplay();
    browser = await puppeteer.launch({
      ...firefoxOptions,
      executablePath: executableOf(firefox),
      // WebGL also without a graphics card.
      extraPrefsFirefox: { 'webgl.force-enabled': true },
      env: display ? { ...process.env, DISPLAY: display.name } : process.env,
    });
    page = await browser.newPage();
    page.setDefaultTimeout(timeouts.event);
    await page.setViewport({ width: 1000, height: 700 });
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) consoleMessages.push(message.text());
    });
    page.on('pageerror', (error) => consoleMessages.push(String(error)));
    await page.goto(inject('studio').address);
    await page.waitForSelector('.card .picture .area');
    await open('Query');
    await page.waitForSelector('output.value');
  });

  afterAll(async () => {
    await browser?.close();
    display?.stop();
  });

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

  /** The numbers of pixels in the colors of A and B; null if the page reports that there is no WebGL. */
  const picture = (): Promise<{ blue: number; amber: number } | null> =>
    page.evaluate(() => {
      if (!document.createElement('canvas').getContext('webgl2')) {
        if (!document.querySelector('.stage .notice'))
          throw new Error('there is no WebGL, and the page does not say so');
        return null;
      }
      const canvas = document.querySelector<HTMLCanvasElement>('.stage canvas');
      const copy = document.createElement('canvas').getContext('2d');
      if (!canvas || !copy) throw new Error('there is no canvas');
      [copy.canvas.width, copy.canvas.height] = [canvas.width, canvas.height];
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      let [blue, amber] = [0, 0];
      for (let k = 0; k < data.length; k += 4) {
        if (data[k + 3] < 128) continue;
        if (data[k + 2] > data[k] + 60) blue++;
        else if (data[k] > data[k + 2] + 60) amber++;
      }
      return { blue, amber };
    });

  it('draws both bodies', async ({ skip }) => {
    await expect
      .poll(async () => {
        const drawn = await picture();
        return drawn === null || (drawn.blue > 1000 && drawn.amber > 1000);
      })
      .toBe(true);
    // The virtual display has WebGL; another display may not.
    if (display && !process.env['DISPLAY']) expect(await picture()).not.toBeNull();
    await page.screenshot({ path: join(root, 'apps/studio/results/firefox.png') });
    skip((await picture()) === null, 'a screen with WebGL for Firefox: apt-get install xvfb');
  });

  it('steps through a lesson', async () => {
    await page.goto('about:blank');
    await page.goto(`${inject('studio').address}#lesson=gjk&step=1`);
    await page.waitForSelector('.lesson .picture .area');
    const place = (): Promise<string> =>
      page.$eval('.lesson .transport output', (element) => element.textContent ?? '');
    const count = Number(/of (\d+)/.exec(await place())?.[1]);
    for (let k = 1; k < count; k++) {
      await page.keyboard.press('ArrowRight');
      await expect.poll(place).toBe(`${k + 1} of ${count}`);
    }
    expect(await page.$eval('.lesson .sentence', (element) => element.textContent)).toContain('valid.');
    await page.screenshot({ path: join(root, 'apps/studio/results/firefox-lesson.png') });
  });

  it('opens every view, and simulates', async () => {
    for (const view of ['Minkowski', 'Compare', 'Derivatives', 'Parts', 'Robots', 'Planning', 'Simulation']) {
      await open(view);
      await page.waitForFunction(
        (name) => document.querySelector('[aria-current=page]')?.textContent === name,
        {},
        view,
      );
      if (view === 'Planning') await page.waitForSelector('.proof[data-valid=true]');
    }
    await page.waitForSelector('.speed');
    const time = (): Promise<number> =>
      page.$eval('.transport output', (element) => Number.parseFloat(element.textContent ?? ''));
    await expect.poll(time).toBeGreaterThan(0.5);
    const drawn = await picture();
    expect(drawn === null || drawn.blue + drawn.amber > 1000).toBe(true);
    // Messages about drivers are not about the page.
    expect(consoleMessages.filter((text) => !/WebGL|GPU|swap chain/i.test(text))).toEqual([]);
  });
});
