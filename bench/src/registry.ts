import { autoBenchmark } from './auto/auto.ts';
import { characterizeBenchmark } from './characterize/characterize.ts';
import { contactBenchmark } from './contact/contact.ts';
import { degenerateBenchmark } from './degenerate/degenerate.ts';
import { derivativesBenchmark } from './derivatives/derivatives.ts';
import { dynamicsBenchmark } from './dynamics/dynamics.ts';
import { gjkBenchmark } from './gjk/gjk.ts';
import { growthBenchmark } from './growth/growth.ts';
import { hullBenchmark } from './hull/hull.ts';
import { instructionsBenchmark } from './instructions/instructions.ts';
import { peersBenchmark } from './peers/peers.ts';
import { penetrationBenchmark } from './penetration/penetration.ts';
import { planeBenchmark } from './plane/plane.ts';
import { problemsExport } from './problems/export.ts';
import { sceneLife } from './scene/life.ts';
import { sceneBenchmark } from './scene/scene.ts';
import { scenesBenchmark } from './sim/scenes.ts';
import { simBenchmark } from './sim/sim.ts';
import { trajectoriesBenchmark } from './sim/trajectories.ts';
import { supportBenchmark } from './support/support.ts';
import type { Named } from './usage.ts';

export interface Benchmark extends Named {
  /** What `npm run bench` gives it in a quick run and in a full one; without it, it runs only when it is named. */
  readonly runs?: { readonly quick: readonly string[]; readonly full: readonly string[] };
  /** What these take on two idle cores, libraries in C++ included: the plan of `npm run bench`. */
  readonly seconds?: { readonly quick: number; readonly full: number };
  /** Without libraries in C++ there is nothing to measure. */
  readonly needsNative?: true;
  /** @param args the command line behind the name */
  readonly run: (args: readonly string[]) => void | Promise<void>;
}

/** Every benchmark: one line each. */
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
  sceneLife,
  growthBenchmark,
  problemsExport,
  simBenchmark,
  scenesBenchmark,
  trajectoriesBenchmark,
];
