import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** A name without a hash, because its address must stay. */
const serviceWorker = 'service-worker.js';

/**
 * The worker as a chunk of the page's own build, so that both load the same files of the library; Vite's own treatment of workers would bundle
 * the library twice. `worker-url` is the address of that chunk.
 */
const sharedWorker: Plugin = {
  name: 'shared-worker',
  resolveId: (id) => (id === 'worker-url' ? '\0worker-url' : null),
  load(id) {
    if (id !== '\0worker-url') return null;
    const chunk = this.emitFile({ type: 'chunk', id: `${import.meta.dirname}/src/worker.ts`, name: 'worker' });
    return `export default import.meta.ROLLUP_FILE_URL_${chunk};`;
  },
};

/** Writes the list of all files, and a version that changes with them, before the service worker. */
const precache: Plugin = {
  name: 'precache',
  apply: 'build',
  buildStart() {
    const id = `${import.meta.dirname}/src/offline/service-worker.ts`;
    this.emitFile({ type: 'chunk', id, fileName: serviceWorker });
  },
  writeBundle({ dir = '' }) {
    const worker = join(dir, serviceWorker);
    const files = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== serviceWorker)
      .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort();
    const hash = createHash('sha256');
    for (const file of files) hash.update(file).update(readFileSync(join(dir, file)));
    const precached = { version: hash.digest('hex').slice(0, 16), files };
    writeFileSync(worker, `const precached = ${JSON.stringify(precached)};\n${readFileSync(worker, 'utf8')}`);
  },
};

const classes = { class: true, function: false };

/**
 * Static files with relative addresses, for any folder of any web server. Nothing is inlined: the page's content-security policy allows
 * only files.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [sharedWorker, precache],
  build: {
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // Preloads are elements of a document, which a worker does not have.
      resolveDependencies: (_file, dependencies, { hostId }) => (hostId.includes('worker') ? [] : dependencies),
    },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    // Messages of the library name classes.
    rolldownOptions: { output: { minify: { compress: { keepNames: classes }, mangle: { keepNames: classes } } } },
  },
});
