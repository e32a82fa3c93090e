// `proximal/gpu` in Chromium, on its software adapter: the bounds of the shader contain the kernel's answers.
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GpuOutcome } from './browser/gpu-page.ts';
import { browserNamed, chromiumFlags, executableOf, needsBrowser } from './support/browsers.ts';
import { bundleForPages } from './support/bundles.ts';
import { removeFolder } from './support/folders.ts';
import { type PageServer, servePage } from './support/page-server.ts';
import { timeouts } from './support/timeouts.ts';

/** Per set, of four. */
const pairs = 250_000;
const flags = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan'];

describe('on a page', () => {
  const browser = browserNamed('Chromium');
  let bundles: string;
  let server: PageServer;

  beforeAll(async () => {
    bundles = await bundleForPages('gpu', { page: 'test/browser/gpu-page.ts' });
    server = await servePage(bundles, () => undefined);
  });

  afterAll(async () => {
    await server?.close();
    removeFolder(bundles);
  });

  it('the bounds contain the answers of the kernel', needsBrowser(browser), async () => {
    const args = [...chromiumFlags, ...flags];
    const running = await chromium.launch({ executablePath: executableOf(browser), args, timeout: timeouts.event });
    try {
      const query = `pairs=${pairs}&seed=7`;
      const report = server.report(query);
      await (await running.newPage()).goto(`${server.address}/?${query}`, { timeout: timeouts.event });
      const { error, sets } = (await report) as GpuOutcome;
      expect(error).toBeUndefined();
      expect(sets.length).toBe(4);
      for (const set of sets) {
        expect(set).toMatchObject({ count: pairs, violated: 0, differing: 0 });
        expect(set.undecided / pairs).toBeLessThan(2e-3);
        expect(set.overlapping / pairs).toBeGreaterThan(0.03);
        expect(set.width).toBeLessThan(3e-5);
        expect(set.refinedGap).toBeLessThan(1e-9);
      }
    } finally {
      await running.close();
    }
  });
});
