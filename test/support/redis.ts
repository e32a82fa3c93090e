// The requirement of tests with a Redis server.
import { isRedisInstalled } from '../../bench/src/cluster/redis-server.ts';
import { needs } from '../../packages/proximal/test/needs.ts';

export { RedisServer } from '../../bench/src/cluster/redis-server.ts';

export const needsRedis = needs(isRedisInstalled(), 'redis-server on the PATH');
