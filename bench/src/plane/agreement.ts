// Whether the paper's orderings hold here.
import type { Cells } from './cells.ts';
import { ownBatch } from './own.ts';
import { type PaperColumn, paperColumns, paperRatio, paperRows } from './paper.ts';
import { vertexCounts } from './sets.ts';

export interface Comparison {
  readonly vertices: number;
  readonly name: string;
  readonly column: PaperColumn;
  /** How many times as long as the method of the paper: there, and here. */
  readonly paper: number;
  readonly here: number;
  readonly verdict: 'agrees' | 'tie' | 'differs';
}

/** Ratios nearer to one than this are ties. */
const tie = 0.03;

/** Every number of Tables I to VI for which there is one here. */
export function compareAll(cells: Cells): Comparison[] {
  return vertexCounts.flatMap((vertices) =>
    paperRows.flatMap((row) =>
      paperColumns.flatMap((column) => {
        const paper = paperRatio(row, vertices, column);
        const here = cells.ratio({ vertices, ...column }, row.title, ownBatch)?.median;
        if (Number.isNaN(paper) || here === undefined) return [];
        return [{ vertices, name: row.name, column, paper, here, verdict: verdictOf(paper, here) }];
      }),
    ),
  );
}

function verdictOf(paper: number, here: number): Comparison['verdict'] {
  if (Math.abs(paper - 1) < tie || Math.abs(here - 1) < tie) return 'tie';
  return paper > 1 === here > 1 ? 'agrees' : 'differs';
}
