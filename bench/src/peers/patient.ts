// Answers of libraries that may hang or end on some problems: those have none, and the others count.
import { type PeerAnswer, PeerFailure, type PeerProcess } from './peer-process.ts';

/** Milliseconds for a block of problems, and for a single one of a block that took longer. */
const blockLimit = 2500;
const singleLimit = 250;
const blockSize = 128;
/** A library that fails this often on a set is not asked any more: the rest has no answer. */
const mostFailures = 5;

const none: PeerAnswer = Array<number>(7).fill(Number.NaN);

/** @param start a new process of the library, at work on the set */
export async function patientAnswers(
  start: () => Promise<PeerProcess>,
  query: string,
  count: number,
): Promise<PeerAnswer[]> {
  const all: PeerAnswer[] = [];
  let peer: PeerProcess | null = null;
  let failures = 0;
  const ask = async (first: number, some: number, limit: number): Promise<PeerAnswer[] | null> => {
    peer ??= await start();
    try {
      return await peer.answers(query, first, some, limit);
    } catch (error) {
      if (!(error instanceof PeerFailure)) throw error;
      peer = null;
      return null;
    }
  };
  for (let first = 0; first < count; first += blockSize) {
    const some = Math.min(blockSize, count - first);
    const block = failures < mostFailures ? await ask(first, some, blockLimit) : Array<PeerAnswer>(some).fill(none);
    if (block) {
      all.push(...block);
      continue;
    }
    for (let k = first; k < first + some; k++) {
      const single = failures < mostFailures ? await ask(k, 1, singleLimit) : null;
      if (!single) failures++;
      all.push(single?.[0] ?? none);
    }
  }
  (peer as PeerProcess | null)?.quit();
  return all;
}
