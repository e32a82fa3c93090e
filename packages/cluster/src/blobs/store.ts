// Large inputs and outputs: bytes by their hash, in a store that client and workers reach.
import { hashOf } from '../work.ts';

/**
 * A store of bytes, by run and hash. Both consist of letters, digits and `-`. The bytes of a hash may be written several times; they are
 * always the same.
 * @example
 * ```ts
 * const store: BlobStore = {
 *   write: async (run, hash, bytes) => void (await bucket.put(`${run}/${hash}`, bytes)),
 *   read: async (run, hash) => await bucket.get(`${run}/${hash}`),
 *   remove: async (run) => await bucket.deleteAll(`${run}/`),
 * };
 * ```
 */
export interface BlobStore {
  write(run: string, hash: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, or null if there are none. */
  read(run: string, hash: string): Promise<Uint8Array | null>;
  /** Removes all bytes of a run. */
  remove(run: string): Promise<void>;
}

/** Bytes that are missing or do not have their hash. */
export class BlobError extends Error {}

/** Writes bytes for a run, and returns their SHA-256. */
export async function putBlob(store: BlobStore, run: string, bytes: Uint8Array): Promise<string> {
  const hash = hashOf(bytes);
  await store.write(run, hash, bytes);
  return hash;
}

/** Reads bytes of a run. @throws BlobError if they are missing or do not have the hash */
export async function getBlob(store: BlobStore, run: string, hash: string): Promise<Uint8Array> {
  const bytes = await store.read(run, hash);
  if (!bytes)
    throw new BlobError(`the store has no bytes ${run}/${hash}; client and workers must use the same store (--blobs)`);
  if (hashOf(bytes) !== hash) throw new BlobError(`the bytes ${run}/${hash} of the store do not have this hash`);
  return bytes;
}
