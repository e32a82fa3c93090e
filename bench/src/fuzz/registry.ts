import { distanceFuzzer } from './distance.ts';
import type { Fuzzer } from './fuzzer.ts';
import { growthFuzzer } from './growth.ts';
import { growthMethodsFuzzer } from './growth-methods.ts';
import { lawsFuzzer } from './laws.ts';
import { penetrationFuzzer } from './penetration.ts';
import { planeFuzzer } from './plane.ts';
import { qpFuzzer } from './qp.ts';
import { simFuzzer } from './sim.ts';
import { worldsFuzzer } from './worlds.ts';

/** All fuzzers. Each has its own type of case. */
export const fuzzers: readonly Fuzzer[] = [
  distanceFuzzer,
  penetrationFuzzer,
  growthFuzzer,
  growthMethodsFuzzer,
  planeFuzzer,
  simFuzzer,
  lawsFuzzer,
  worldsFuzzer,
  qpFuzzer,
] as unknown as readonly Fuzzer[];
