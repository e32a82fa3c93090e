// `proximal/parallel` in real browsers: with shared memory on a cross-origin isolated page, and without it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ParallelOutcome } from './browser/parallel-page.ts';
import { browsers, executableOf, needsBrowser, type RunningBrowser } from './support/browsers.ts';
import { bundleForPages } from './support/bundles.ts';
import { removeFolder, writeFiles } from './support/folders.ts';
import { servePage } from './support/page-server.ts';

const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
let bundles: string;

beforeAll(async () => {
  bundles = await bundleForPages('parallel', {
    page: 'test/browser/parallel-page.ts',
    worker: 'packages/proximal/dist/src/parallel/worker.js',
    'task-worker': 'packages/proximal/dist/src/parallel/task-worker.js',
  });
  writeFiles(bundles, { 'square.js': 'export default (x) => x * x;' });
});

afterAll(() => removeFolder(bundles));

for (const each of browsers) {
  describe(each.name, needsBrowser(each), () => {
    let browser: RunningBrowser;

    beforeAll(async () => {
      browser = await each.launch(executableOf(each));
    });

    afterAll(() => browser?.close());

    it.each([true, false])('answers batches on workers, with shared memory: %s', async (isIsolated) => {
      const server = await servePage(bundles, () => undefined, isIsolated ? isolation : {});
      try {
        const report = server.report('work=parallel');
        await browser.open(`${server.address}/?work=parallel`);
        const outcome = (await report) as ParallelOutcome;
        expect(outcome).toEqual({ isIsolated, differing: 0, squares: [4, 9], sameRollouts: true });
      } finally {
        await server.close();
      }
    });
  });
}
