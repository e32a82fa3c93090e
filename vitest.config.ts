import { defineConfig } from 'vitest/config';

const library = 'packages/proximal/test';

/** Layers that never touch the kernel: once is enough. */
const withoutKernel = ['io', 'hull', 'bounds', 'mass', 'contact'].map((layer) => `${library}/${layer}/**`);

/** The library's suite runs once per target of the kernel; `house` holds what is about the repository itself. */
export default defineConfig({
  test: {
    reporters: ['default', './tools/src/count-reporter.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    projects: [
      ...(['js', 'wasm'] as const).map((target) => ({
        extends: true as const,
        test: {
          name: target,
          include: [`${library}/**/*.test.ts`],
          exclude: target === 'wasm' ? withoutKernel : [],
          setupFiles: [`${library}/setup.ts`],
          env: { PROXIMAL_TARGET: target },
        },
      })),
      { extends: true as const, test: { name: 'house', include: ['test/**/*.test.ts'], testTimeout: 300_000 } },
    ],
    coverage: {
      include: ['packages/proximal/src/**', 'packages/proximal/kernel/**'],
      exclude: ['**/*.wasm.ts', '**/embedded/**'],
    },
  },
});
