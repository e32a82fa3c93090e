// The longest files first, so that no core waits at the end for one that began late.
import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './folders.ts';

/** Files that take long, in seconds on an otherwise idle machine of two cores. `npm run test:quick` leaves them out. */
export const seconds: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  studio: {
    'test/studio/simulation.test.ts': 37,
    'test/studio/links.test.ts': 31,
    'test/studio/minkowski.test.ts': 30,
    'test/studio/page.test.ts': 26,
    'test/studio/accessibility.test.ts': 24,
    'test/studio/derivatives.test.ts': 20,
    'test/studio/query.test.ts': 19,
    'test/studio/firefox.test.ts': 11,
  },
  packed: {
    'test/packed/cli-examples.test.ts': 26,
    'test/packed/cli.test.ts': 24,
    'test/packed/cli-simulate.test.ts': 15,
    'test/packed/package.test.ts': 8,
    'test/packed/cli-output.test.ts': 8,
  },
  house: {
    'test/allocation.test.ts': 22,
    'test/fuzz-files.test.ts': 20,
    'test/docs.test.ts': 18,
    'test/browser.test.ts': 13,
    'test/optimise.test.ts': 10,
    'test/summary.test.ts': 8,
    'test/fuzz.test.ts': 7,
    'test/setup.test.ts': 6,
  },
  wasm: {
    'packages/proximal/test/property/bit-equality.test.ts': 20,
    'packages/proximal/test/penetration/bit-equality.test.ts': 18,
    'packages/proximal/test/shapes/conformance.test.ts': 12,
    'packages/proximal/test/engine/memory.test.ts': 11,
    'packages/proximal/test/plane/property.test.ts': 10,
    'packages/proximal/test/sim/bit-equality.test.ts': 8,
    'packages/proximal/test/plane/bit-equality.test.ts': 6,
    'packages/proximal/test/penetration/epa.test.ts': 6,
    'packages/proximal/test/plane/polygons.test.ts': 6,
    'packages/proximal/test/shapes/support-map.test.ts': 6,
    'packages/proximal/test/growth/methods.test.ts': 6,
    'packages/proximal/test/proximity/algorithms.test.ts': 6,
    'packages/proximal/test/sim/physics.test.ts': 6,
    'packages/proximal/test/penetration/incremental.test.ts': 5,
    'packages/proximal/test/sim/model-derivatives.test.ts': 5,
    'packages/proximal/test/sim/smoothing.test.ts': 5,
    'packages/proximal/test/scene/decompose.test.ts': 4,
    'packages/proximal/test/sim/flat-floors.test.ts': 4,
    'packages/proximal/test/scene/nonconvex.test.ts': 3,
    'packages/proximal/test/penetration/closed-forms.test.ts': 3,
    'packages/proximal/test/sim/robots-at-rest.test.ts': 3,
    'packages/proximal/test/sim/correction.test.ts': 3,
    'packages/proximal/test/sim/snapshot.test.ts': 3,
    'packages/proximal/test/proximity/distance.test.ts': 3,
    'packages/proximal/test/scene/casts.test.ts': 3,
    'packages/proximal/test/plane/growth.test.ts': 2,
    'packages/proximal/test/growth/growth.test.ts': 2,
    'packages/proximal/test/smooth/exact.test.ts': 2,
    'packages/proximal/test/repro/same-state-same-bits.test.ts': 2,
    'packages/proximal/test/growth/trace.test.ts': 2,
    'packages/proximal/test/growth/pair.test.ts': 2,
  },
  js: {
    'packages/proximal/test/smooth/estimators.test.ts': 19,
    'packages/proximal/test/repro/smoothed-jacobian-of-rough-bodies.test.ts': 11,
    'packages/proximal/test/shapes/conformance.test.ts': 6,
    'packages/proximal/test/engine/memory.test.ts': 14,
    'packages/proximal/test/scene/nonconvex.test.ts': 13,
    'packages/proximal/test/scene/casts.test.ts': 11,
    'packages/proximal/test/smooth/exact.test.ts': 10,
    'packages/proximal/test/mass/numeric.test.ts': 9,
    'packages/proximal/test/penetration/closed-forms.test.ts': 9,
    'packages/proximal/test/proximity/algorithms.test.ts': 8,
    'packages/proximal/test/shapes/support-map.test.ts': 8,
    'packages/proximal/test/penetration/epa.test.ts': 8,
    'packages/proximal/test/growth/methods.test.ts': 8,
    'packages/proximal/test/growth/pair.test.ts': 7,
    'packages/proximal/test/penetration/incremental.test.ts': 7,
    'packages/proximal/test/plane/polygons.test.ts': 7,
  },
};

function secondsOf({ project, moduleId }: TestSpecification): number {
  return seconds[project.name]?.[relative(root, moduleId).split(sep).join('/')] ?? 0;
}

/** Projects whose files share workers come one after the other at the end: a worker goes on only while the next file is of its project. */
function turnOf({ project }: TestSpecification): number {
  return project.config.isolate ? 0 : 1 + Object.keys(seconds).indexOf(project.name);
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Those that are not listed stay in the order that is known from the last run.
    return (await super.sort(files)).sort((a, b) => turnOf(a) - turnOf(b) || secondsOf(b) - secondsOf(a));
  }
}
