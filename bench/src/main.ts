// `npm run bench -- [name] [options]`: all benchmarks or one. With --native, libraries in C++ are built and compared too.
import { allowNative, nativeOption } from './harness/native.ts';
import { everything } from './harness/run-all.ts';
import { type Command, find, listOf, runCommand } from './harness/usage.ts';
import { exportProblem } from './problems/export.ts';
import { benchmarks, separateBenchmarks } from './registry.ts';
import { compare } from './report/compare.ts';
import { report } from './report/report.ts';
import { sceneLife } from './scene/life.ts';

/** Commands that are not benchmarks. */
const others: readonly Command[] = [
  sceneLife,
  exportProblem,
  {
    name: 'report',
    title:
      'all results on one page, bench/results/report.html and report.md (--docs: also writes the tables of README and docs)',
    run: (args) => report([...benchmarks, ...separateBenchmarks], args),
  },
  {
    name: 'compare',
    title:
      'two result files, or one and the last result: changes beyond the spread (--all: also the unchanged numbers)',
    run: compare,
  },
  {
    name: 'list',
    title: 'this list',
    run: () =>
      console.log(
        `${listOf('bench', commands)}\n\nWithout a name, all benchmarks run except ${separateBenchmarks.map(({ name }) => name).join(', ')}. --quick (the default) or --full sets their size, and --native adds libraries in C++.`,
      ),
  },
];
const commands: readonly Command[] = [...benchmarks, ...separateBenchmarks, ...others];

await runCommand('bench', async () => {
  const all = process.argv.slice(2);
  if (all.includes(nativeOption)) allowNative();
  const words = all.filter((word) => word !== nativeOption);
  const [name, ...args] = words;
  if (name === undefined || name.startsWith('--')) await everything(words);
  else await find('bench', commands, name).run(args);
});
