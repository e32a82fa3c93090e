import { defineConfig } from 'vitest/config';

const library = 'packages/proximal/test';

/**
 * What one project is enough for: layers that never touch the kernel, tests that ask both targets themselves, and the simulator, whose
 * bit-equality test compares whole runs of both.
 */
const once = {
  js: [`${library}/**/bit-equality.test.ts`, `${library}/sim/**`],
  wasm: ['io', 'hull', 'bounds', 'mass', 'contact', 'dynamics'].map((layer) => `${library}/${layer}/**`),
};

/** The library's suite runs once per target of the kernel; `house` holds what is about the repository itself, `studio` uses the page. */
export default defineConfig({
  test: {
    reporters: ['default', './tools/src/count-reporter.ts'],
    // All cores: by default one is left idle, which is half of a small machine.
    maxWorkers: '100%',
    testTimeout: 240_000,
    hookTimeout: 120_000,
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
          exclude: ['test/studio/**'],
          testTimeout: 300_000,
        },
      },
      {
        extends: true as const,
        test: {
          name: 'studio',
          include: ['test/studio/*.test.ts'],
          globalSetup: 'test/support/served-studio.ts',
          // Pages on a busy machine without a graphics card.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
    coverage: {
      include: ['packages/proximal/src/**', 'packages/proximal/kernel/**'],
      exclude: ['**/*.wasm.ts', '**/embedded/**'],
    },
  },
});
