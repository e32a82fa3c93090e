import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst, seconds } from './test/support/longest-first.ts';
import { patience } from './test/support/patience.ts';

const library = 'packages/proximal/test';

/** Tests of bugs of the simulator, by what they import. */
const simulatorBugs = readdirSync(join(import.meta.dirname, library, 'repro'))
  .map((file) => `${library}/repro/${file}`)
  .filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('/src/sim/'));

/**
 * What one project is enough for: layers that never touch the kernel, tests that ask both targets themselves, and the simulator, the
 * random pairs of the plane and the search for convex parts, whose queries the bit-equality tests compare on both.
 */
const once = {
  js: [
    `${library}/**/bit-equality.test.ts`,
    `${library}/plane/property.test.ts`,
    `${library}/scene/decompose.test.ts`,
    `${library}/sim/**`,
    ...simulatorBugs,
  ],
  wasm: ['io', 'hull', 'bounds', 'mass', 'contact', 'dynamics'].map((layer) => `${library}/${layer}/**`),
};

/**
 * The library's suite runs once per target of the kernel; `house` holds what is about the repository itself, `packed` uses the packages as
 * they are published, `studio` the page. `--mode quick` is for the loop while editing: the default target and the house, without what takes
 * long.
 */
export default defineConfig(({ mode }) => {
  const isQuick = mode === 'quick';
  const slow = (project: string): string[] => (isQuick ? Object.keys(seconds[project]) : []);
  const projects = [
    ...(['js', 'wasm'] as const).map((target) => ({
      name: target,
      include: [`${library}/**/*.test.ts`],
      exclude: [...once[target], ...slow(target)],
      setupFiles: [`${library}/setup.ts`],
      env: { PROXIMAL_TARGET: target },
      // Files share a worker: loading and compiling the library anew for each takes longer than most of them.
      isolate: false,
    })),
    {
      name: 'house',
      include: ['test/**/*.test.ts'],
      exclude: ['test/packed/**', 'test/studio/**', ...slow('house')],
    },
    { name: 'packed', include: ['test/packed/*.test.ts'], globalSetup: 'test/support/packed.ts' },
    { name: 'studio', include: ['test/studio/*.test.ts'], globalSetup: 'test/support/served-studio.ts' },
  ];
  return {
    test: {
      reporters: ['default', './test/support/summary.ts'],
      // All cores: by default one is left idle, which is half of a small machine.
      maxWorkers: '100%',
      sequence: { sequencer: LongestFirst },
      testTimeout: patience.test,
      hookTimeout: patience.test,
      expect: { poll: { timeout: patience.event } },
      projects: projects
        .filter(({ name }) => !isQuick || name === 'wasm' || name === 'house')
        .map((test) => ({ extends: true as const, test })),
      coverage: {
        include: ['packages/proximal/src/**', 'packages/proximal/kernel/**'],
        exclude: ['**/*.wasm.ts', '**/embedded/**'],
      },
    },
  };
});
