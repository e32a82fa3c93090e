// `npm run bench -- [name] [options]`: all benchmarks or one. With --native, libraries and programs in C++ are built and take part.
import { compare } from './compare/compare.ts';
import { everything } from './everything.ts';
import { allowNative, nativeOption } from './native.ts';
import { benchmarks } from './registry.ts';
import { report } from './report/report.ts';
import { find, listOf, type Named, runCommand } from './usage.ts';

interface Command extends Named {
  readonly run: (args: readonly string[]) => void | Promise<void>;
}

/** What is no benchmark itself. */
const others: readonly Command[] = [
  {
    name: 'report',
    title: 'one page with all results, bench/results/report.html (--docs: also the tables in README and docs)',
    run: (args) => report(benchmarks, args),
  },
  {
    name: 'compare',
    title: 'two result files, or one and the last result: what changed by more than the spread (--all)',
    run: compare,
  },
  {
    name: 'list',
    title: 'this list',
    run: () =>
      console.log(`${listOf('bench', commands)}\n\nWithout a name all of them run: --quick or --full, --native.`),
  },
];
const commands: readonly Command[] = [...benchmarks, ...others];

await runCommand('bench', async () => {
  const words = process.argv.slice(2);
  if (words.includes(nativeOption)) allowNative();
  const [name, ...args] = words.filter((word) => word !== nativeOption);
  if (name === undefined || name.startsWith('--')) await everything(words.filter((word) => word !== nativeOption));
  else await find('bench', commands, name).run(args);
});
