// Ends a test run with one plain line, for machines: `123 passed, 0 failed` (and how many were skipped).
interface Counted {
  readonly children: { allTests(state?: string): Iterable<unknown> };
  state(): string;
}

export default class CountReporter {
  onTestRunEnd(modules: readonly Counted[], unhandledErrors: readonly unknown[] = []): void {
    const count = (module: Counted, state: string): number => [...module.children.allTests(state)].length;
    const total = (state: string): number => modules.reduce((sum, module) => sum + count(module, state), 0);
    // A file that fails before its first test (an import, a hook) counts as one failure, and so does a stray error.
    const broken = modules.filter((module) => module.state() === 'failed' && count(module, 'failed') === 0).length;
    const failed = total('failed') + broken + unhandledErrors.length;
    const skipped = total('skipped');
    console.log(`${total('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  }
}
