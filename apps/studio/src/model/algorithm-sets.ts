// The algorithms that are shown step by step, with the pair on which they run: in 3D or in 2D.
import type { ReadonlySignal } from '@preact/signals';
import { type Ambient, plane, space } from './body.ts';
import { differencePoints, planeDifference } from './difference.ts';
import { type Pair, pair, planePair } from './document.ts';
import { overlappingPosition } from './move.ts';
import {
  depthRecorders,
  distanceRecorders,
  growthRecorders,
  planeRecorders,
  type Recorder,
  type Recording,
} from './recorders.ts';

/** An algorithm for one of the two pairs. */
export interface PairAlgorithm extends Omit<Recorder, 'record'> {
  /** Whether it computes depths, for which the bodies must overlap. */
  readonly isDepthAlgorithm: boolean;
  readonly group: string;
  readonly record: () => Recording;
  /** Surface points of the set that the algorithm searches, moved inward by `radii` of a `Recording`; null if it is unbounded. */
  readonly difference: (radii: number) => Float64Array | null;
}

export interface AlgorithmSet {
  readonly ambient: Ambient<unknown>;
  readonly is2D: boolean;
  /** In the order of the menu. */
  readonly algorithms: readonly PairAlgorithm[];
  /** A position at which B overlaps A: see move.ts. */
  readonly overlappingPosition: () => number[];
}

function algorithmSetOf<AnyShape extends Parameters<typeof overlappingPosition>[1]['a']>(
  ambient: Ambient<AnyShape>,
  subject: ReadonlySignal<Pair<AnyShape>>,
  groups: Readonly<Record<string, readonly Recorder<Pair<AnyShape>>[]>>,
  difference: (pair: Pair<AnyShape>, set: Recorder['set'], radii: number) => Float64Array | null,
): AlgorithmSet {
  return {
    ambient,
    is2D: ambient.dimension === 2,
    algorithms: Object.entries(groups).flatMap(([group, recorders]) =>
      recorders.map((recorder) => ({
        ...recorder,
        group,
        isDepthAlgorithm: group === 'Depth',
        record: () => recorder.record(subject.value),
        difference: (radii) => difference(subject.value, recorder.set, radii),
      })),
    ),
    overlappingPosition: () => overlappingPosition(ambient, subject.value),
  };
}

const [planeDistance, planeDepth, planeGrowth] = planeRecorders;

export const algorithmSets = {
  space: algorithmSetOf(
    space,
    pair,
    { Distance: distanceRecorders(), Depth: depthRecorders, 'Growth distance': growthRecorders },
    differencePoints,
  ),
  plane: algorithmSetOf(
    plane,
    planePair,
    { Distance: [planeDistance], Depth: [planeDepth], 'Growth distance': [planeGrowth] },
    planeDifference,
  ),
} as const;
