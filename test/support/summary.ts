// The end of a run: each failure with the command that repeats it, each reason for skipping with its count, and one plain
// line for machines, `123 passed, 0 failed, 4 skipped`.
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';
import '../../packages/proximal/test/needs.ts';

export default class Summary implements Reporter {
  private isFiltered = false;

  onInit({ config }: Vitest): void {
    this.isFiltered = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const line of summaryOf(modules, errors, this.isFiltered)) console.log(line);
  }
}

/** @param isFiltered whether tests are skipped because a filter does not name them */
export function summaryOf(
  modules: readonly TestModule[],
  errors: readonly SerializedError[],
  isFiltered = false,
): string[] {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const inState = (state: string): TestCase[] => tests.filter((test) => test.result().state === state);
  // A suite or file that fails outside its tests (at an import or in a hook) counts as one failure, and so does a stray error.
  const broken = modules.flatMap((module) => [module, ...module.children.allSuites()].filter(isBroken));
  const failures = [...inState('failed'), ...broken].map((task) => [titleOf(task), commandOf(task)]);
  const strays = errors.map(({ message, name }) => [`outside of tests: ${message ?? name}`, 'npm test']);
  const failed = [...failures, ...strays];
  const skipped = inState('skipped').map((test) => reasonOf(test, isFiltered));
  const { length: passed } = inState('passed');
  return [
    ...section(
      'Failed; to repeat it:',
      failed.flatMap(([title, command]) => [title, `  ${command}`]),
    ),
    ...section('Skipped, by missing requirement:', countsOf(skipped)),
    `${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [title, ...lines.map((line) => `  ${line}`), ''] : [];
}

function isBroken(task: TestSuite | TestModule): boolean {
  return task.errors().length > 0;
}

function reasonOf(test: TestCase, isFiltered: boolean): string {
  const { note } = test.result() as { readonly note?: string };
  const stated = test.meta().needs ?? note;
  if (stated !== undefined) return stated;
  if (suitesOf(test).some(isBroken)) return 'a hook that does not fail';
  return isFiltered ? 'a name that matches the filter' : 'a stated requirement: give one with needs()';
}

/** Each distinct text after its count, the most frequent first. */
function countsOf(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([text, count]) => `${String(count).padStart(4)}  ${text}`);
}

type Task = TestCase | TestSuite | TestModule;

/** The file and the suites around a task, outermost first. */
function suitesOf({ parent }: TestCase | TestSuite): (TestSuite | TestModule)[] {
  return parent.type === 'module' ? [parent] : [...suitesOf(parent), parent];
}

/** The names of the suites around a task and its own, the outermost first. */
function namesOf(task: Task): string[] {
  return task.type === 'module' ? [] : [...namesOf(task.parent), task.name];
}

function titleOf(task: Task): string {
  const { relativeModuleId, project } = task.type === 'module' ? task : task.module;
  return [`${project.name}: ${relativeModuleId}`, ...namesOf(task)].join(' > ');
}

function commandOf(task: Task): string {
  const { relativeModuleId, project } = task.type === 'module' ? task : task.module;
  const file = `npx vitest run --project ${project.name} ${relativeModuleId}`;
  if (task.type === 'module') return file;
  // A regular expression for the names joined by spaces; the name of a suite is followed by the names of its tests.
  const pattern = namesOf(task)
    .join(' ')
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return `${file} -t '${`^${pattern}${task.type === 'test' ? '$' : ' '}`.replaceAll("'", `'\\''`)}'`;
}
