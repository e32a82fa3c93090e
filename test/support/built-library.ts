// The library as published, loaded by Node itself. The test runner turns imported names into getters, which makes the kernel up to ten times
// slower, because the kernel has many small functions in many modules. The runner would also compile the sources again for every test file.
import { join, sep } from 'node:path';
import type { Plugin } from 'vitest/config';
import { root } from './folders.ts';

const library = join(root, 'packages', 'proximal');
const built = join(library, 'dist') + sep;

/**
 * Serves the built module for each source below `src` and `kernel` that is imported by a relative path, except block accessors: they are
 * inlined in the build, and tests get the sources.
 */
export const builtLibrary: Plugin = {
  name: 'built-library',
  enforce: 'pre',
  resolveId(name, importer) {
    const path = importer && name.startsWith('.') ? join(importer, '..', name) : '';
    const isSource = ['src', 'kernel'].some((folder) => path.startsWith(join(library, folder) + sep));
    const isBlock = path.includes(`${sep}blocks${sep}`);
    return isSource && !isBlock ? path.replace(library + sep, built).replace(/ts$/, 'js') : null;
  },
};
