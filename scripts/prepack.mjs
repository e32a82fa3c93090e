// @ts-check
// Before `npm pack` and `npm publish`: the compiled files are up to date, and the repository's README and LICENSE are
// in the package (copies, ignored by git).
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './setup.mjs';

for (const name of ['README.md', 'LICENSE']) {
  copyFileSync(
    fileURLToPath(new URL(`../${name}`, import.meta.url)),
    fileURLToPath(new URL(`../packages/proximal/${name}`, import.meta.url)),
  );
}
