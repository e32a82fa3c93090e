// What a tarball must have before it is published.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from './stage.ts';

/** Fields that the registry's page of a package shows, and that provenance needs. */
const shown = ['description', 'license', 'keywords', 'repository', 'homepage', 'bugs'];

/** Dependencies of the published packages: all other packages have none. */
const allowedDependencies: Readonly<Record<string, readonly string[]>> = {
  '@proximal/cluster': ['dependencies', 'peerDependencies'],
};

/** The largest tarballs in bytes, by package. */
const largest: Readonly<Record<string, number>> = {
  proximal: 4.5e6,
  '@proximal/studio': 2e6,
  '@proximal/cluster': 1e5,
};

/** @param folder with the unpacked files @returns what is wrong, one sentence each */
export function problemsOf(tarball: string, folder: string, manifest: Manifest): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  return [
    ...shown.filter((name) => manifest[name] === undefined).map((name) => missingField(name)),
    ...aboutManifest(manifest),
    ...exportedFiles(manifest)
      .filter((file) => !existsSync(join(folder, file)))
      .map((file) => `The file ${file} is exported but missing.`),
    ...files
      .filter((file) => /(^|\/)(test|tests|node_modules)\/|\.(tgz|tsbuildinfo|wasm|env)$|\.test\./.test(file))
      .map((file) => `The file ${file} does not belong in the package.`),
    ...(files.includes('LICENSE') ? [] : ['The file LICENSE is missing.']),
    ...(files.includes('README.md') ? relativeLinks(readFileSync(join(folder, 'README.md'), 'utf8')) : []),
    ...aboutSize(manifest.name, statSync(tarball).size),
  ];
}

function missingField(name: string): string {
  const remedy = ['repository', 'homepage', 'bugs'].includes(name)
    ? 'give --repository https://<host>/<owner>/<name>, or add it as the remote origin'
    : 'add it to package.json';
  return `The field "${name}" is missing: ${remedy}.`;
}

function aboutManifest(manifest: Manifest): string[] {
  const { access, provenance } = (manifest['publishConfig'] ?? {}) as { access?: string; provenance?: boolean };
  const dependencies = ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies', 'scripts'];
  return [
    ...(manifest['private'] ? ['The package is private.'] : []),
    ...(access === 'public' && provenance === true
      ? []
      : ['publishConfig lacks access "public" or provenance true: set both in package.json.']),
    ...dependencies
      .filter((name) => manifest[name] !== undefined && !allowedDependencies[manifest.name]?.includes(name))
      .map((name) => `The field "${name}" does not belong in the package.`),
  ];
}

function exportedFiles(manifest: Manifest): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') found.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(manifest['exports']);
  visit(manifest['bin']);
  return found;
}

function relativeLinks(text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)\s]+)\)/g)].map(([, path]) => path);
  return links.length === 0
    ? []
    : [
        `README.md has ${links.length} relative links, which are dead in the registry, the first ${links[0]}: give --repository.`,
      ];
}

function aboutSize(name: string, bytes: number): string[] {
  const limit = largest[name] ?? 0;
  return bytes <= limit ? [] : [`The tarball has ${bytes} bytes, more than ${limit}.`];
}
