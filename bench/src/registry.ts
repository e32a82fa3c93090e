// The benchmarks, in the order of `npm run bench`.

import { autoBenchmark } from './auto/auto.ts';
import { barycodesBenchmark } from './barycodes/barycodes.ts';
import { characterizeBenchmark } from './characterize/characterize.ts';
import { clusterBenchmark } from './cluster/cluster.ts';
import { contactBenchmark } from './contact/contact.ts';
import { predictiveBenchmark } from './control/predictive.ts';
import { decomposeBenchmark } from './decompose/decompose.ts';
import { degenerateBenchmark } from './degenerate/degenerate.ts';
import { derivativesBenchmark } from './derivatives/derivatives.ts';
import { dynamicsBenchmark } from './dynamics/dynamics.ts';
import { fieldsBenchmark } from './field/fields.ts';
import { gjkBenchmark } from './gjk/gjk.ts';
import { gpuBenchmark } from './gpu/gpu.ts';
import { gradientsBenchmark } from './gradients/gradients.ts';
import { growthCallsBenchmark } from './growth/calls.ts';
import { growthBenchmark } from './growth/growth.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { hullBenchmark } from './hull/hull.ts';
import { instructionsBenchmark } from './instructions/instructions.ts';
import { integratorsBenchmark } from './integrators/integrators.ts';
import { meshBenchmark } from './mesh/mesh.ts';
import { parallelBenchmark } from './parallel/parallel.ts';
import { penetrationBenchmark } from './penetration/penetration.ts';
import { planeBenchmark } from './plane/plane.ts';
import { planningBenchmark } from './planning/planning.ts';
import { peersBenchmark } from './queries/queries.ts';
import { sceneBenchmark } from './scene/scene.ts';
import { scenesBenchmark } from './sim/scenes.ts';
import { simBenchmark } from './sim/sim.ts';
import { trajectoriesBenchmark } from './sim/trajectories.ts';
import { supportBenchmark } from './support/support.ts';
import { walkingBenchmark } from './walking/walking.ts';
import { warmBenchmark } from './warm/warm.ts';

/** The benchmarks that `npm run bench` runs. */
export const benchmarks: readonly Benchmark[] = [
  supportBenchmark,
  autoBenchmark,
  hullBenchmark,
  peersBenchmark,
  degenerateBenchmark,
  characterizeBenchmark,
  instructionsBenchmark,
  gjkBenchmark,
  derivativesBenchmark,
  planeBenchmark,
  penetrationBenchmark,
  dynamicsBenchmark,
  contactBenchmark,
  sceneBenchmark,
  meshBenchmark,
  decomposeBenchmark,
  fieldsBenchmark,
  planningBenchmark,
  growthBenchmark,
  simBenchmark,
  scenesBenchmark,
  trajectoriesBenchmark,
  integratorsBenchmark,
];

/** Benchmarks that run only by name: `npm run bench` has no time left for them. */
export const separateBenchmarks: readonly Benchmark[] = [
  barycodesBenchmark,
  clusterBenchmark,
  gpuBenchmark,
  growthCallsBenchmark,
  parallelBenchmark,
  predictiveBenchmark,
  gradientsBenchmark,
  walkingBenchmark,
  warmBenchmark,
];
