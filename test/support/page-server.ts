// Serves one page with scripts from a folder, with a policy of the caller's choice, and receives the page's report.
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface PageServer {
  readonly address: string;
  /** The report that the page with this query string will post to `/report` with the same query string. */
  report(query: string): Promise<unknown>;
  close(): Promise<void>;
}

const page =
  '<!doctype html><meta charset="utf-8"><title>Proximal</title><script type="module" src="/page.js"></script>';

/**
 * @param policyFor the Content-Security-Policy of a requested address, if it has one
 * @param headers other headers of all answers
 */
export async function servePage(
  folder: string,
  policyFor: (address: URL) => string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageServer> {
  const waiting = new Map<string, (report: unknown) => void>();

  const answer = async (request: IncomingMessage): Promise<{ status: number; type: string; body: string }> => {
    const { pathname, search } = addressOf(request);
    if (pathname === '/') return { status: 200, type: 'text/html', body: page };
    if (pathname === '/report') {
      waiting.get(search)?.(JSON.parse(await text(request)));
      return { status: 204, type: 'text/plain', body: '' };
    }
    const file = join(folder, basename(pathname));
    if (!existsSync(file)) return { status: 404, type: 'text/plain', body: '' };
    return { status: 200, type: 'text/javascript', body: readFileSync(file, 'utf8') };
  };

  const server = createServer((request, response) => {
    const policy = policyFor(addressOf(request));
    if (policy) response.setHeader('Content-Security-Policy', policy);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    answer(request).then(
      ({ status, type, body }) => response.writeHead(status, { 'Content-Type': type }).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    report: (query) => new Promise((resolve) => waiting.set(`?${query}`, resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addressOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://127.0.0.1');
}
