// Ends a test run with one plain line, for machines: `123 passed, 0 failed` (and how many were skipped).
interface Counted {
  readonly children: { allTests(state?: string): Iterable<unknown> };
}

export default class CountReporter {
  onTestRunEnd(modules: readonly Counted[]): void {
    const count = (state: string): number =>
      modules.reduce((sum, module) => sum + [...module.children.allTests(state)].length, 0);
    const skipped = count('skipped');
    console.log(`${count('passed')} passed, ${count('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  }
}
