// A package as it is published: the tarball of its workspace, with the addresses of the repository, absolute links and without the fields that only
// the repository needs.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, run } from './programs.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The folders of the published packages. */
export const packages = ['packages/proximal', 'apps/studio', 'packages/cluster'] as const;

export type Manifest = Readonly<Record<string, unknown>> & { readonly name: string; readonly version: string };

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** A repository's web address, as `https://host/owner/name`, from an address in one of git's forms. Null if it has none. */
export function webAddress(remote: string): string | null {
  const [, host, path] =
    /^(?:git\+)?(?:https?:\/\/|ssh:\/\/)?(?:[^@/]+@)?([\w-]+(?:\.[\w-]+)+)[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(
      remote.trim(),
    ) ?? [];
  return host === undefined ? null : `https://${host}/${path}`;
}

/** The manifest of the published package; without an address, the fields that contain it are left out. */
export function publishedManifest(
  manifest: Manifest,
  version: string,
  address: string | null,
  directory: string,
): Manifest {
  const { scripts: _scripts, devDependencies: _tools, ...kept } = manifest;
  if (address === null) return { ...kept, version };
  return {
    ...kept,
    version,
    repository: { type: 'git', url: `git+${address}.git`, directory },
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
  };
}

/** Markdown with its relative links and images made absolute: at the tag of the version, so that they stay valid. */
export function withAbsoluteLinks(text: string, version: string, address: string): string {
  return text.replace(
    /(!?)(\[[^\]\n]*\])\((?!https?:|mailto:|#)([^)\s]+)\)/g,
    (_match, image: string, label: string, path: string) =>
      `${image}${label}(${address}/${image ? 'raw' : 'blob'}/v${version}/${path.replace(/^\.\//, '')})`,
  );
}

/**
 * Packs a workspace into `folder` and changes what is published.
 * @returns the path of the tarball
 */
export function stage(workspace: string, folder: string, version: string, address: string | null): string {
  const place = join(folder, workspace.replaceAll('/', '-'));
  mkdirSync(place, { recursive: true });
  npm(join(root, workspace), ['pack', '--no-ignore-scripts', '--pack-destination', place]);
  const first = onlyTarball(place);
  run('tar', ['-xzf', first], place);
  rmSync(first);
  const unpacked = join(place, 'package');
  const manifest = publishedManifest(readManifest(unpacked), version, address, workspace);
  writeFileSync(join(unpacked, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const readme = join(unpacked, 'README.md');
  if (address !== null && readdirSync(unpacked).includes('README.md'))
    writeFileSync(readme, withAbsoluteLinks(readFileSync(readme, 'utf8'), version, address));
  npm(unpacked, ['pack', '--ignore-scripts', '--pack-destination', place]);
  return onlyTarball(place);
}

function onlyTarball(folder: string): string {
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (name === undefined) throw new Error(`npm pack wrote no tarball into ${folder}.`);
  return join(folder, name);
}
