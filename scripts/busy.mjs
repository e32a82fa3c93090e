// @ts-check
// `npm run test:busy`: runs all tests while other processes keep the cores busy, to check that no test depends on time. `--beside 4` sets
// the number of busy processes (default: two per core); `--lowest` gives the tests the lowest priority. Arguments after `--` go to vitest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import './setup.mjs';

const { values, positionals } = parseArgs({
  options: { beside: { type: 'string' }, lowest: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const count = Number(values.beside ?? 2 * availableParallelism());
if (!(Number.isInteger(count) && count >= 0))
  throw new RangeError(`--beside is ${values.beside}; give a whole number.`);

const busy = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
// Inherited by processes started from here on.
if (values.lowest) setPriority(constants.priority.PRIORITY_LOW);
console.error(`test:busy: ${count} busy processes beside the tests${values.lowest ? ', at the lowest priority' : ''}`);
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const tests = spawn(process.execPath, [vitest, 'run', ...positionals], { stdio: 'inherit' });
process.once('SIGINT', () => tests.kill('SIGINT'));
const [status] = await once(tests, 'exit');
for (const each of busy) each.kill();
process.exitCode = status ?? 1;
