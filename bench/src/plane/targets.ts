// The speeds that were asked for, with the numbers measured.
import type { Cells, Place } from './cells.ts';
import { box2dTitle, box2dWarmTitle } from './native.ts';
import { ownBatch, ownBatchFull, ownBatchShared, ownCall, ownCallFull, ownWarm } from './own.ts';
import { situations, vertexCounts } from './sets.ts';

export interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  /** Null for what is only reported. */
  readonly isMet: boolean | null;
}

/** Packages of npm that give a distance. */
const distancePeers = ['planck', '@box2d/core', 'rapier2d'];

const places = (least: number): Place[] =>
  vertexCounts
    .filter((vertices) => vertices >= least)
    .flatMap((vertices) => situations.map((situation) => ({ vertices, situation, level: 2 as const })));

export function targetsOf(cells: Cells): Target[] {
  const small = places(4).filter(({ vertices }) => vertices === 4);
  return [
    atLeast(cells, 'level 2 in a batch beside native Box2D', places(4), box2dTitle, ownBatch, 1),
    atLeast(cells, 'the same with shared bodies', places(4), box2dTitle, ownBatchShared, null),
    atLeast(cells, 'the same with witness points', places(4), box2dTitle, ownBatchFull, null),
    levels(cells, ownBatch, 2),
    levels(cells, ownBatchShared, null),
    atLeast(cells, 'level 2, one call, beside native Box2D, from 8 vertices up', places(8), box2dTitle, ownCall, 1),
    atLeast(cells, 'the same for 4 vertices', small, box2dTitle, ownCall, null),
    atLeast(cells, 'the same with witness points', places(4), box2dTitle, ownCallFull, null),
    ...distancePeers.flatMap((peer) => [
      atLeast(cells, `level 2, one call, beside ${peer}`, places(4), peer, ownCall, 3),
      atLeast(cells, `level 2 in a batch beside ${peer}`, places(4), peer, ownBatch, 6),
      atLeast(cells, 'the same with shared bodies', places(4), peer, ownBatchShared, null),
    ]),
    ...[box2dWarmTitle, 'planck, warm', '@box2d/core, warm'].map((peer) =>
      atLeast(cells, `warm, level 2, one call, beside ${peer}`, moving, peer, ownWarm, null),
    ),
  ];
}

const moving: Place[] = vertexCounts.map((vertices) => ({ vertices, situation: 'moving', level: 2 }));

/** Whether the other takes at least `factor` times as long as ours at all places. */
function atLeast(
  cells: Cells,
  what: string,
  where: readonly Place[],
  other: string,
  own: string,
  factor: number | null,
): Target {
  const ratios = where.flatMap((place) => {
    const ratio = cells.isRight(place, other) ? cells.ratio(place, other, own) : null;
    return ratio ? [{ place, ratio: ratio.median }] : [];
  });
  const wanted = factor === null ? 'reported' : `≥ ${factor}× everywhere`;
  return { what, wanted, ...verdict(ratios, factor) };
}

/** Level 1 against level 2 on distant pairs. */
function levels(cells: Cells, own: string, factor: number | null): Target {
  const ratios = vertexCounts.flatMap((vertices) => {
    const place = { vertices, situation: 'distant' } as const;
    const [one, two] = ([1, 2] as const).map((level) => cells.time({ ...place, level }, own)?.median);
    return one && two ? [{ place: { ...place, level: 2 as const }, ratio: two / one }] : [];
  });
  const what = `level 1 beside level 2 on distant pairs (${own})`;
  return { what, wanted: factor === null ? 'reported' : `≥ ${factor}×`, ...verdict(ratios, factor) };
}

function verdict(
  ratios: readonly { readonly place: Place; readonly ratio: number }[],
  factor: number | null,
): Pick<Target, 'found' | 'isMet'> {
  if (ratios.length === 0) return { found: 'not measured', isMet: null };
  const sorted = [...ratios].sort((x, y) => x.ratio - y.ratio);
  const name = ({ place, ratio }: (typeof sorted)[number]): string =>
    `${ratio.toFixed(2)}× (${place.vertices} vertices, ${place.situation})`;
  const range = `${name(sorted[0])} to ${name(sorted[sorted.length - 1])}`;
  if (factor === null) return { found: range, isMet: null };
  const met = sorted.filter(({ ratio }) => ratio >= factor).length;
  return { found: `${range}; in ${met} of ${sorted.length}`, isMet: met === sorted.length };
}
