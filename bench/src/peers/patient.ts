// Answers of libraries that may hang or end on some problems: those have none, and the others count.
import { type PeerAnswer, PeerFailure, type PeerProcess } from './peer-process.ts';

/** Milliseconds for a block of problems, and for a single one of a block that took longer. */
const blockLimit = 2500;
const singleLimit = 1000;
const blockSize = 128;
/** A library that fails this often on a set is not asked any more. */
const mostFailures = 8;

const none: PeerAnswer = Array<number>(7).fill(Number.NaN);

/**
 * The answers to the first problems of a set: to all of them, or to as many as were asked until the library had failed too often.
 * @param start a new process of the library, at work on the set
 */
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
  while (all.length < count && failures < mostFailures) {
    const some = Math.min(blockSize, count - all.length);
    const block = await ask(all.length, some, blockLimit);
    if (block) all.push(...block);
    for (let k = 0; !block && k < some && failures < mostFailures; k++) {
      const single = await ask(all.length, 1, singleLimit);
      if (!single) failures++;
      all.push(single?.[0] ?? none);
    }
  }
  (peer as PeerProcess | null)?.quit();
  return all;
}
