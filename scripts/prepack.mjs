// @ts-check
// Before `npm pack` and `npm publish`: builds what changed, and copies the files named as arguments (README.md and LICENSE) from the root of
// the repository into the current folder, which is the folder of the package. Git ignores the copies.
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './setup.mjs';

for (const name of process.argv.slice(2)) copyFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), name);
