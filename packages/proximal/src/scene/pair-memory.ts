// The warm starts of a scene's near pairs, as numbers, so that a restored scene gives the same bits as the original. A row has
// the ids of the bodies, their parts, whether depths are certified, the count of the numbers that follow, and these numbers.
import type { Body } from './body.ts';
import type { Scene } from './scene.ts';

const headLength = 6;

/** The rows of all near pairs, ordered by ids. */
export function recollectPairs(scene: Scene): Float64Array {
  scene.update();
  const { table } = scene.world;
  const rows: number[][] = [];
  for (let row = 0; row < table.nearCount; row++) {
    const pair = table.partners[row];
    if (!pair) continue;
    for (const { partA, partB, certified, numbers } of pair.recollect())
      rows.push([pair.a.id, pair.b.id, partA, partB, certified ? 1 : 0, numbers.length, ...numbers]);
  }
  rows.sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2] || p[3] - q[3]);
  return Float64Array.from(rows.flat());
}

/** Drops the warm starts of all pairs: results then depend on the poses alone. */
export function forgetPairs({ world: { table } }: Scene): void {
  for (let row = 0; row < table.nearCount; row++) table.partners[row]?.dropWarmStarts();
}

/** Restores the warm starts of a scene's pairs. @param refuse makes the error for invalid rows */
export function resumePairs(scene: Scene, rows: Float64Array, refuse: (why: string) => Error): void {
  scene.update();
  const { world } = scene;
  for (let at = 0; at < rows.length; ) {
    const [idA, idB, partA, partB, certified, length] = rows.subarray(at, at + headLength);
    const [a, b] = [scene.body(idA), scene.body(idB)];
    const end = at + headLength + length;
    const isWhole = a !== undefined && b !== undefined && idA < idB && Number.isInteger(length) && length > 0;
    if (!isWhole || end > rows.length || !rows.subarray(at, end).every(Number.isFinite))
      throw refuse('the warm starts of its pairs are incomplete');
    if (!hasPart(a, partA) || !hasPart(b, partB)) throw refuse(`bodies ${idA} and ${idB} have no such parts`);
    const row = world.table.find(a.slot, b.slot);
    if (row >= 0 && row < world.table.nearCount)
      world.partner(row).resume(partA, partB, certified === 1, rows.subarray(at + headLength, end));
    at = end;
  }
}

function hasPart({ volume }: Body, part: number): boolean {
  return Number.isInteger(part) && part >= 0 && part < (volume.assembly?.partCount ?? 1);
}
