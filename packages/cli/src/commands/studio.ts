// `proximal studio`: serves the studio's static files on a local port.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Argv, CommandModule } from 'yargs';
import colors from '../colors.ts';
import { Failure, UsageError } from '../outcome.ts';
import { print } from '../visible.ts';

/** The default port; if it is in use, the next ones are tried. */
const usualPort = 5173;
const attempts = 20;

function options(yargs: Argv) {
  return yargs
    .option('port', {
      type: 'number',
      nargs: 1,
      describe: `default: ${usualPort} or the next free port; 0: any`,
    })
    .option('open', { type: 'boolean', default: true, describe: '--no-open does not start a browser' })
    .example('$0 studio', 'serve and open it')
    .example('$0 studio --port 8080 --no-open', 'serve without opening a browser');
}

type StudioArguments = ReturnType<ReturnType<typeof options>['parseSync']>;

export const studio: CommandModule<object, StudioArguments> = {
  command: 'studio',
  describe: 'open the studio in the browser',
  builder: (yargs) => options(yargs) as unknown as Argv<StudioArguments>,
  handler: async ({ port, open }) => {
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
      throw new UsageError(`--port is ${port}; give a whole number from 0 to 65535.`);
    const server = serve(filesOf(studioFolder()));
    const address = `http://localhost:${await listen(server, port)}/`;
    const ended = new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    });
    print(`Proximal Studio: ${colors.bold(address)}\nPress Ctrl-C to stop.`);
    if (open) openBrowser(address);
    await ended;
    server.close();
    server.closeAllConnections();
  },
};

/** The folder of the studio, which is a separate package, being larger than the library. In a clone of the repository it is built first. */
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

/** All files of the studio by address; nothing else is served. */
function filesOf(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    names.map((name) => {
      const address = `/${name.slice(folder.length).replaceAll('\\', '/').replace(/^\//, '')}`;
      const type = types[extname(name)] ?? 'application/octet-stream';
      return [address === '/index.html' ? '/' : address, { type, content: readFileSync(name) }];
    }),
  );
}

/** Headers that keep pages of other origins from framing or misinterpreting these files. */
const guards = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "frame-ancestors 'none'",
};

function serve(files: Files): Server {
  return createServer(({ method, url = '/', headers }, response) => {
    const file = files.get(url.replace(/[?#].*$/s, ''));
    // Protects against DNS rebinding: a page of another host name must not read local files.
    if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(headers.host ?? '')) response.writeHead(403).end();
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405).end();
    else if (!file) response.writeHead(404).end('There is no such page.\n');
    else response.writeHead(200, { 'Content-Type': file.type, ...guards }).end(file.content);
  });
}

/** @returns the port */
async function listen(server: Server, asked: number | undefined): Promise<number> {
  const ports = asked === undefined ? Array.from({ length: attempts }, (_, k) => usualPort + k) : [asked];
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
    asked === undefined
      ? `the ports ${usualPort} to ${usualPort + attempts - 1} are taken; give another with --port.`
      : `port ${asked} is taken; give another with --port, or none.`,
  );
}

/** Opens the browser if there is a desktop; not in tests. */
function openBrowser(address: string): void {
  const { platform, env } = process;
  const hasDesktop = platform === 'win32' || platform === 'darwin' || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);
  if (!hasDesktop || env['CI']) return;
  const [program, ...words] =
    platform === 'win32' ? ['cmd', '/c', 'start', '', address] : [platform === 'darwin' ? 'open' : 'xdg-open', address];
  // Without such a program the printed address is enough.
  spawn(program, words, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
