import type { Redis } from 'ioredis';
import { blobsKey } from '../queue/keys.ts';
import type { BlobStore } from './store.ts';

/** The default store: in the Redis server of the queue, in whose memory all inputs and results must fit. */
export function redisStore(redis: Redis): BlobStore {
  return {
    async write(run, hash, bytes) {
      await redis.hset(blobsKey(run), hash, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
    read: (run, hash) => redis.hgetBuffer(blobsKey(run), hash),
    async remove(run) {
      await redis.unlink(blobsKey(run));
    },
  };
}
