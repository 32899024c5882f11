import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { type Counters, countInMemory, countingOptions, countWith } from './rate-limits.ts';

// Together with the timeout for an unresponsive database below two seconds, in which a request must be
// answered. Once a connection was silent that long it is given up, and until a new one answers
// nobody waits any more.
const LIMITS = { timeoutMilliseconds: 700, connectMilliseconds: 1_000 };
const RECONNECT_MILLISECONDS = 500;

export interface SharedCounters extends Counters {
  health: () => {
    /** Whether the server counted at the last attempt. */
    isShared: boolean;
    /** How often this instance counted by itself. */
    failures: number;
  };
}

/**
 * Counts in Redis or Valkey, so that the limits of all instances are one. While it cannot be
 * reached each instance counts by itself: a limit that is too wide for a while does less harm than
 * an API that is gone. The log says when that begins and when it ends.
 */
export async function countInRedis(
  redisUrl: string,
  log: Pick<Logger, 'warn' | 'info'>,
  { timeoutMilliseconds, connectMilliseconds } = LIMITS,
): Promise<SharedCounters> {
  const client = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: connectMilliseconds,
    socketTimeout: timeoutMilliseconds,
    retryStrategy: () => RECONNECT_MILLISECONDS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // After a failover the address may lead to a replica by the old connection.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
    connectionName: 'partner-rating',
    // Proxies and servers that know no HELLO are enough for counting.
    protocol: 2,
  });
  const alone = countInMemory();
  let shared = true;
  let failures = 0;

  function noteFailure(error: unknown): void {
    if (!shared) return;
    shared = false;
    // Its words only: the error itself carries the command, and so the password of a log-in.
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(
      { reason },
      'The server of REDIS_URL does not count. Until it does, each instance counts its limits by itself.',
    );
  }

  function noteSuccess(): void {
    if (shared) return;
    shared = true;
    log.info('The server of REDIS_URL counts again: the limits of all instances are one.');
  }

  client.on('error', noteFailure);
  // The first attempt is waited for, so that the first requests are counted where the others are.
  await client.connect().catch(noteFailure);

  return {
    counter: (name, windowSeconds) => {
      const together = new RateLimiterRedis({
        ...countingOptions(windowSeconds),
        storeClient: client,
        keyPrefix: `partner-rating:${name}`,
        rejectIfRedisNotReady: true,
      });
      const byItself = alone.counter(name, windowSeconds);
      return async (who, requests) => {
        try {
          const count = await countWith(together, who, requests);
          noteSuccess();
          return count;
        } catch (error) {
          failures += 1;
          noteFailure(error);
          return await byItself(who, requests);
        }
      };
    },
    health: () => ({ isShared: shared, failures }),
    close: async () => {
      client.disconnect();
    },
  };
}
