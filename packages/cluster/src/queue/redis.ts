import { Redis } from 'ioredis';
import { invalid, readText } from '../check.ts';

/** Milliseconds within which the first connection must succeed. Later ones are tried again until they succeed. */
const connectTime = 10_000;

/**
 * Connects to Redis or Valkey.
 * @param url `redis://host:6379`, with TLS `rediss://`, with a password `redis://user:password@host`
 * @throws Error if there is no server at the address, or it refuses the password
 */
export async function connect(where: string, url: unknown): Promise<Redis> {
  const text = readText(where, 'redis', url, 'give an address such as redis://localhost:6379');
  const address = URL.canParse(text) ? new URL(text) : null;
  if (!address || !/^rediss?:$/.test(address.protocol))
    throw invalid(where, 'redis', withoutPassword(text), 'give an address such as redis://localhost:6379');
  // Commands wait for the connection, also while the server restarts.
  const redis = new Redis(text, { maxRetriesPerRequest: null, lazyConnect: true, connectTimeout: connectTime });
  let reason = 'no answer';
  redis.on('error', (error: Error) => {
    reason = error.message;
  });
  const timer = setTimeout(() => redis.disconnect(), connectTime);
  try {
    await redis.connect();
    return redis;
  } catch (error) {
    redis.disconnect();
    const detail = reason === 'no answer' ? (error as Error).message : reason;
    throw new Error(`${where}: there is no connection to ${withoutPassword(text)}: ${detail}`);
  } finally {
    clearTimeout(timer);
  }
}

/** The address for messages. */
function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//');
}
