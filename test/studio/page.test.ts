// The page itself: problem files, screen sizes, content-security policy, size, no external resources, and messages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, inject, it } from 'vitest';
import { root } from '../support/folders.ts';
import { node } from '../support/run.ts';
import { StudioTest, trueDistance } from '../support/studio.ts';

const studio = new StudioTest();

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

// Half the resolution for large screens, since the CPU draws; the layout is the same.
for (const [width, height, deviceScaleFactor] of [
  [360, 740, 1],
  [3840, 2160, 0.5],
]) {
  it(`fits a screen of width ${width}`, async () => {
    const page = await studio.newPage({ viewport: { width, height }, deviceScaleFactor });
    await page.goto(studio.address);
    await page.waitForSelector('.card .picture');
    await studio.picture(`start at ${width}`, page);
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

it('has a policy that allows only its own files and WebAssembly', async () => {
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
  // Neither an inline script nor code from a string runs.
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
  studio.ignoreMessages(/Content Security Policy/);
});

it('is below 950 kB compressed, of which 150 kB at the start, and loads no external resources', async () => {
  const other = await studio.newPage({});
  const requests: string[] = [];
  other.on('request', (request) => requests.push(request.url()));
  await other.goto(studio.address);
  await expect.poll(() => other.locator('.card .picture').count()).toBe(6);
  expect(sizeOf(requests)).toBeLessThan(150_000);
  // Including everything that is loaded later.
  for (const view of await other.getByRole('navigation').getByRole('button').all()) await view.click();
  await other.waitForSelector('.speed');
  await other.getByRole('button', { name: 'Pause' }).waitFor();
  expect(requests.filter((url) => !url.startsWith(studio.address) && !url.startsWith('blob:'))).toEqual([]);
  await other.close();
  expect(sizeOf(requests)).toBeLessThan(950_000);
});

/** The compressed size of the files with these addresses. All workers load the same file, and share other files with the page. */
function sizeOf(addresses: readonly string[]): number {
  const sizes = [...new Set(addresses)].map((url) => {
    const path = url.slice(studio.address.length).replace(/#.*$/, '') || 'index.html';
    return gzipSync(readFileSync(join(inject('studio').folder, path))).length;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

it('removes the text of the start, returns to the previous view, and lets messages disappear', async () => {
  const { page } = studio;
  expect(await page.getByText('is starting').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  const address = async (): Promise<string> => page.url();
  const hash = await address();
  await expect.poll(address).not.toBe(`${studio.address}#`);
  await studio.view('Minkowski');
  await expect.poll(address).not.toBe(hash);
  await expect.poll(() => page.evaluate(() => history.length)).toBeGreaterThan(1);
  await studio.button('Copy link').click();
  const message = page.locator('.message');
  await message.waitFor();
  // The message does not cover the controls at the bottom.
  const [shown, transport] = [await message.boundingBox(), await page.locator('.transport').boundingBox()];
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThan(transport?.y ?? 0);
  // The address of the new view is written after a moment.
  await page.waitForTimeout(600);
  await page.goBack();
  await expect.poll(() => page.locator('[aria-current=page]').textContent()).toBe('Query');
  await message.waitFor({ state: 'detached' });
});

/** The text of a part of the code sheet. */
const snippet = async (title: string): Promise<string> =>
  (await studio.page.getByRole('region', { name: title }).locator('pre').textContent()) ?? '';

it('shows the code of what is shown, which gives the same answer', async () => {
  const { page } = studio;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByLabel('Query').selectOption('growthDistance');
  const growth = await studio.answer();
  await studio.button('Code').click();
  const code = await snippet('TypeScript');
  await studio.button('Copy TypeScript').click();
  await studio.button('TypeScript is copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  expect(Number(node(root, '--input-type=module', '-e', code))).toBe(growth);
  const command = await snippet('Command');
  expect(command).toBe(
    'npx proximal query box:1,1,1 ellipsoid:1,0.7,0.4 --pose-b=2.4,0.6,0.5,20,30,0 --query=growthDistance\n',
  );
  expect(node(root, 'packages/proximal/bin/proximal.mjs', ...command.trim().split(' ').slice(2))).toContain(
    growth.toPrecision(5),
  );
  await page.keyboard.press('Escape');
  // The trace of an algorithm: its last upper bound is the distance of the cores.
  await studio.view('Minkowski');
  await page.getByLabel('Algorithm').waitFor();
  await studio.button('Code').click();
  const trace = node(root, '--input-type=module', '-e', await snippet('TypeScript'))
    .trim()
    .split('\n');
  expect(Number(trace.at(-1)?.split(' ')[1])).toBeCloseTo(trueDistance([2.4, 0.6, 0.5]), 9);
});

it('explains its keys and terms', async () => {
  const { page } = studio;
  await page.locator('.term', { hasText: 'certificate' }).hover();
  await page.getByRole('tooltip').filter({ hasText: 'recomputes both bounds' }).waitFor();
  await page.locator('.stage canvas').focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys and terms' });
  await sheet.getByText('show everything').waitFor();
  expect(await sheet.locator('dt').count()).toBeGreaterThan(10);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
});

it('shows one view without panels in a frame of another page', async () => {
  const { page } = studio;
  await studio.fill(studio.field('B', 'Position', 'x'), '5');
  await expect.poll(async () => page.url()).toContain('#');
  await studio.button('Code').click();
  const [, address = ''] = /src="([^"]+)"/.exec(await snippet('Frame for a page or slide')) ?? [];
  expect(address).toContain('?embed#1.');
  const other = await studio.newPage({ viewport: { width: 600, height: 400 } });
  await other.goto(address);
  await other.locator('[data-label="B"]').waitFor();
  expect(await other.locator('.panel, header').filter({ visible: true }).count()).toBe(0);
  const box = await other.locator('.stage canvas').boundingBox();
  expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, 600, 400]);
  await studio.picture('embedded', other);
  await other.close();
});

it('saves the drawing with its labels as SVG', async () => {
  const svg = await studio.download('SVG');
  expect(svg).toMatch(/^<svg .*<image [^>]*href="data:image\/png;base64,/);
  expect([...svg.matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text)).toEqual(['A', 'B']);
});
