// The merged results of a range of items: one file, written atomically.
import { createHash, randomBytes } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kindOf } from './kinds/registry.ts';
import type { ItemFailure } from './queue/ledger.ts';
import type { Range } from './ranges.ts';

/** The results of consecutive items, or the reason why there are none. */
export type Piece = Range & ({ readonly bytes: Uint8Array } | { readonly message: string });

export interface MergedFile {
  /** The name of the file in its folder. */
  readonly file: string;
  readonly sha256: string;
  readonly failures: readonly ItemFailure[];
}

/**
 * Writes the results of a range of items.
 * @param name of the file, without extension
 * @param pieces in the order of the items
 * @throws Error if an item is missing or comes twice, or if an item of a batch failed
 */
export async function writeMerged(
  folder: string,
  name: string,
  kindName: string,
  { from: first, to: last }: Range,
  pieces: AsyncIterable<Piece>,
): Promise<MergedFile> {
  const { extension, failure } = kindOf(kindName);
  const file = `${name}.${extension}`;
  const draft = draftOf(join(folder, file));
  const hash = createHash('sha256');
  const failures: ItemFailure[] = [];
  const handle = await open(draft, 'wx');
  try {
    let at = first;
    for await (const piece of pieces) {
      const { from, to } = piece;
      if (from !== at) throw new Error(`the results of items ${at} to ${from - 1} are missing`);
      if ('message' in piece) failures.push({ from, to, message: piece.message });
      const bytes = 'bytes' in piece ? piece.bytes : failure?.(from, piece.message);
      if (!bytes) throw new Error(`items ${from} to ${to - 1} could not be computed: ${failures[0].message}`);
      hash.update(bytes);
      await handle.writeFile(bytes);
      at = to;
    }
    if (at !== last) throw new Error(`the results of items ${at} to ${last - 1} are missing`);
    await handle.close();
    await rename(draft, join(folder, file));
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
  return { file, sha256: hash.digest('hex'), failures };
}

/** Writes to another name and renames, so that readers never see an incomplete file. */
export async function writeAtomically(path: string, content: string): Promise<void> {
  const draft = draftOf(path);
  await writeFile(draft, content, { flag: 'wx' });
  await rename(draft, path);
}

function draftOf(path: string): string {
  return `${path}.${randomBytes(8).toString('hex')}.tmp`;
}
