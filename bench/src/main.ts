// `npm run bench -- <name> [options]`
import { benchmarks } from './registry.ts';
import { find, listOf, runCommand } from './usage.ts';

await runCommand('bench', async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) console.log(listOf('bench', benchmarks));
  else await find('bench', benchmarks, name).run(args);
});
