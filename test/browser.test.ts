// A bundled page runs one query in Chromium and Firefox: on the page, in a worker, and under a content-security policy that
// forbids WebAssembly. The answer has the same bits as in Node, and so have simulations after 1,000 steps.
import { join } from 'node:path';
import { setTarget } from 'proximal';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Case, type Outcome, writeCase } from './browser/case.ts';
import { type Answer, answerQuery } from './browser/query.ts';
import { type Hashes, simulate } from './browser/simulate.ts';
import { browsers, executableOf, needsBrowser, type RunningBrowser } from './support/browsers.ts';
import { removeFolder, root, temporaryFolder } from './support/folders.ts';
import { type PageServer, servePage } from './support/page-server.ts';

const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'";

let bundles: string;
let server: PageServer;
let inNode: Answer;
let simulated: Hashes;

beforeAll(async () => {
  bundles = temporaryFolder('page');
  const input = Object.fromEntries(['page', 'worker'].map((name) => [name, join(root, 'test/browser', `${name}.ts`)]));
  const build = await rolldown({ input, platform: 'browser' });
  await build.write({ dir: bundles, format: 'esm', minify: true });
  await build.close();
  // The script of the worker is served with the policy, too, since a worker takes it from its own response. Other scripts need none.
  server = await servePage(bundles, (address) =>
    address.searchParams.get('policy') === 'strict' ? policy : undefined,
  );
  inNode = answerQuery();
  const { target } = inNode;
  simulated = simulate('wasm');
  expect(simulate('js').hashes).toEqual(simulated.hashes);
  setTarget(target);
});

afterAll(async () => {
  await server?.close();
  removeFolder(bundles);
});

for (const each of browsers) {
  describe(each.name, needsBrowser(each), () => {
    let browser: RunningBrowser;

    beforeAll(async () => {
      browser = await each.launch(executableOf(each));
    });

    afterAll(() => browser?.close());

    async function report(wanted: Case): Promise<unknown> {
      const query = writeCase(wanted);
      const reported = server.report(query);
      await browser.open(`${server.address}/?${query}`);
      const outcome = (await reported) as { readonly error?: string };
      expect(outcome.error).toBeUndefined();
      return outcome;
    }

    async function run(wanted: Omit<Case, 'work'>): Promise<Outcome> {
      const outcome = (await report({ work: 'query', ...wanted })) as Outcome;
      expect(outcome).toMatchObject({ distance: inNode.distance, valid: true });
      return outcome;
    }

    for (const choice of ['wasm', 'js'] as const) {
      it(`simulates with the same bits as Node, ${choice}`, async () => {
        const outcome = (await report({ work: 'simulation', place: 'page', choice, policy: 'none' })) as Hashes;
        expect(outcome).toEqual({ target: choice, hashes: simulated.hashes });
      });
    }

    for (const place of ['page', 'worker'] as const) {
      it(`computes with WebAssembly and the same bits as Node, ${place}`, async () => {
        const outcome = await run({ place, choice: 'auto', policy: 'none' });
        expect(outcome).toEqual({ ...inNode, target: 'wasm', violations: [] });
      });

      it(`falls back to JavaScript if the policy forbids WebAssembly, ${place}`, async () => {
        const outcome = await run({ place, choice: 'auto', policy: 'strict' });
        expect(outcome.target).toBe('js');
        expect(outcome.reason).toMatch(/could not be compiled \(.*(wasm|WebAssembly).*\), so JavaScript is used/i);
      });

      it(`causes no policy violation after setTarget('js'), ${place}`, async () => {
        const outcome = await run({ place, choice: 'js', policy: 'strict' });
        expect(outcome).toMatchObject({ target: 'js', violations: [] });
        expect(outcome.reason).toContain("setTarget('js')");
      });
    }
  });
}
