// The page without a network, after its first visit.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { StudioTest } from '../support/studio.ts';

const studio = new StudioTest({ isOpen: false });
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** A server of the built page that can be stopped. */
async function serve(): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://studio').pathname.slice(1) || 'index.html';
    try {
      const content = readFileSync(join(inject('studio').folder, path));
      response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

it('works without its server after the first visit, with every view and lesson', async () => {
  // The page of the file, which is cleared at the end of each test.
  await studio.load('#lessons');
  const { server, address } = await serve();
  const page = await studio.newPage({ serviceWorkers: 'allow' });
  await page.goto(address);
  await page.waitForSelector('.card .picture');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  server.close();
  server.closeAllConnections();
  await page.reload();
  await page.waitForSelector('.card .picture');
  for (const view of ['Query', 'Minkowski', 'Compare', 'Derivatives', 'Parts', 'Planning', 'Simulation'])
    await studio.view(view, page);
  await page.waitForSelector('.speed');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.getByRole('button', { name: 'Lessons' }).click();
  await page.getByRole('link', { name: 'GJK: a distance' }).click();
  await page.locator('.lesson .sentence').waitFor();
  await page.close();
  studio.ignoreMessages(/ERR_CONNECTION_REFUSED|ERR_FAILED/);
});

it('is not registered in a frame of another page', async () => {
  // The page of the file, which is cleared at the end of each test.
  await studio.load('#lessons');
  const { server, address } = await serve();
  const page = await studio.newPage({ serviceWorkers: 'allow' });
  await page.goto(`${address}?embed#view=query`);
  await page.waitForSelector('.labels span');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await page.close();
  server.close();
  server.closeAllConnections();
});
