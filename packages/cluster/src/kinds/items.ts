// Lists of items in job files: in the file itself, or one JSON value per line in a file beside it.
import { invalid, parseJSON, readList } from '../check.ts';
import type { LoadFile } from '../work.ts';

/** The name under which the items are stored: one per line. */
export const itemsFile = 'items.jsonl';

/** @returns the items, each with its place for messages */
export async function readItems(
  where: string,
  path: string,
  given: unknown,
  load: LoadFile,
): Promise<(readonly [place: string, item: unknown])[]> {
  if (typeof given !== 'string') return readList(where, path, given).map((item, k) => [`${path}[${k}]`, item]);
  if (!given.endsWith('.jsonl'))
    throw invalid(where, path, given, 'give a list, or a .jsonl file with one entry per line');
  const items = linesOf(await load(given)).map(
    ([line, number]) => [`${given}:${number}`, parseJSON(`${where}: ${given}:${number}`, line)] as const,
  );
  if (items.length === 0) throw invalid(where, path, given, 'the file is empty');
  return items;
}

/** The lines of a file that are not blank, with their numbers. */
export function linesOf(bytes: Uint8Array): (readonly [line: string, number: number])[] {
  return new TextDecoder()
    .decode(bytes)
    .split('\n')
    .map((line, k) => [line, k + 1] as const)
    .filter(([line]) => line.trim() !== '');
}

/** The file of the items. */
export function packItems(items: readonly unknown[]): readonly [name: string, bytes: Uint8Array] {
  return [itemsFile, new TextEncoder().encode(items.map((item) => JSON.stringify(item)).join('\n'))];
}

/** The items of a work as texts. They are parsed when they are computed. */
export function unpackItems(files: ReadonlyMap<string, Uint8Array>): string[] {
  return new TextDecoder().decode(files.get(itemsFile)).split('\n');
}
