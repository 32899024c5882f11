import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { type Counters, countInMemory, countingOptions, countWith } from './rate-limits.ts';

// Together with the timeout for an unresponsive database, this is less than the two seconds in which a request
// must get a response. A connection that is silent for this long is closed, and no request waits
// until a new one answers.
const LIMITS = { timeoutMilliseconds: 700, connectMilliseconds: 1_000 };
const RECONNECT_MILLISECONDS = 500;

/**
 * Counts in Redis or Valkey, so that all instances share one limit. While the server cannot be
 * reached, each instance counts alone, because a limit that is too high does less harm than an
 * API that is down. The log says when that begins and ends.
 */
export async function countInRedis(
  redisUrl: string,
  log: Pick<Logger, 'warn' | 'info'>,
  limits = LIMITS,
): Promise<SharedCounters> {
  const counters = new SharedCounters(connectTo(redisUrl, limits), log);
  // Wait for the first connection, so that the first requests are counted together too.
  await counters.connect();
  return counters;
}

function connectTo(
  redisUrl: string,
  { timeoutMilliseconds, connectMilliseconds }: typeof LIMITS,
): Redis {
  return new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: connectMilliseconds,
    socketTimeout: timeoutMilliseconds,
    retryStrategy: () => RECONNECT_MILLISECONDS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // After a failover, the old connection may lead to a replica.
    reconnectOnError: ({ message }) => message.includes('READONLY'),
    connectionName: 'partner-rating',
    // Proxies and servers without HELLO are enough for counting.
    protocol: 2,
  });
}

export class SharedCounters implements Counters {
  readonly #client: Redis;
  readonly #log: Pick<Logger, 'warn' | 'info'>;
  readonly #alone = countInMemory();
  #isShared = true;
  #failures = 0;

  constructor(client: Redis, log: Pick<Logger, 'warn' | 'info'>) {
    this.#client = client;
    this.#log = log;
    client.on('error', (error) => this.#noteFailure(error));
  }

  async connect(): Promise<void> {
    await this.#client.connect().catch((error) => this.#noteFailure(error));
  }

  counter(name: string, windowSeconds?: number): ReturnType<Counters['counter']> {
    const together = new RateLimiterRedis({
      ...countingOptions(windowSeconds),
      storeClient: this.#client,
      keyPrefix: `partner-rating:${name}`,
      rejectIfRedisNotReady: true,
    });
    const byItself = this.#alone.counter(name, windowSeconds);
    return async (who, requests) => {
      try {
        const count = await countWith(together, who, requests);
        this.#noteSuccess();
        return count;
      } catch (error) {
        this.#failures += 1;
        this.#noteFailure(error);
        return await byItself(who, requests);
      }
    };
  }

  /** Returns whether the server counted at the last attempt, and how often this instance counted alone. */
  health(): { isShared: boolean; failures: number } {
    return { isShared: this.#isShared, failures: this.#failures };
  }

  async close(): Promise<void> {
    this.#client.disconnect();
  }

  #noteFailure(error: unknown): void {
    if (!this.#isShared) return;
    this.#isShared = false;
    // Only the message, because the error contains the command, and a log-in's has the password.
    const reason = error instanceof Error ? error.message : String(error);
    this.#log.warn(
      { reason },
      'The server of REDIS_URL does not count. Until it does, each instance counts its limits alone.',
    );
  }

  #noteSuccess(): void {
    if (this.#isShared) return;
    this.#isShared = true;
    this.#log.info('The server of REDIS_URL counts again: all instances share their limits.');
  }
}
