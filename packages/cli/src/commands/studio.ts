// `proximal studio`: serves the studio's static files on a port of this computer, and opens it in the browser.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Argv } from 'yargs';
import colors from '../colors.ts';
import { defineCommand } from '../command.ts';
import { Failure, UsageError } from '../outcome.ts';
import { print } from '../visible.ts';

/** The default port. If it is in use, the ports after it are tried, `attempts` ports in all. */
const defaultPort = 5173;
const attempts = 20;

function options(yargs: Argv) {
  return yargs
    .option('port', {
      type: 'number',
      nargs: 1,
      describe: `the port; 0 for any free one; default: ${defaultPort} or the next free one`,
    })
    .option('open', { type: 'boolean', default: true, describe: 'open the browser; --no-open only serves' })
    .example('$0 studio', 'serve the studio and open it in the browser')
    .example('$0 studio --port 8080 --no-open', 'only serve, on port 8080');
}

export const studio = defineCommand({
  command: 'studio',
  describe: 'open the studio in the browser',
  options,
  handler: async ({ port, open }) => {
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
      throw new UsageError(`--port is ${port}; give a whole number from 0 to 65535.`);
    const server = serve(filesOf(studioFolder()));
    const url = `http://localhost:${await listen(server, port)}/`;
    const ended = new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    });
    print(`Proximal Studio: ${colors.bold(url)}\nPress Ctrl-C to stop.`);
    if (open) openBrowser(url);
    await ended;
    server.close();
    server.closeAllConnections();
  },
});

/** The folder of the studio's built files, from its own package. In a clone of the repository the studio is built first. */
function studioFolder(): string {
  const app = installedStudio();
  const builder = join(app, '../../scripts/studio.mjs');
  if (existsSync(builder)) {
    const { status } = spawnSync(process.execPath, [builder, '--build'], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Failure('The studio could not be built.');
  }
  return join(app, 'dist');
}

function installedStudio(): string {
  try {
    return fileURLToPath(new URL('.', import.meta.resolve('@proximal/studio/package.json')));
  } catch {
    throw new Failure('The studio is a separate package: run npm install @proximal/studio and try again.');
  }
}

type Files = ReadonlyMap<string, { readonly type: string; readonly content: Uint8Array }>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** All files of the studio by URL path; nothing else is served. */
function filesOf(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    names.map((name) => {
      const path = `/${name.slice(folder.length).replaceAll('\\', '/').replace(/^\//, '')}`;
      const type = types[extname(name)] ?? 'application/octet-stream';
      return [path === '/index.html' ? '/' : path, { type, content: readFileSync(name) }];
    }),
  );
}

/** Browsers revalidate cached files, do not guess content types, and do not show these files in frames of any page. */
const fixedHeaders = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "frame-ancestors 'none'",
};

function serve(files: Files): Server {
  return createServer(({ method, url = '/', headers }, response) => {
    const file = files.get(url.replace(/[?#].*$/s, ''));
    // Against DNS rebinding: a page whose own host name was made to resolve to this computer must not read the files.
    if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(headers.host ?? '')) response.writeHead(403).end();
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405).end();
    else if (!file) response.writeHead(404).end('There is no such page.\n');
    else response.writeHead(200, { 'Content-Type': file.type, ...fixedHeaders }).end(file.content);
  });
}

/** Listens on the port that was requested, or on the first free one of the default ports. @returns the port */
async function listen(server: Server, requested: number | undefined): Promise<number> {
  const ports = requested === undefined ? Array.from({ length: attempts }, (_, k) => defaultPort + k) : [requested];
  for (const port of ports) {
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve);
      server.listen(port, 'localhost', () => {
        server.off('error', resolve);
        resolve(null);
      });
    });
    if (error === null) return (server.address() as AddressInfo).port;
    if (error.code !== 'EADDRINUSE') throw new Failure(`port ${port} cannot be used: ${error.message}`);
  }
  throw new Failure(
    requested === undefined
      ? `the ports ${defaultPort} to ${defaultPort + attempts - 1} are in use; choose another with --port.`
      : `port ${requested} is in use; choose another, or leave out --port for a free one from ${defaultPort} on.`,
  );
}

/** Opens the browser if there is a desktop, but not where the environment variable CI is set. */
function openBrowser(url: string): void {
  const { platform, env } = process;
  const hasDesktop = platform === 'win32' || platform === 'darwin' || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
  if (!hasDesktop || env['CI']) return;
  const [program, ...words] =
    platform === 'win32' ? ['cmd', '/c', 'start', '', url] : [platform === 'darwin' ? 'open' : 'xdg-open', url];
  // If the program does not exist, the user can open the printed URL.
  spawn(program, words, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
