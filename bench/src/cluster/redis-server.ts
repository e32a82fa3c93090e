// A Redis server of our own: on a free port, with a folder of its own, which keeps its data over restarts.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export function isRedisInstalled(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

export class RedisServer {
  private constructor(
    private readonly folder: string,
    readonly port: number,
    private child: ChildProcess,
  ) {}

  /** Another program may take the port between its choice and the start: then the server ends, and another port is tried. */
  static async start(): Promise<RedisServer> {
    const folder = mkdtempSync(join(tmpdir(), 'proximal-redis-'));
    for (;;) {
      const port = await freePort();
      const child = await launch(folder, port);
      if (child) return new RedisServer(folder, port, child);
    }
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child.pid as number;
  }

  /** Kills the server, and starts it again with the data that it has written. */
  async restart(): Promise<void> {
    await this.kill();
    const child = await launch(this.folder, this.port);
    if (!child) throw new Error(`redis-server did not start again on port ${this.port}`);
    this.child = child;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}

/** Null if the server ended instead of accepting connections. */
async function launch(folder: string, port: number): Promise<ChildProcess | null> {
  const options = { port, dir: folder, bind: '127.0.0.1', appendonly: 'yes', save: '' };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve) => {
    child.on('exit', () => resolve(null));
    createInterface(child.stdout).on('line', (line) => line.includes('Ready to accept') && resolve(child));
  });
}
