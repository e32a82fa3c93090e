// @ts-check
// Before `npm pack` and `npm publish`: the compiled files are up to date, and the repository's LICENSE is in the package, and its
// README, if the package has none of its own (copies, ignored by git). Runs in the package's folder.
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './setup.mjs';

for (const name of process.argv.slice(2)) copyFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), name);
