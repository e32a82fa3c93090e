// Where a result comes from: the code, the machine, the versions and the command.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Machine {
  readonly node: string;
  readonly v8: string;
  readonly cpu: string;
  readonly cores: number;
  /** In gigabytes. */
  readonly memory: number;
  readonly platform: string;
}

export interface Provenance {
  readonly date: string;
  readonly machine: Machine;
  /** Of the kernel and the library's sources: a result whose code is another one is older than the code. */
  readonly code: string;
  /** What was run, to run it again. */
  readonly command: string;
  /** Of every package that benchmarks compare with and that is installed here. */
  readonly versions: Readonly<Record<string, string>>;
}

export function provenance(): Provenance {
  return {
    date: new Date().toISOString(),
    machine: machine(),
    code: codeHash(),
    command: commandOf(process.argv.slice(2)),
    versions: versions(),
  };
}

export function commandOf(args: readonly string[]): string {
  return ['npm run bench --', ...args.map((arg) => (/[\s"$`\\]/.test(arg) ? JSON.stringify(arg) : arg))].join(' ');
}

function machine(): Machine {
  const all = cpus();
  return {
    node: process.version,
    v8: process.versions.v8,
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memory: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
  };
}

const library = fileURLToPath(new URL('../../packages/proximal/', import.meta.url));

/** Twelve digits of the hash over the kernel and the library, file by file in the order of their names. */
export function codeHash(): string {
  const hash = createHash('sha256');
  for (const folder of ['kernel', 'src']) hashFolder(join(library, folder), folder, hash);
  return hash.digest('hex').slice(0, 12);
}

function hashFolder(path: string, name: string, hash: ReturnType<typeof createHash>): void {
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    // The build writes there.
    if (entry.name === 'embedded') continue;
    const inner = `${name}/${entry.name}`;
    if (entry.isDirectory()) hashFolder(join(path, entry.name), inner, hash);
    else if (entry.name.endsWith('.ts'))
      hash
        .update(inner)
        .update('\0')
        .update(readFileSync(join(path, entry.name)));
  }
}

/** Debian's packages of the native peers. */
const debian = ['libfcl-dev', 'libccd-dev', 'libbullet-dev', 'libode-dev', 'libbox2d-dev', 'libqhull-dev', 'g++'];

let known: Readonly<Record<string, string>> | null = null;

function versions(): Readonly<Record<string, string>> {
  known ??= { ...npmVersions(), ...debianVersions() };
  return known;
}

function npmVersions(): Record<string, string> {
  const bench = fileURLToPath(new URL('../package.json', import.meta.url));
  const { devDependencies } = JSON.parse(readFileSync(bench, 'utf8')) as { devDependencies: Record<string, string> };
  const found: Record<string, string> = {};
  for (const folder of createRequire(bench).resolve.paths('x') ?? []) {
    for (const name of Object.keys(devDependencies)) {
      const file = join(folder, name, 'package.json');
      if (name in found || !existsSync(file)) continue;
      found[name] = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    }
  }
  return found;
}

function debianVersions(): Record<string, string> {
  const { stdout } = spawnSync('dpkg-query', ['-W', ...debian], { encoding: 'utf8' });
  const lines = (stdout ?? '').split('\n').map((line) => line.split('\t'));
  return Object.fromEntries(lines.filter(([name, version]) => name && version));
}
