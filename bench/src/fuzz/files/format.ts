import type { Rng } from 'proximal/math';
import type { Named } from '../../harness/usage.ts';

/** A format of files: how a damaged one is made, and what is done with it. */
export interface FileFormat extends Named {
  /** The ending of files that are written for people. */
  readonly ending: string;
  /** A document of the seed, mutated so many times; with none it is valid. The same bytes for the same seed and random numbers. */
  readonly make: (rng: Rng, mutations: number, seed: number) => Uint8Array;
  /**
   * Reads the bytes and uses what was read as a program would: true if it was read, and false if the reader refused it with the error
   * that it documents. Throws what must not happen.
   */
  readonly use: (bytes: Uint8Array) => boolean | Promise<boolean>;
}

/** Something that must not happen, found by a check of ours. */
export class Broken extends Error {
  constructor(
    readonly kind: string,
    message: string,
  ) {
    super(message);
  }
}
