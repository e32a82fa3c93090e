import type { Rng } from 'proximal/math';
import type { Named } from '../../harness/usage.ts';

/** A file format: the generator of valid and mutated files, and the use of their content. */
export interface FileFormat extends Named {
  /** The ending of the written files. */
  readonly ending: string;
  /** A document of the seed with up to `mutations` mutations; it is valid if there are none. Seed and random numbers determine the bytes. */
  readonly make: (rng: Rng, mutations: number, seed: number) => Uint8Array;
  /**
   * Reads the bytes and uses the result as a program would: true if they were read, false if the reader rejected them with a documented
   * error. Throws for any failure.
   */
  readonly use: (bytes: Uint8Array) => boolean | Promise<boolean>;
}

/** A failure found by a check of the fuzzer. */
export class FuzzFailure extends Error {
  constructor(
    readonly kind: string,
    message: string,
  ) {
    super(message);
  }
}
