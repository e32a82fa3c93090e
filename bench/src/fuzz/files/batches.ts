import { knownInputs } from './known.ts';
import { fileFormats, firstRandom } from './registry.ts';

/** Inputs per request to a process: enough that messages and measurements cost little in comparison. */
const batchSize = 1000;

/** Cases that are checked one after the other by one process. */
export interface Batch {
  /** The name of the format. */
  readonly name: string;
  /** The numbers of the cases. */
  readonly numbers: readonly number[];
  /** Whether an input may use most of a limit, so that each is measured separately. */
  readonly isHeavy: boolean;
}

/**
 * The known inputs of the formats, then equally many random ones of each format, up to the given total.
 * @param only names of formats; all formats if it is empty
 */
export function* batchesOf(count: number, only: readonly string[]): Generator<Batch, void> {
  const formats = fileFormats.map(({ name }, index) => ({ name, index }));
  const chosen = formats.filter(({ name }) => only.length === 0 || only.includes(name));
  let remaining = count;
  for (const [number, { format }] of knownInputs.entries()) {
    if (remaining === 0 || !chosen.some(({ name }) => name === format.name)) continue;
    yield { name: format.name, numbers: [number], isHeavy: true };
    remaining--;
  }
  const share = (k: number): number => Math.floor(remaining / chosen.length) + (k < remaining % chosen.length ? 1 : 0);
  for (let start = 0; start < share(0); start += batchSize)
    for (const [k, { name, index }] of chosen.entries()) {
      const length = Math.min(batchSize, share(k) - start);
      const number = (i: number): number => firstRandom + index + (start + i) * fileFormats.length;
      if (length > 0) yield { name, numbers: Array.from({ length }, (_, i) => number(i)), isHeavy: false };
    }
}
