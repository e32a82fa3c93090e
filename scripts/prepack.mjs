// @ts-check
// Before `npm pack` and `npm publish`: brings the compiled files up to date and copies the repository's LICENSE, and its README if the package
// has none, into the package (ignored by git). Runs in the package's folder.
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './setup.mjs';

for (const name of process.argv.slice(2)) copyFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), name);
