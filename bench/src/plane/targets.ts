// The speeds that were asked for, with the numbers measured.
import { atLeast, type Target } from '../targets.ts';
import type { Cells, Place } from './cells.ts';
import { box2dTitle, box2dWarmTitle } from './native.ts';
import { ownBatch, ownBatchFull, ownBatchShared, ownCall, ownCallFull, ownWarm } from './own.ts';
import { situations, vertexCounts } from './sets.ts';

/** Packages of npm that give a distance. */
const distancePeers = ['planck', '@box2d/core', 'rapier2d'];

const places = (least: number): Place[] =>
  vertexCounts
    .filter((vertices) => vertices >= least)
    .flatMap((vertices) => situations.map((situation) => ({ vertices, situation, level: 2 as const })));

export function targetsOf(cells: Cells): Target[] {
  const small = places(4).filter(({ vertices }) => vertices === 4);
  return [
    beside(cells, 'level 2 in a batch beside native Box2D', places(4), box2dTitle, ownBatch, 1),
    beside(cells, 'the same with shared bodies', places(4), box2dTitle, ownBatchShared, null),
    beside(cells, 'the same with witness points', places(4), box2dTitle, ownBatchFull, null),
    levels(cells, ownBatch, 2),
    levels(cells, ownBatchShared, null),
    beside(cells, 'level 2, one call, beside native Box2D, from 8 vertices up', places(8), box2dTitle, ownCall, 1),
    beside(cells, 'the same for 4 vertices', small, box2dTitle, ownCall, null),
    beside(cells, 'the same with witness points', places(4), box2dTitle, ownCallFull, null),
    ...distancePeers.flatMap((peer) => [
      beside(cells, `level 2, one call, beside ${peer}`, places(4), peer, ownCall, 3),
      beside(cells, `level 2 in a batch beside ${peer}`, places(4), peer, ownBatch, 6),
      beside(cells, 'the same with shared bodies', places(4), peer, ownBatchShared, null),
    ]),
    ...[box2dWarmTitle, 'planck, warm', '@box2d/core, warm'].map((peer) =>
      beside(cells, `warm, level 2, one call, beside ${peer}`, moving, peer, ownWarm, null),
    ),
  ];
}

const moving: Place[] = vertexCounts.map((vertices) => ({ vertices, situation: 'moving', level: 2 }));

/** Whether the other takes at least `factor` times as long as ours at all places. */
function beside(
  cells: Cells,
  what: string,
  where: readonly Place[],
  other: string,
  own: string,
  factor: number | null,
): Target {
  const ratios = where.flatMap((place) => {
    const ratio = cells.isRight(place, other) ? cells.ratio(place, other, own) : null;
    return ratio ? [{ where: nameOf(place), ratio: ratio.median }] : [];
  });
  return atLeast(what, ratios, factor);
}

/** Level 1 against level 2 on distant pairs. */
function levels(cells: Cells, own: string, factor: number | null): Target {
  const ratios = vertexCounts.flatMap((vertices) => {
    const place = { vertices, situation: 'distant' } as const;
    const [one, two] = ([1, 2] as const).map((level) => cells.time({ ...place, level }, own)?.median);
    return one && two ? [{ where: nameOf(place), ratio: two / one }] : [];
  });
  return atLeast(`level 1 beside level 2 on distant pairs (${own})`, ratios, factor);
}

function nameOf({ vertices, situation }: Pick<Place, 'vertices' | 'situation'>): string {
  return `${vertices} vertices, ${situation}`;
}
