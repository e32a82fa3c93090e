// Answers of libraries that may hang or end on some problems: those have none, and the others count.
import { type PeerAnswer, PeerFailure, type PeerProcess } from './peer-process.ts';

/** Milliseconds for a block of problems, and for a single one of a block that took longer. */
const blockLimit = 2500;
const singleLimit = 1000;
const blockSize = 128;
/** A library that fails this often on a question is not asked any more. */
const mostFailures = 8;

const none: PeerAnswer = Array<number>(7).fill(Number.NaN);

export class PatientPeer {
  /** @param start a new process of the library, at work on the same set */
  constructor(
    private peer: PeerProcess | null,
    private readonly start: () => Promise<PeerProcess>,
  ) {}

  /** The answers to the first `count` problems, or to as many as were asked until the library had failed too often. */
  async answers(query: string, count: number): Promise<PeerAnswer[]> {
    const all: PeerAnswer[] = [];
    let failures = 0;
    while (all.length < count && failures < mostFailures) {
      const some = Math.min(blockSize, count - all.length);
      const block = await this.ask(query, all.length, some, blockLimit);
      if (block) all.push(...block);
      for (let k = 0; !block && k < some && failures < mostFailures; k++) {
        const single = await this.ask(query, all.length, 1, singleLimit);
        if (!single) failures++;
        all.push(single?.[0] ?? none);
      }
    }
    return all;
  }

  quit(): void {
    this.peer?.quit();
  }

  /** Null if the library ended or had to be ended; the next question goes to a new process. */
  private async ask(query: string, first: number, count: number, limit: number): Promise<PeerAnswer[] | null> {
    this.peer ??= await this.start();
    try {
      return await this.peer.answers(query, first, count, limit);
    } catch (error) {
      if (!(error instanceof PeerFailure)) throw error;
      this.peer = null;
      return null;
    }
  }
}
