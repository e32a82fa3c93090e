// `--shard i/n`: one of several parts of a long command, for machines that share nothing.
import { readShard, type Shard } from '@proximal/cluster';
import { UsageError } from './usage.ts';

export type { Shard } from '@proximal/cluster';

export function readShardOption(text: string): Shard {
  try {
    return readShard(text);
  } catch {
    throw new UsageError(`--shard is '${text}'; give i/n, with i from 1 to n.`);
  }
}

/** `-2-of-4` in names of files; nothing for the only part. */
export function shardSuffix({ index, count }: Shard): string {
  return count === 1 ? '' : `-${index}-of-${count}`;
}
