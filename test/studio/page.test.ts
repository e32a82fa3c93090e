// The page itself: links, files, sizes, colours, keys, and nothing from elsewhere.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { StudioTest, trueDistance } from '../support/studio.ts';

const studio = new StudioTest();

describe('sharing', () => {
  it('puts everything into the address, and opens it again', async () => {
    const { page } = studio;
    await studio.fill(studio.field('B', 'Position', 'x'), '5');
    await studio.view('Minkowski');
    await page.getByLabel('Algorithm').selectOption('growth-ray');
    await studio.button('Forward').click();
    await expect.poll(() => page.url()).toContain('#1.');
    await page.waitForTimeout(600);
    const other = await studio.newPage(page.url());
    expect(await other.getByLabel('Algorithm').inputValue()).toBe('growth-ray');
    expect(await other.locator('.transport output').textContent()).toMatch(/^2 of/);
    await other.getByRole('navigation').getByRole('button', { name: 'Query' }).click();
    await studio.expectAnswer(trueDistance([5, 0.6, 0.5]), other);
    await other.close();
  });

  for (const hash of ['#1.!!!', '#2.abc', '#1.AAAA', '#<img src=x onerror=alert(1)>']) {
    it(`does no harm by ${hash}`, async () => {
      const other = await studio.newPage(`${studio.address}${hash}`);
      await other.getByRole('alert').waitFor();
      await studio.expectAnswer(trueDistance([2.4, 0.6, 0.5]), other);
      await other.close();
    });
  }

  it('exports and imports the problem file of the command line', async () => {
    const problem = JSON.parse(await studio.download('Export'));
    expect(problem).toMatchObject({ format: 'proximal-problem', version: 1, query: 'distance' });
    problem.b.pose = { position: [3, 0, 0] };
    problem.b.shape = { version: 1, kind: 'sphere', radius: 1 };
    await studio.importFiles({ name: 'p.json', text: JSON.stringify(problem) });
    await studio.expectAnswer(1);
    await studio.importFiles({ name: 'bad.json', text: '{"format":1}' });
    await studio.page.getByRole('alert').filter({ hasText: 'bad.json' }).waitFor();
    expect(await studio.answer()).toBe(1);
  });
});

describe('the page', () => {
  it('fits a telephone and a large screen', async () => {
    const { page } = studio;
    const views = await page.getByRole('navigation').getByRole('button').allInnerTexts();
    for (const [width, height] of [
      [360, 740],
      [3840, 2160],
    ]) {
      await page.setViewportSize({ width, height });
      for (const view of views) {
        await studio.view(view);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${view} at ${width}`).toBe(0);
        await studio.picture(`${view} at ${width}`);
      }
    }
  });

  it('is below a megabyte, compressed, and needs nothing from elsewhere', async () => {
    const other = await studio.browser.newPage();
    const asked: string[] = [];
    other.on('request', (request) => asked.push(request.url()));
    await other.goto(studio.address);
    await other.waitForSelector('.value');
    expect(asked.filter((url) => !url.startsWith(studio.address) && !url.startsWith('blob:'))).toEqual([]);
    await other.close();
    const sizes = asked.map((url) => {
      const path = url.slice(studio.address.length) || 'index.html';
      return gzipSync(readFileSync(join(studio.served.folder, path))).length;
    });
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
  });
});
