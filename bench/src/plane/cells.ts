import { atLeast, type Target } from '../harness/page.ts';
import { type Summary, summarize } from '../harness/timer.ts';
import type { Level } from './methods.ts';
import { type Basis, bases, ownBatch, ownBatchFull, ownBatchShared, ownCall, ownCallFull, ownWarm } from './own.ts';
import { type PaperColumn, paperColumns, paperOwn, paperRatio, paperRows, titleOf } from './paper.ts';
import type { Measured } from './plane.ts';
import { situations, vertexCounts } from './sets.ts';

/** A place in the tables. */
export interface Place {
  readonly vertices: number;
  readonly situation: Measured['situation'];
  readonly level: Level;
}

/** Contenders with a larger share of wrong answers do not count. */
const maxWrongShare = 0.01;

/** The measurements by place and title. */
export class Cells {
  private readonly cells: Map<string, Measured>;

  constructor(
    readonly measured: readonly Measured[],
    /** Problems in each set. */
    private readonly problems: number,
  ) {
    this.cells = new Map(measured.map((cell) => [keyOf(cell, cell.title), cell]));
  }

  find(place: Place, title: string): Measured | undefined {
    return this.cells.get(keyOf(place, title));
  }

  /** Nanoseconds per query. */
  time(place: Place, title: string): Summary | null {
    const cell = this.find(place, title);
    return cell ? summarize(cell.samples) : null;
  }

  /** A contender's time divided by the time of `base`, from the ratios of the rounds. */
  ratio(place: Place, title: string, base: string): Summary | null {
    const [cell, other] = [this.find(place, title), this.find(place, base)];
    return cell && other ? summarize(cell.samples.map((sample, k) => sample / other.samples[k])) : null;
  }

  /** Whether a contender has few wrong answers. */
  isReliable(place: Place, title: string): boolean {
    return (this.find(place, title)?.wrong.length ?? 0) <= maxWrongShare * this.problems;
  }

  titles(isMoving: boolean): string[] {
    const cells = this.measured.filter(({ situation }) => (situation === 'moving') === isMoving);
    return [...new Set(cells.map(({ title }) => title))];
  }
}

function keyOf({ vertices, situation, level }: Place, title: string): string {
  return [vertices, situation, level, title].join('/');
}

/** Packages of npm with a distance query. */
const distancePeers = ['planck', '@box2d/core', 'rapier2d'];

const places = (least: number): Place[] =>
  vertexCounts
    .filter((vertices) => vertices >= least)
    .flatMap((vertices) => situations.map((situation) => ({ vertices, situation, level: 2 as const })));

export function targetsOf(cells: Cells): Target[] {
  const small = places(4).filter(({ vertices }) => vertices === 4);
  return [
    ...['Box2D', 'Box2D v3'].flatMap((peer) => {
      const against = `compared with native ${peer}`;
      return [
        ratioTarget(cells, `level 2 in a batch with witness points, ${against}`, places(4), peer, ownBatchFull, 1),
        ratioTarget(cells, `level 2 in a batch without points, ${against}`, places(4), peer, ownBatch, null),
        ratioTarget(
          cells,
          `level 2 in a batch with shared bodies, without points, ${against}`,
          places(4),
          peer,
          ownBatchShared,
          null,
        ),
      ];
    }),
    levelTarget(cells, ownBatch, 2),
    levelTarget(cells, ownBatchShared, null),
    ratioTarget(
      cells,
      'level 2, one call, compared with native Box2D, from 8 vertices up',
      places(8),
      'Box2D',
      ownCall,
      1,
    ),
    ratioTarget(cells, 'level 2, one call, compared with native Box2D, for 4 vertices', small, 'Box2D', ownCall, null),
    ratioTarget(
      cells,
      'level 2, one call with witness points, compared with native Box2D',
      places(4),
      'Box2D',
      ownCallFull,
      null,
    ),
    ...distancePeers.flatMap((peer) => [
      ratioTarget(cells, `level 2, one call, compared with ${peer}`, places(4), peer, ownCall, 3),
      ratioTarget(cells, `level 2 in a batch compared with ${peer}`, places(4), peer, ownBatch, 6),
      ratioTarget(
        cells,
        `level 2 in a batch with shared bodies, compared with ${peer}`,
        places(4),
        peer,
        ownBatchShared,
        null,
      ),
    ]),
    ...['Box2D, warm', 'planck, warm', '@box2d/core, warm'].map((peer) =>
      ratioTarget(cells, `warm, level 2, one call, compared with ${peer}`, moving, peer, ownWarm, null),
    ),
  ];
}

const moving: Place[] = vertexCounts.map((vertices) => ({ vertices, situation: 'moving', level: 2 }));

/** The time of another library divided by ours, at all places. */
function ratioTarget(
  cells: Cells,
  what: string,
  where: readonly Place[],
  other: string,
  own: string,
  factor: number | null,
): Target {
  const ratios = where.flatMap((place) => {
    const ratio = cells.isReliable(place, other) ? cells.ratio(place, other, own) : null;
    return ratio ? [{ where: nameOf(place), ratio: ratio.median }] : [];
  });
  return atLeast(what, ratios, factor);
}

/** Our time at level 2 divided by our time at level 1, on distant pairs. */
function levelTarget(cells: Cells, own: string, factor: number | null): Target {
  const ratios = vertexCounts.flatMap((vertices) => {
    const place = { vertices, situation: 'distant' } as const;
    const [one, two] = ([1, 2] as const).map((level) => cells.time({ ...place, level }, own)?.median);
    return one && two ? [{ where: nameOf(place), ratio: two / one }] : [];
  });
  return atLeast(`level 1 compared with level 2 on distant pairs (${own})`, ratios, factor);
}

function nameOf({ vertices, situation }: Pick<Place, 'vertices' | 'situation'>): string {
  return `${vertices} vertices, ${situation}`;
}

export interface Comparison {
  readonly basis: Basis;
  readonly vertices: number;
  readonly name: string;
  readonly column: PaperColumn;
  /** The time divided by the time of the paper's method, in the paper and here. */
  readonly paper: number;
  readonly here: number;
  readonly verdict: 'agrees' | 'tie' | 'differs';
}

/** It is a tie if one of the two ratios is closer to 1 than this. */
const tie = 0.03;

/** Whether the orderings of Tables I to VI hold here, for all numbers that are measured. */
export function compareAll(cells: Cells): Comparison[] {
  return (Object.keys(bases) as Basis[]).flatMap((basis) =>
    vertexCounts.flatMap((vertices) =>
      paperRows.flatMap((row) =>
        paperColumns.flatMap((column) => {
          const paper = paperRatio(row, vertices, column);
          const [other, own] = [row, paperOwn].map((each) => titleOf(each, basis, column.level));
          const here = cells.ratio({ vertices, ...column }, other, own)?.median;
          if (Number.isNaN(paper) || here === undefined) return [];
          return [{ basis, vertices, name: row.name, column, paper, here, verdict: verdictOf(paper, here) }];
        }),
      ),
    ),
  );
}

function verdictOf(paper: number, here: number): Comparison['verdict'] {
  if (Math.abs(paper - 1) < tie || Math.abs(here - 1) < tie) return 'tie';
  return paper > 1 === here > 1 ? 'agrees' : 'differs';
}
