import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from './store.ts';

/**
 * A store in a folder that client and workers share, such as a network file system.
 * @example
 * ```ts
 * const cluster = await createCluster({ redis, blobs: folderStore('/mnt/shared/proximal') });
 * ```
 */
export function folderStore(folder: string): BlobStore {
  return {
    async write(run, hash, bytes) {
      await mkdir(join(folder, run), { recursive: true });
      const path = join(folder, run, hash);
      // Renamed when complete, so that a reader never sees an incomplete file.
      const draft = `${path}.${randomBytes(8).toString('hex')}.tmp`;
      await writeFile(draft, bytes);
      await rename(draft, path);
    },
    async read(run, hash) {
      try {
        return await readFile(join(folder, run, hash));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: (run) => rm(join(folder, run), { recursive: true, force: true }),
  };
}
