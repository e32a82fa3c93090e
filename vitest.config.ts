import { defineConfig } from 'vitest/config';
import { patience } from './test/support/patience.ts';

const library = 'packages/proximal/test';

/**
 * What one project is enough for: layers that never touch the kernel, tests that ask both targets themselves, and the simulator, whose
 * bit-equality test compares whole runs of both.
 */
const once = {
  js: [`${library}/**/bit-equality.test.ts`, `${library}/sim/**`],
  wasm: ['io', 'hull', 'bounds', 'mass', 'contact', 'dynamics'].map((layer) => `${library}/${layer}/**`),
};

/** The library's suite runs once per target of the kernel; `house` holds what is about the repository itself,
 * `packed` uses the packages as they are published, `studio` the page. */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/summary.ts'],
    // All cores: by default one is left idle, which is half of a small machine.
    maxWorkers: '100%',
    testTimeout: patience.test,
    hookTimeout: patience.test,
    expect: { poll: { timeout: patience.event } },
    projects: [
      ...(['js', 'wasm'] as const).map((target) => ({
        extends: true as const,
        test: {
          name: target,
          include: [`${library}/**/*.test.ts`],
          exclude: once[target],
          setupFiles: [`${library}/setup.ts`],
          env: { PROXIMAL_TARGET: target },
        },
      })),
      {
        extends: true as const,
        test: {
          name: 'house',
          include: ['test/**/*.test.ts'],
          exclude: ['test/packed/**', 'test/studio/**'],
        },
      },
      {
        extends: true as const,
        test: {
          name: 'packed',
          include: ['test/packed/*.test.ts'],
          globalSetup: 'test/support/packed.ts',
        },
      },
      {
        extends: true as const,
        test: {
          name: 'studio',
          include: ['test/studio/*.test.ts'],
          globalSetup: 'test/support/served-studio.ts',
        },
      },
    ],
    coverage: {
      include: ['packages/proximal/src/**', 'packages/proximal/kernel/**'],
      exclude: ['**/*.wasm.ts', '**/embedded/**'],
    },
  },
});
