// One server with the built studio, and one Chromium, for all tests of the studio. The studio is built as by `npm run build` and served from
// a subfolder, as on a web host.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type BrowserServer, chromium } from 'playwright-core';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { browserNamed } from './browsers.ts';
import { removeFolder, root, temporaryFolder } from './folders.ts';
import { timeouts } from './timeouts.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the studio, and the folder that is served. */
    readonly studio: { readonly address: string; readonly folder: string };
    /** The address at which Chromium listens; '' if it is missing. */
    readonly chromium: string;
  }
}

/** Options for machines without a graphics card: the CPU draws WebGL. Compositing the page without WebGL is twice as fast. */
const args = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
  '--disable-background-networking',
];

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export default async function serveStudio(project: TestProject): Promise<() => Promise<void>> {
  const folder = temporaryFolder('studio');
  await build({ root: join(root, 'apps/studio'), logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/folder/`;
  project.provide('studio', { address, folder });
  const browser = await launch();
  project.provide('chromium', browser?.wsEndpoint() ?? '');
  return async () => {
    await browser?.close();
    server.close();
    server.closeAllConnections();
    removeFolder(folder);
  };
}

async function launch(): Promise<BrowserServer | null> {
  const { executable } = browserNamed('Chromium');
  if (executable === undefined) return null;
  return chromium.launchServer({ executablePath: executable, args, timeout: timeouts.event });
}
