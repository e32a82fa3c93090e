import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
// Builds what has changed, so that `npx vitest` does not test an older build.
import './scripts/setup.mjs';
import { builtLibrary } from './test/support/built-library.ts';
import { LongestFirst, seconds } from './test/support/longest-first.ts';
import { timeouts } from './test/support/timeouts.ts';

const library = 'packages/proximal/test';

/** Tests of fixed bugs of the simulator: files of repro/ that import src/sim. */
const simulatorBugs = readdirSync(join(import.meta.dirname, library, 'repro'))
  .map((file) => `${library}/repro/${file}`)
  .filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('/src/sim/'));

/**
 * Tests of the library that run on the default target alone. Other tests compare the bits of both targets for the same code; the comments say for
 * which results.
 */
const onDefaultTarget = [
  // Simulations of all kinds.
  'sim/**',
  // 80,000 queries of the plane.
  '2d/{property,polygons}.test.ts',
  // 60,000 penetrations.
  'penetration/{closed-forms,epa,incremental}.test.ts',
  // Support points of every shape.
  'shapes/support-map.test.ts',
  // Distances, growth distances and derivatives.
  'scene/{casts,rays}.test.ts',
  'derivatives/exact.test.ts',
  'repro/smoothed-jacobian-of-rough-bodies.test.ts',
  '**/bit-equality.test.ts',
  'growth/{methods,pair}.test.ts',
  'proximity/algorithms.test.ts',
  'scene/{decompose,nonconvex}.test.ts',
  'derivatives/estimators.test.ts',
];

/** Tests that make the kernel's memory grow to its limit, or measure its growth. */
const withOwnKernel = [
  'engine/{memory,callback}.test.ts',
  'repro/{dropped-shapes,memory-growth-in-a-step}.test.ts',
].map((files) => `${library}/${files}`);

/** Layers that do not use the kernel, and contact, whose solvers `hashes` runs on both targets. */
const withoutKernel = ['io', 'hull', 'bounds', 'mass', 'contact', 'dynamics'];

/** Whether tests run the sources instead of the build: for coverage and in watch mode. */
const usesSources = process.argv.some((word) => word.startsWith('--coverage')) || !process.argv.includes('run');

/** Files that only the other project runs, by project. */
const once = {
  js: [...onDefaultTarget.map((files) => `${library}/${files}`), ...simulatorBugs],
  wasm: [
    ...withoutKernel.map((layer) => `${library}/${layer}/**`),
    // Tests of kernel functions in JavaScript; those that compare bits with WebAssembly compile it themselves.
    `${library}/kernel/**`,
    `${library}/repro/robot-bombs.test.ts`,
  ],
};

/**
 * Most files of the library's suite run on both targets of the kernel, in `js` and `wasm`; tests of the kernel's memory run in processes of their
 * own, in `js-alone` and `wasm-alone`. `repository` tests the repository itself, `packed` the packages as they are published, `studio` the page.
 * `--mode quick` is for use while editing: `wasm` and `repository` without slow files.
 */
export default defineConfig(({ mode }) => {
  const isQuick = mode === 'quick';
  const slow = (project: string): string[] => (isQuick ? Object.keys(seconds[project]) : []);
  const projects = [
    ...(['js', 'wasm'] as const).flatMap((target) => {
      const common = { setupFiles: [`${library}/setup.ts`], env: { PROXIMAL_TARGET: target } };
      return [
        {
          ...common,
          name: target,
          include: [`${library}/**/*.test.ts`],
          exclude: [...once[target], ...withOwnKernel, ...slow(target)],
          // Files share a worker: loading and compiling the library for each file would take longer than most files.
          isolate: false,
        },
        { ...common, name: `${target}-alone`, include: withOwnKernel, exclude: slow(`${target}-alone`) },
      ];
    }),
    {
      name: 'repository',
      include: ['test/**/*.test.ts'],
      exclude: ['test/packed/**', 'test/studio/**', ...slow('repository')],
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
      testTimeout: timeouts.test,
      hookTimeout: timeouts.test,
      expect: { poll: { timeout: timeouts.event } },
      // Node itself loads built files.
      server: { deps: { external: [/\/dist\//] } },
      projects: projects
        .filter(({ name }) => !isQuick || /^(wasm|repository)/.test(name))
        .map((test) => ({
          extends: true as const,
          test,
          plugins: 'env' in test && !usesSources ? [builtLibrary] : [],
        })),
      coverage: {
        include: ['packages/proximal/src/**', 'packages/proximal/kernel/**'],
        exclude: ['**/*.wasm.ts', '**/embedded/**', '**/kernel/**/{blocks,dispatch}/**'],
      },
    },
  };
});
