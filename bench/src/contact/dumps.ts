// Contact problems from files: JSON with G, g and mus, three rows per contact (t1, t2, n), as ContactBench writes them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ContactProblem, DenseMatrix } from 'proximal/contact';
import { UsageError } from '../usage.ts';

export interface Dump {
  readonly name: string;
  readonly problem: ContactProblem;
}

/** Beside the checkout. */
const usualFolder = fileURLToPath(new URL('../../../../shared/data/reference/ContactBench/', import.meta.url));

/** @param folder as the command line gives it; by default the usual one, if there is one */
export function readDumps(folder: string | undefined): Dump[] {
  const place = folder ?? usualFolder;
  if (!existsSync(place)) {
    if (folder === undefined) return [];
    throw new UsageError(`--dumps is '${folder}', which does not exist.`);
  }
  const files = readdirSync(place).filter((file) => file.endsWith('.json'));
  return files
    .sort()
    .map((file) => ({ name: file.slice(0, -5), problem: parse(readFileSync(join(place, file), 'utf8')) }));
}

function parse(text: string): ContactProblem {
  const { G, g, mus } = JSON.parse(text) as { G: number[][]; g: (number | number[])[]; mus: number[] };
  return {
    delassus: DenseMatrix.fromRows(G),
    freeVelocity: Float64Array.from(g.flat()),
    friction: Float64Array.from(mus),
  };
}
