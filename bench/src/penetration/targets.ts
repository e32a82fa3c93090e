// The speeds that were asked for, with the numbers measured.
import { atLeast, type Target } from '../targets.ts';
import type { Cells } from './measured.ts';
import { incrementalTitle, ownTitles } from './own.ts';
import { libccdEpa } from './peers.ts';

const fast = incrementalTitle(5);

/** @param whole the sets whose shapes are support functions only, for the report; the targets are about shapes as users make them */
export function targetsOf(cells: Cells, whole: readonly string[]): Target[] {
  const sets = cells.sets().filter((set) => !whole.includes(set));
  const of = (family: string): string[] => sets.filter((set) => cells.find(set, ownTitles.auto)?.family === family);
  return [
    beside(cells, `${fast} beside libccd's EPA on smooth pairs`, of('smooth'), libccdEpa, fast, 10),
    beside(cells, `${fast} beside libccd's EPA on polyhedra`, of('polyhedra'), libccdEpa, fast, 5),
    beside(cells, 'the same, libccd climbing', of('polyhedra'), `${libccdEpa}, climbing`, fast, 5),
    beside(cells, `${fast} beside our own EPA`, sets, ownTitles.epa, fast, 1),
    beside(cells, "our EPA beside libccd's EPA", sets, libccdEpa, ownTitles.epa, 2),
    beside(cells, 'the same, libccd climbing', of('polyhedra'), `${libccdEpa}, climbing`, ownTitles.epa, 2),
    beside(cells, `${fast} beside our own EPA, as support functions`, whole, ownTitles.epa, fast, null),
    ...['FCL', 'FCL, own GJK', 'Bullet', 'libccd MPR', 'rapier3d'].map((peer) =>
      beside(cells, `${ownTitles.auto} beside ${peer}`, sets, peer, ownTitles.auto, null),
    ),
  ];
}

/** Whether the other takes at least `factor` times as long as ours on all sets. */
function beside(
  cells: Cells,
  what: string,
  sets: readonly string[],
  other: string,
  own: string,
  factor: number | null,
): Target {
  const ratios = sets.flatMap((set) => {
    const ratio = cells.ratio(set, other, own);
    return ratio === null ? [] : [{ where: set, ratio }];
  });
  return atLeast(what, ratios, factor);
}
