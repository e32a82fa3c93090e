// Kinds whose results are lines of JSON, one for each item.
import { messageOf } from '../check.ts';
import { concatenate, encodeLine } from '../lines.ts';
import type { Files, OpenWork } from '../work.ts';

/**
 * Makes an `OpenWork` of independent items. The line of an item that throws has the error message; the other items are computed.
 * @param answer the fields of an item's line, after its index
 */
export function openLines(count: number, answer: (index: number, files: Files) => object | Promise<object>): OpenWork {
  return {
    count,
    grain: 1,
    async run(from, to, files) {
      const lines: Uint8Array[] = [];
      for (let index = from; index < to; index++) {
        try {
          lines.push(encodeLine({ index, ...(await answer(index, files)) }));
        } catch (error) {
          lines.push(failedLine(index, messageOf(error)));
        }
      }
      return concatenate(lines);
    },
  };
}

/** The line of an item without an answer. */
export function failedLine(index: number, error: string): Uint8Array {
  return encodeLine({ index, error });
}
