// The speeds that were asked for, with the numbers measured.
import type { Cells } from './measured.ts';
import { incrementalTitle, ownTitles } from './own.ts';
import { libccdEpa } from './peers.ts';

export interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  /** Null for what is only reported. */
  readonly isMet: boolean | null;
}

const fast = incrementalTitle(5);

/** @param whole the sets whose shapes are support functions only, for the report; the targets are about shapes as users make them */
export function targetsOf(cells: Cells, whole: readonly string[]): Target[] {
  const sets = cells.sets().filter((set) => !whole.includes(set));
  const of = (family: string): string[] => sets.filter((set) => cells.find(set, ownTitles.auto)?.family === family);
  return [
    atLeast(cells, `${fast} beside libccd's EPA on smooth pairs`, of('smooth'), libccdEpa, fast, 10),
    atLeast(cells, `${fast} beside libccd's EPA on polyhedra`, of('polyhedra'), libccdEpa, fast, 5),
    atLeast(cells, 'the same, libccd climbing', of('polyhedra'), `${libccdEpa}, climbing`, fast, 5),
    atLeast(cells, `${fast} beside our own EPA`, sets, ownTitles.epa, fast, 1),
    atLeast(cells, "our EPA beside libccd's EPA", sets, libccdEpa, ownTitles.epa, 2),
    atLeast(cells, 'the same, libccd climbing', of('polyhedra'), `${libccdEpa}, climbing`, ownTitles.epa, 2),
    atLeast(cells, `${fast} beside our own EPA, as support functions`, whole, ownTitles.epa, fast, null),
    ...['FCL', 'FCL, own GJK', 'Bullet', 'libccd MPR', 'rapier3d'].map((peer) =>
      atLeast(cells, `${ownTitles.auto} beside ${peer}`, sets, peer, ownTitles.auto, null),
    ),
  ];
}

/** Whether the other takes at least `factor` times as long as ours on all sets. */
function atLeast(
  cells: Cells,
  what: string,
  sets: readonly string[],
  other: string,
  own: string,
  factor: number | null,
): Target {
  const ratios = sets.flatMap((set) => {
    const ratio = cells.ratio(set, other, own);
    return ratio === null ? [] : [{ set, ratio }];
  });
  const wanted = factor === null ? 'reported' : `≥ ${factor}× everywhere`;
  if (ratios.length === 0) return { what, wanted, found: 'not measured', isMet: null };
  const sorted = ratios.sort((x, y) => x.ratio - y.ratio);
  const name = ({ set, ratio }: (typeof sorted)[number]): string => `${ratio.toFixed(2)}× (${set})`;
  const range = `${name(sorted[0])} to ${name(sorted[sorted.length - 1])}`;
  if (factor === null) return { what, wanted, found: range, isMet: null };
  const met = sorted.filter(({ ratio }) => ratio >= factor).length;
  return { what, wanted, found: `${range}; in ${met} of ${sorted.length}`, isMet: met === sorted.length };
}
