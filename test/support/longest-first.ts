// Runs the slowest test files first, so that no core is idle at the end.
import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './folders.ts';

/** Times of slow test files in seconds, on an otherwise idle machine with two cores. `npm run test:quick` leaves these files out. */
export const seconds: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  studio: {
    'test/studio/simulation.test.ts': 75,
    'test/studio/walking.test.ts': 50,
    'test/studio/links.test.ts': 35,
    'test/studio/minkowski.test.ts': 35,
    'test/studio/page.test.ts': 30,
    'test/studio/accessibility.test.ts': 28,
    'test/studio/derivatives.test.ts': 21,
    'test/studio/planning.test.ts': 20,
    'test/studio/query.test.ts': 20,
    'test/studio/firefox.test.ts': 9,
    'test/studio/control-scenes.test.ts': 9,
    'test/studio/compare.test.ts': 4,
  },
  packed: {
    'test/packed/cli-simulate.test.ts': 20,
    'test/packed/cli-examples.test.ts': 29,
    'test/packed/cli.test.ts': 23,
    'test/packed/package.test.ts': 14,
    'test/packed/cli-signals.test.ts': 12,
    'test/packed/cli-output.test.ts': 11,
    'test/packed/cli-files.test.ts': 5,
  },
  repository: {
    'test/gpu.test.ts': 40,
    'test/site.test.ts': 45,
    'test/parallel.test.ts': 8,
    'test/cluster/faults.test.ts': 40,
    'test/cluster/kinds.test.ts': 20,
    'test/cluster/shard.test.ts': 8,
    'test/cluster/run.test.ts': 7,
    'test/extending.test.ts': 24,
    'test/allocation.test.ts': 21,
    'test/docs.test.ts': 17,
    'test/browser.test.ts': 14,
    'test/laws.test.ts': 10,
    'test/fuzz.test.ts': 9,
    'test/optimize.test.ts': 9,
    'test/setup.test.ts': 9,
    'test/dialect.test.ts': 8,
    'test/bench-walking.test.ts': 8,
    'test/fuzz-files.test.ts': 7,
    'test/bench-report.test.ts': 2,
    'test/bench-sim.test.ts': 2,
    'test/layering.test.ts': 2,
    'test/summary.test.ts': 2,
  },
  wasm: {
    'packages/proximal/test/penetration/bit-equality.test.ts': 21,
    'packages/proximal/test/sim/closures.test.ts': 20,
    'packages/proximal/test/failed-allocations.test.ts': 16,
    'packages/proximal/test/proximity/extremes.test.ts': 16,
    'packages/proximal/test/shapes/conformance.test.ts': 15,
    'packages/proximal/test/property/bit-equality.test.ts': 14,
    'packages/proximal/test/sim/flat-floors.test.ts': 13,
    'packages/proximal/test/repro/smoothed-jacobian-of-rough-bodies.test.ts': 11,
    'packages/proximal/test/shapes/support-map.test.ts': 8,
    'packages/proximal/test/penetration/epa.test.ts': 7,
    'packages/proximal/test/sim/extremes.test.ts': 7,
    'packages/proximal/test/sim/passing-by.test.ts': 7,
    'packages/proximal/test/growth/pair.test.ts': 6,
    'packages/proximal/test/2d/polygons.test.ts': 6,
    'packages/proximal/test/2d/property.test.ts': 6,
    'packages/proximal/test/repro/smoothing-through-patches.test.ts': 6,
    'packages/proximal/test/sim/model-derivatives.test.ts': 6,
    'packages/proximal/test/sim/physics.test.ts': 6,
    'packages/proximal/test/growth/methods.test.ts': 5,
    'packages/proximal/test/penetration/incremental.test.ts': 5,
    'packages/proximal/test/proximity/algorithms.test.ts': 5,
    'packages/proximal/test/sim/bit-equality.test.ts': 5,
    'packages/proximal/test/sim/links-passing-by.test.ts': 5,
    'packages/proximal/test/growth/trace.test.ts': 4,
    'packages/proximal/test/2d/bit-equality.test.ts': 4,
    'packages/proximal/test/proximity/distance.test.ts': 4,
    'packages/proximal/test/repro/pose-getter-grows-memory.test.ts': 4,
    'packages/proximal/test/scene/decompose-solids.test.ts': 12,
    'packages/proximal/test/scene/decompose.test.ts': 4,
    'packages/proximal/test/sim/internal-forces.test.ts': 4,
    'packages/proximal/test/sim/robot-spin.test.ts': 4,
    'packages/proximal/test/sim/smoothing.test.ts': 4,
    'packages/proximal/test/kernel/elementary.test.ts': 3,
    'packages/proximal/test/penetration/closed-forms.test.ts': 3,
    'packages/proximal/test/proximity/closed-forms.test.ts': 3,
    'packages/proximal/test/repro/mass-on-demand.test.ts': 3,
    'packages/proximal/test/scene/casts.test.ts': 3,
    'packages/proximal/test/scene/rays.test.ts': 3,
    'packages/proximal/test/scene/contacts.test.ts': 3,
    'packages/proximal/test/sim/edges.test.ts': 3,
    'packages/proximal/test/sim/limits.test.ts': 3,
    'packages/proximal/test/sim/open-neighbors.test.ts': 3,
    'packages/proximal/test/sim/restitution.test.ts': 3,
    'packages/proximal/test/sim/snapshot-mutations.test.ts': 3,
    'packages/proximal/test/sim/snapshot.test.ts': 3,
    'packages/proximal/test/sim/spin.test.ts': 3,
    'packages/proximal/test/sim/sweeps.test.ts': 3,
    'packages/proximal/test/growth/growth.test.ts': 2,
    'packages/proximal/test/2d/conformance.test.ts': 2,
    'packages/proximal/test/repro/growth-collide-after-set-growth.test.ts': 2,
    'packages/proximal/test/repro/open-contacts.test.ts': 2,
    'packages/proximal/test/repro/same-state-same-bits.test.ts': 2,
    'packages/proximal/test/scene/height-field.test.ts': 2,
    'packages/proximal/test/scene/nonconvex.test.ts': 2,
    'packages/proximal/test/sim/correction.test.ts': 2,
    'packages/proximal/test/sim/file.test.ts': 2,
    'packages/proximal/test/sim/rollout.test.ts': 2,
    'packages/proximal/test/sim/self-collisions.test.ts': 2,
    'packages/proximal/test/derivatives/estimators.test.ts': 2,
  },
  'wasm-alone': { 'packages/proximal/test/engine/memory.test.ts': 12 },
  'js-alone': { 'packages/proximal/test/engine/memory.test.ts': 12 },
  js: {
    'packages/proximal/test/failed-allocations.test.ts': 49,
    'packages/proximal/test/proximity/extremes.test.ts': 36,
    'packages/proximal/test/mass/numeric.test.ts': 8,
    'packages/proximal/test/repro/robot-bombs.test.ts': 6,
    'packages/proximal/test/growth/trace.test.ts': 5,
    'packages/proximal/test/hull/hull.test.ts': 5,
    'packages/proximal/test/proximity/distance.test.ts': 5,
    'packages/proximal/test/shapes/conformance.test.ts': 5,
    'packages/proximal/test/growth/growth.test.ts': 4,
    'packages/proximal/test/io/broken.test.ts': 4,
    'packages/proximal/test/proximity/closed-forms.test.ts': 4,
    'packages/proximal/test/repro/growth-collide-after-set-growth.test.ts': 4,
    'packages/proximal/test/repro/pose-getter-grows-memory.test.ts': 4,
  },
};

function secondsOf({ project, moduleId }: TestSpecification): number {
  return seconds[project.name]?.[relative(root, moduleId).split(sep).join('/')] ?? 0;
}

/** Projects whose files share workers run last, one after the other: a worker can only continue with files of its own project. */
function orderOf({ project }: TestSpecification): number {
  return project.config.isolate ? 0 : 1 + Object.keys(seconds).indexOf(project.name);
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Other files keep the order of the last run.
    return (await super.sort(files)).sort((a, b) => orderOf(a) - orderOf(b) || secondsOf(b) - secondsOf(a));
  }
}
