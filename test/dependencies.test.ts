// Dependencies of the packages: their licenses and known advisories.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAudit } from '../tools/src/audit.ts';
import { root } from './support/folders.ts';

interface Locked {
  readonly license?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly hasInstallScript?: boolean;
}

type Manifest = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { packages } = read('package-lock.json') as { packages: Readonly<Record<string, Locked>> };
// Also packages below a workspace or another package, where a version differs from the one in the root.
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

/** Licenses of code that may be bundled into published packages: they require at most a notice. */
const permissive = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'MIT-0', 'MIT OR Apache-2.0'];
/** Licenses of tools for building and testing, which are not shipped. */
const forTools = [...permissive, 'MPL-2.0', 'BlueOak-1.0.0', 'CC0-1.0', 'Unlicense', 'Python-2.0'];

/** Where a package that is imported from a folder is installed: in the nearest `node_modules` above. */
function pathOf(name: string, folder: string): string | undefined {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (at === '') return undefined;
  }
}

/** The paths of the packages that a folder imports, and of their transitive dependencies, without workspaces of the repository. */
function withDependencies(folder: string, names: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string, from: string): void => {
    const path = pathOf(name, from);
    if (path === undefined || found.has(path) || packages[path].link) return;
    found.add(path);
    for (const next of Object.keys(packages[path].dependencies ?? {})) visit(next, path);
  };
  for (const name of names) visit(name, folder);
  return [...found];
}

describe('licenses', () => {
  it('of all packages in the lockfile are on the list', () => {
    const others = installed.filter(([, { license }]) => !forTools.includes(license ?? ''));
    expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
    expect(installed.length).toBeGreaterThan(100);
  });

  it.each(['packages/cli', 'apps/studio'])('of code that %s bundles require only a notice', (folder) => {
    const names = Object.keys((read(`${folder}/package.json`) as Manifest)['devDependencies'] ?? {});
    const bundled = withDependencies(
      folder,
      names.filter((name) => !name.startsWith('@types/')),
    );
    const others = bundled.filter((path) => !permissive.includes(packages[path].license ?? ''));
    expect(others).toEqual([]);
    expect(bundled.length).toBeGreaterThan(2);
  });
});

describe('dependencies', () => {
  const kinds = [
    'dependencies',
    'optionalDependencies',
    'peerDependencies',
    'bundleDependencies',
    'bundledDependencies',
  ];

  it.each(['packages/proximal', 'apps/studio', 'packages/cli'])('%s has no runtime dependencies', (folder) => {
    const manifest = read(`${folder}/package.json`) as Manifest;
    expect(kinds.filter((kind) => manifest[kind] !== undefined)).toEqual([]);
  });

  it('of the command are bundled, and are exactly these', () => {
    const { devDependencies } = read('packages/cli/package.json') as Manifest;
    expect(Object.keys(devDependencies ?? {})).toEqual([
      '@gltf-transform/core',
      '@mcap/core',
      // Imported when it is installed: the bundle has none of it.
      '@proximal/cluster',
      '@types/yargs',
      'picocolors',
      'proximal',
      'yargs',
    ]);
  });

  it('of the cluster are these two, with permissive licenses and without install scripts', () => {
    const { dependencies, peerDependencies } = read('packages/cluster/package.json') as Manifest;
    const names = Object.keys(dependencies ?? {});
    expect([names, Object.keys(peerDependencies ?? {})]).toEqual([['bullmq', 'ioredis'], ['proximal']]);
    const all = withDependencies('packages/cluster', names);
    expect(all.filter((path) => !permissive.includes(packages[path].license ?? ''))).toEqual([]);
    expect(all.filter((path) => packages[path].hasInstallScript)).toEqual([]);
    expect(all.length).toBeGreaterThan(10);
  });
});

describe('npm run audit', () => {
  it('prints the advisories of the registry', () => {
    const via = [{ title: 'a hole' }, 'other'];
    const text = JSON.stringify({ vulnerabilities: { some: { severity: 'high', range: '<2', via } } });
    expect(readAudit(text)).toEqual({ isAnswered: true, lines: ['high: some <2: a hole; other'] });
    expect(readAudit('{"vulnerabilities":{}}')).toEqual({ isAnswered: true, lines: [] });
  });

  it('passes if no registry answers, or one without advisories', () => {
    const skipped = (reason: string): object => ({
      isAnswered: false,
      lines: [`no registry with advisories answered (${reason}): nothing was checked`],
    });
    expect(readAudit('{"statusCode":405}')).toEqual(skipped('405'));
    expect(readAudit('{"error":{"code":"ENOTFOUND"}}')).toEqual(skipped('ENOTFOUND'));
    expect(readAudit('')).toEqual(skipped('no answer'));
  });
});
