import { autoBenchmark } from './auto/auto.ts';
import { derivativesBenchmark } from './derivatives/derivatives.ts';
import { gjkBenchmark } from './gjk/gjk.ts';
import { hullBenchmark } from './hull/hull.ts';
import { peersBenchmark } from './peers/peers.ts';
import { penetrationBenchmark } from './penetration/penetration.ts';
import { planeBenchmark } from './plane/plane.ts';
import { supportBenchmark } from './support/support.ts';
import type { Named } from './usage.ts';

export interface Benchmark extends Named {
  /** @param args the command line behind the name */
  readonly run: (args: readonly string[]) => void | Promise<void>;
}

/** Every benchmark: one line each. */
export const benchmarks: readonly Benchmark[] = [
  supportBenchmark,
  autoBenchmark,
  hullBenchmark,
  peersBenchmark,
  gjkBenchmark,
  derivativesBenchmark,
  planeBenchmark,
  penetrationBenchmark,
];
