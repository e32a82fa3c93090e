// Bundles of modules for pages.
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root, temporaryFolder } from './folders.ts';

/**
 * Bundles modules, minified, into a new folder, and returns it.
 * @param name of the folder
 * @param modules the paths of the modules from the repository's root, by the names of their bundles
 */
export async function bundleForPages(name: string, modules: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder(name);
  const input = Object.fromEntries(Object.entries(modules).map(([bundle, path]) => [bundle, join(root, path)]));
  const build = await rolldown({ input, platform: 'browser' });
  await build.write({ dir: folder, format: 'esm', minify: true });
  await build.close();
  return folder;
}
