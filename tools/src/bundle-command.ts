// Bundles the `proximal` command into the library's package, with everything it needs except the library itself, so that
// `npm install proximal` includes the command without dependencies.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'packages/proximal/dist/command');

rmSync(folder, { recursive: true, force: true });
const build = await rolldown({
  // The task is a module of its own, which workers import.
  input: {
    main: join(root, 'packages/cli/dist/main.js'),
    'batch-task': join(root, 'packages/cli/dist/batch-task.js'),
  },
  platform: 'node',
  // Inside the package, the package's own name resolves to its exports. The cluster is installed separately.
  external: /^(node:|@proximal\/cluster$|proximal($|\/))/,
});
const { output } = await build.write({
  dir: folder,
  chunkFileNames: '[name].js',
  // Modules that both the entry and a lazily loaded chunk import get their own chunk: the chunk must not import the entry, which waits for it.
  codeSplitting: { groups: [{ name: 'shared', test: /cli\/dist\/(thread|reason)\.js$/ }] },
  format: 'esm',
  minify: true,
});
await build.close();

const modules = output.flatMap((part) => ('moduleIds' in part ? part.moduleIds : []));
writeFileSync(join(folder, 'LICENSES.txt'), licensesOf(modules));

/** The license texts of all packages in the bundle, as the licenses require. */
function licensesOf(files: readonly string[]): string {
  const packages = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? []));
  return [...packages]
    .sort()
    .map((place) => {
      const { name, version } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Record<string, string>;
      const file = readdirSync(place).find((entry) => /^licen[cs]e/i.test(entry));
      if (file === undefined) throw new Error(`${name} has no license file, and cannot be part of the command.`);
      return `${name} ${version}\n\n${readFileSync(join(place, file), 'utf8').trim()}\n`;
    })
    .join('\n----\n\n');
}
