// The page itself: links, files, sizes, colours, keys, and nothing from elsewhere.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gzipSync, inflateRawSync } from 'node:zlib';
import { describe, expect, inject, it } from 'vitest';
import { StudioTest, trueDistance } from '../support/studio.ts';

const studio = new StudioTest();

/** A link that holds whatever a stranger puts into it. */
const linkTo = (content: string): string => `#1.${deflateRawSync(Buffer.from(content)).toString('base64url')}`;
/** What a link holds. */
const stateOf = (
  address: string,
): { settings?: { simulation?: { scene?: string }; minkowski?: { step?: number } } } => {
  const [, content = ''] = new URL(address).hash.split('.');
  return content === '' ? {} : JSON.parse(inflateRawSync(Buffer.from(content, 'base64url')).toString());
};
const shape = { version: 1, kind: 'sphere', radius: 1 };
const problem = { format: 'proximal-problem', version: 1, query: 'distance', a: { shape }, b: { shape } };
const hostile: Readonly<Record<string, string>> = {
  'no base64': '#1.!!!',
  'another version': '#2.abc',
  'no content': '#1.AAAA',
  markup: '#<img src=x onerror=alert(1)>',
  'a bomb': linkTo(' '.repeat(50_000_000)),
  'no problem': linkTo('{"view":"query"}'),
  'a radius that is none': linkTo(JSON.stringify({ problem: { ...problem, a: { shape: { ...shape, radius: -1 } } } })),
  'an unknown query': linkTo(JSON.stringify({ problem: { ...problem, query: 'constructor' } })),
  'a plane of space': linkTo(JSON.stringify({ problem, plane: problem })),
};

describe('sharing', () => {
  it('puts everything into the address, and opens it again', async () => {
    const { page } = studio;
    await studio.fill(studio.field('B', 'Position', 'x'), '5');
    await studio.view('Minkowski');
    await page.getByLabel('Algorithm').selectOption('growth-ray');
    await studio.button('Forward').click();
    await expect.poll(() => stateOf(page.url()).settings?.minkowski?.step, { timeout: 30_000 }).toBe(1);
    await studio.reopen();
    expect(await page.getByLabel('Algorithm').inputValue()).toBe('growth-ray');
    expect(await page.locator('.transport output').textContent()).toMatch(/^2 of/);
    await studio.view('Query');
    await studio.expectAnswer(trueDistance([5, 0.6, 0.5]));
  });

  for (const [what, hash] of Object.entries(hostile)) {
    it(`does no harm by a link with ${what}`, async () => {
      await studio.open(hash);
      await studio.page.getByRole('alert').waitFor();
      await studio.expectAnswer(trueDistance([2.4, 0.6, 0.5]));
    });
  }

  it('takes what is sound of a link, and leaves the rest', async () => {
    const settings = {
      minkowski: { algorithm: 'no such', step: -5, isFlat: 'yes' },
      derivatives: { noise: 1e9, targetA: ['x'], estimator: 'constructor' },
      simulation: { scene: '<b>', solver: 7 },
      __proto__: { polluted: true },
    };
    const far = { shape, pose: { position: [3, 0, 0] } };
    const content = JSON.stringify({ view: 'nowhere', settings, problem: { ...problem, b: far } });
    await studio.open(linkTo(content));
    await studio.expectAnswer(1);
    for (const view of ['Minkowski', 'Derivatives', 'Simulation', 'Query']) {
      await studio.view(view);
      await studio.page.waitForSelector('main .panel');
    }
    await studio.expectAnswer(1);
  });

  it('keeps the settings of every view in the link', async () => {
    const { page } = studio;
    await studio.view('Derivatives');
    await page.getByLabel('Estimator').selectOption('exact');
    await studio.view('Simulation');
    await page.getByLabel('Scene').first().selectOption('stack');
    await expect.poll(() => stateOf(page.url()).settings?.simulation?.scene, { timeout: 30_000 }).toBe('stack');
    await studio.reopen();
    expect(await page.getByLabel('Scene').first().inputValue()).toBe('stack');
    await studio.view('Derivatives');
    expect(await page.getByLabel('Estimator').inputValue()).toBe('exact');
  });

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
  // Half the pixels each way are enough for a large screen, where the processor draws: the layout is the same.
  for (const [width, height, deviceScaleFactor] of [
    [360, 740, 1],
    [3840, 2160, 0.5],
  ]) {
    it(`fits a screen that is ${width} wide`, async () => {
      const page = await studio.newPage({ viewport: { width, height }, deviceScaleFactor });
      await page.goto(studio.address);
      await page.waitForSelector('main .panel');
      for (const view of await page.getByRole('navigation').getByRole('button').allInnerTexts()) {
        await studio.view(view, page);
        await studio.drawn(page);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${view} at ${width}`).toBe(0);
        await studio.picture(`${view} at ${width}`, page);
      }
      await page.close();
    });
  }

  it('has a policy that allows its own files and WebAssembly, and nothing else', async () => {
    const meta = studio.page.locator('meta[http-equiv="Content-Security-Policy"]');
    const policy = (await meta.getAttribute('content')) ?? '';
    const rules = Object.fromEntries(
      policy.split(';').map((rule) => {
        const [name, ...sources] = rule.trim().split(' ');
        return [name, sources];
      }),
    );
    expect(rules['default-src']).toEqual(["'none'"]);
    expect(rules['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:/);
    // A script in the page and a text that is run as one: neither is.
    const ran = await studio.page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'document.documentElement.dataset.inline = "ran"';
      document.head.append(script);
      setTimeout('document.documentElement.dataset.text = "ran"', 0);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const { inline, text } = document.documentElement.dataset;
      return { inline, text };
    });
    expect(ran).toEqual({ inline: undefined, text: undefined });
    studio.forgive(/Content Security Policy/);
  });

  it('is below a megabyte, compressed, and needs nothing from elsewhere', async () => {
    const other = await studio.browser.newPage();
    const asked: string[] = [];
    other.on('request', (request) => asked.push(request.url()));
    await other.goto(studio.address);
    await other.waitForSelector('.value');
    // With everything that is loaded later.
    for (const view of await other.getByRole('navigation').getByRole('button').all()) await view.click();
    await other.waitForSelector('.speed');
    await other.getByRole('button', { name: 'Pause' }).waitFor();
    expect(asked.filter((url) => !url.startsWith(studio.address) && !url.startsWith('blob:'))).toEqual([]);
    await other.close();
    const sizes = asked.map((url) => {
      const path = url.slice(studio.address.length) || 'index.html';
      return gzipSync(readFileSync(join(inject('studio').folder, path))).length;
    });
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
  });
});
