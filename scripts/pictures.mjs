// @ts-check
// `npm run pictures`: the pictures of README, from the studio in Chromium. They are reviewed by eye and committed.

import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build, runnerImport } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'apps/studio/results/pictures');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** @type {readonly { readonly file: string, readonly open: (page: import('playwright-core').Page) => Promise<void> }[]} */
const pictures = [
  {
    file: 'docs/pile.jpg',
    open: async (page) => {
      await view(page, 'Simulation');
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByLabel('Scene').first().selectOption('polytopes');
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      await page.waitForFunction(
        () => Number.parseFloat(document.querySelector('.transport output')?.textContent ?? '') > 1.5,
      );
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('button', { name: 'Play' }).waitFor();
    },
  },
  {
    file: 'docs/robot.jpg',
    open: async (page) => {
      await view(page, 'Robots');
      // The distances of the nearest pairs are computed when the robot is loaded.
      await page.getByRole('cell', { name: /mm$/ }).first().waitFor();
    },
  },
];

/** @param {import('playwright-core').Page} page @param {string} name */
async function view(page, name) {
  await page.getByRole('navigation').getByRole('button', { name }).click();
  await page.locator('main > .loading').waitFor({ state: 'detached' });
}

await build({ root: join(root, 'apps/studio'), logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } });
const server = createServer((request, response) => {
  const path = join(folder, new URL(request.url ?? '/', 'http://studio').pathname.slice(1) || 'index.html');
  try {
    const content = readFileSync(path);
    response
      .writeHead(200, {
        'Content-Type': types[/** @type {keyof typeof types} */ (extname(path))] ?? 'application/octet-stream',
      })
      .end(content);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
/** @type {{ module: typeof import('../test/support/browsers.ts') }} */
const { module: browsers } = await runnerImport(join(root, 'test/support/browsers.ts'));
const executablePath = browsers.executableOf(browsers.browserNamed('Chromium'));
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
for (const { file, open } of pictures) {
  const page = await browser.newPage({ viewport: { width: 1100, height: 680 }, colorScheme: 'light' });
  page.setDefaultTimeout(120_000);
  await page.goto(`http://127.0.0.1:${port}/`);
  await open(page);
  // While something moves, a busy machine draws coarse pictures.
  await page.waitForTimeout(4000);
  await page.screenshot({ path: join(root, file), type: 'jpeg', quality: 78 });
  await page.close();
}
await browser.close();
server.close();
rmSync(folder, { recursive: true });
