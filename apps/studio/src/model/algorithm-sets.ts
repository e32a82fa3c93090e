// The algorithms that are shown step by step, with the pair on which they run: in 3D or in 2D.
import type { ReadonlySignal } from '@preact/signals';
import { type Ambient, plane, space } from './body.ts';
import { differencePoints, planeDifference } from './difference.ts';
import { type Pair, pair, planePair } from './document.ts';
import { atDistance, atPlaneDistance } from './move.ts';
import {
  depthRecorders,
  distanceRecorders,
  growthRecorders,
  planeRecorders,
  type Recorder,
  type Recording,
} from './recorders.ts';

/** An algorithm with its pair. */
export interface PairAlgorithm extends Omit<Recorder, 'record'> {
  /** Whether it computes depths, and needs overlapping bodies. */
  readonly isDepthAlgorithm: boolean;
  readonly group: string;
  readonly record: () => Recording;
  /** The surface of the set that it searches, without swept balls of these radii; null if it is unbounded. */
  readonly difference: (radii: number) => Float64Array | null;
}

export interface AlgorithmSet {
  readonly ambient: Ambient<unknown>;
  readonly isFlat: boolean;
  /** In the order of the menu. */
  readonly algorithms: readonly PairAlgorithm[];
  /** A position at which B overlaps A by half of the smaller body's size. */
  readonly overlap: () => number[];
}

interface Sized {
  readonly boundingRadius: number;
}

function algorithmSetOf<AnyShape extends Sized>(
  ambient: Ambient<AnyShape>,
  subject: ReadonlySignal<Pair<AnyShape>>,
  groups: Readonly<Record<string, readonly Recorder<Pair<AnyShape>>[]>>,
  difference: (pair: Pair<AnyShape>, set: Recorder['set'], radii: number) => Float64Array | null,
  move: (pair: Pair<AnyShape>, distance: number) => Pair<AnyShape>,
): AlgorithmSet {
  return {
    ambient,
    isFlat: ambient.dimension === 2,
    algorithms: Object.entries(groups).flatMap(([group, recorders]) =>
      recorders.map((recorder) => ({
        ...recorder,
        group,
        isDepthAlgorithm: group === 'Depth',
        record: () => recorder.record(subject.value),
        difference: (radii) => difference(subject.value, recorder.set, radii),
      })),
    ),
    overlap: () => {
      const { a, b } = subject.value;
      const { poseB } = move(subject.value, -0.5 * Math.min(a.boundingRadius, b.boundingRadius));
      return [...poseB.subarray(0, ambient.dimension)].map((x) => Math.round(x * 1e4) / 1e4);
    },
  };
}

const [planeDistance, planeDepth, planeGrowth] = planeRecorders;

export const algorithmSets = {
  space: algorithmSetOf(
    space,
    pair,
    { Distance: distanceRecorders(), Depth: depthRecorders, 'Growth distance': growthRecorders },
    differencePoints,
    atDistance,
  ),
  plane: algorithmSetOf(
    plane,
    planePair,
    { Distance: [planeDistance], Depth: [planeDepth], 'Growth distance': [planeGrowth] },
    planeDifference,
    atPlaneDistance,
  ),
} as const;
