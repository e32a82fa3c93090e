// The kernel's JavaScript as it is published, loaded by Node itself. The test runner turns every name that a module imports into a getter, and
// a kernel of many small functions in many modules runs up to ten times slower that way.
import { join, sep } from 'node:path';
import type { Plugin } from 'vitest/config';
import { root } from './folders.ts';

const library = join(root, 'packages', 'proximal');
const sources = join(library, 'kernel') + sep;
const built = join(library, 'dist', 'kernel') + sep;

/** Serves the built module for each source below `kernel`: `node scripts/setup.mjs` builds it, as it does the WebAssembly. */
export const builtKernel: Plugin = {
  name: 'built-kernel',
  enforce: 'pre',
  resolveId(name, importer) {
    const path = importer && name.startsWith('.') ? join(importer, '..', name) : '';
    return path.startsWith(sources) ? path.replace(sources, built).replace(/ts$/, 'js') : null;
  },
  config: () => ({ test: { server: { deps: { external: [/\/dist\/kernel\//] } } } }),
};
