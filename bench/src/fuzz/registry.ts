import { distanceFuzzer } from './distance.ts';
import type { Fuzzer } from './fuzzer.ts';
import { penetrationFuzzer } from './penetration.ts';

/** Every fuzzer: one line each. Each has a type of case of its own, which only itself needs to know. */
export const fuzzers: readonly Fuzzer[] = [distanceFuzzer as Fuzzer, penetrationFuzzer as Fuzzer];
