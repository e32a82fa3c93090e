// The packages as users install them: packed once for all tests of the project, and unpacked outside the workspace.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { removeFolder, root, temporaryFolder } from './folders.ts';
import { npm } from './run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the library's tarball, and the `node_modules` with the packages unpacked. */
    readonly packed: { readonly tarball: string; readonly modules: string };
  }
}

/** @returns the path of the tarball */
function unpack(workspace: string, modules: string, name: string): string {
  const place = join(modules, name);
  mkdirSync(place, { recursive: true });
  npm(join(root, workspace), 'pack', '--no-ignore-scripts', '--pack-destination', place);
  const tarball = join(place, readdirSync(place).find((file) => file.endsWith('.tgz')) ?? 'no tarball');
  // Linux, macOS and Windows have `tar`.
  const { status, stderr } = spawnSync('tar', ['-xzf', tarball, '--strip-components=1'], { cwd: place });
  if (status !== 0) throw new Error(`${tarball} could not be unpacked: ${stderr}`);
  return tarball;
}

export default function pack(project: TestProject): () => void {
  const folder = temporaryFolder('packed');
  const modules = join(folder, 'node_modules');
  const tarball = unpack('packages/proximal', modules, 'proximal');
  unpack('apps/studio', modules, '@proximal/studio');
  project.provide('packed', { tarball, modules });
  return () => removeFolder(folder);
}
