import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@partner-rating/processes';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type RedisServer, startRedisServer } from '../../testing/redis-server.ts';
import type { Counters } from './rate-limits.ts';
import { countInRedis } from './redis-counters.ts';

async function startRedis(options?: Parameters<typeof startRedisServer>[0]): Promise<RedisServer> {
  const server = await startRedisServer(options);
  onTestFinished(server.stop);
  return server;
}

interface Instance extends Counters {
  lines: { level: number; msg: string; reason?: string }[];
}

// Longer than a busy machine takes to answer.
const LONG_MILLISECONDS = 60_000;
const SHORT_MILLISECONDS = 2_000;

async function openCounters(
  url: string,
  timeoutMilliseconds = LONG_MILLISECONDS,
): Promise<Instance> {
  const lines: Instance['lines'] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const limits = { timeoutMilliseconds, connectMilliseconds: timeoutMilliseconds };
  const counters = await countInRedis(url, log, limits);
  onTestFinished(() => counters.close());
  return Object.assign(counters, { lines });
}

const counts = 'The server of REDIS_URL counts again';
const countsNot = 'The server of REDIS_URL does not count';
const saysOnly = (lines: Instance['lines'], ...expected: string[]) =>
  expect(lines.map(({ msg }) => msg)).toEqual(
    expected.map((text) => expect.stringContaining(text)),
  );

/** Waits until the log says that the shared count is used again. */
async function untilCountsAgain(
  { lines }: Instance,
  count: (who: string) => Promise<unknown>,
): Promise<void> {
  while (!lines.some(({ msg }) => msg.startsWith(counts))) {
    await sleep(50);
    await count('who watches');
  }
}

describe('while Redis answers', () => {
  it('counts the requests of all instances together', async () => {
    const { url } = await startRedis();
    const one = (await openCounters(url)).counter('default');
    const other = (await openCounters(url)).counter('default');
    expect(await one('key_1')).toEqual({ requests: 1, resetSeconds: 60 });
    expect(await other('key_1')).toMatchObject({ requests: 2 });
    expect(await one('key_1')).toMatchObject({ requests: 3 });
    expect(await other('key_1', 0)).toMatchObject({ requests: 3 });
  });

  it('counts each name and each counter separately', async () => {
    const { url } = await startRedis();
    const counters = await openCounters(url);
    await counters.counter('default')('key_1');
    expect(await counters.counter('default')('key_2')).toMatchObject({ requests: 1 });
    expect(await counters.counter('ingest')('key_1')).toMatchObject({ requests: 1 });
  });

  it('counts each of many requests at once', async () => {
    const { url } = await startRedis();
    const instances = [await openCounters(url), await openCounters(url)];
    const requests = await Promise.all(
      instances.flatMap((instance) => {
        const count = instance.counter('default');
        return Array.from({ length: 100 }, async () => (await count('key_1')).requests);
      }),
    );
    expect(requests.sort((a, b) => a - b)).toEqual(requests.map((_, index) => index + 1));
  });

  it('logs in with the password of the address', async () => {
    const { url } = await startRedis({ password: 'a:long/secret' });
    const counters = await openCounters(url);
    expect(await counters.counter('default')('key_1')).toMatchObject({ requests: 1 });
    expect(counters.lines).toEqual([]);
  });
});

describe('while Redis does not respond, each instance counts alone and logs it once', () => {
  it('if nothing listens at the start, and together once something does', async () => {
    const port = await freePort('127.0.0.1');
    const instance = await openCounters(`redis://127.0.0.1:${port}`);
    const count = instance.counter('default');
    for (const requests of [1, 2, 3]) expect(await count('key_1')).toMatchObject({ requests });
    saysOnly(instance.lines, countsNot);

    await startRedis({ port });
    await untilCountsAgain(instance, count);
    expect(await count('key_1')).toMatchObject({ requests: 1 });
    saysOnly(instance.lines, countsNot, counts);
  });

  it('if it stops and starts again', async () => {
    const first = await startRedis();
    const instance = await openCounters(first.url);
    const count = instance.counter('default');
    await count('key_1');
    await first.stop();
    for (const requests of [1, 2]) expect(await count('key_1')).toMatchObject({ requests });
    await startRedis({ port: first.port });
    await untilCountsAgain(instance, count);
    saysOnly(instance.lines, countsNot, counts);
  });

  it('if it hangs: the first requests wait a moment, the next ones do not', async () => {
    const server = await startRedis();
    const instance = await openCounters(server.url, SHORT_MILLISECONDS);
    const count = instance.counter('default');
    await count('key_1');
    server.freeze();
    const hung = await Promise.all([count('key_1'), count('key_1'), count('key_1')]);
    expect(hung.map(({ requests }) => requests).sort()).toEqual([1, 2, 3]);

    const resumed = performance.now();
    for (let request = 0; request < 50; request += 1) await count('key_1');
    // If each of them waited, it would take 50 times as long.
    expect(performance.now() - resumed).toBeLessThan(25 * SHORT_MILLISECONDS);
    saysOnly(instance.lines, countsNot);

    server.thaw();
    await untilCountsAgain(instance, count);
    saysOnly(instance.lines, countsNot, counts);
  });

  it('if it hangs from the start', async () => {
    const server = await startRedis();
    server.freeze();
    const instance = await openCounters(server.url, SHORT_MILLISECONDS);
    const count = instance.counter('default');
    for (const requests of [1, 2]) expect(await count('key_1')).toMatchObject({ requests });
    saysOnly(instance.lines, countsNot);
    server.thaw();
    await untilCountsAgain(instance, count);
  });

  it('if it has become a replica, which accepts no writes', async () => {
    const { url } = await startRedis();
    const instance = await openCounters(url);
    const count = instance.counter('default');
    await count('key_1');
    const operator = new Redis(url);
    onTestFinished(() => operator.disconnect());
    await operator.replicaof('127.0.0.1', 1);
    for (const requests of [1, 2]) expect(await count('key_1')).toMatchObject({ requests });
    saysOnly(instance.lines, countsNot);
    expect(instance.lines[0]?.reason).toContain('READONLY');
    await operator.replicaof('NO', 'ONE');
    await untilCountsAgain(instance, count);
    expect(await count('key_1')).toMatchObject({ requests: 2 });
  });

  it('if it refuses the log-in, without the password in the log', async () => {
    const { port } = await startRedis({ password: 'the right one' });
    const instance = await openCounters(`redis://:the-wrong-one@127.0.0.1:${port}`);
    expect(await instance.counter('default')('key_1')).toMatchObject({ requests: 1 });
    saysOnly(instance.lines, countsNot);
    expect(instance.lines[0]?.reason).toContain('WRONGPASS');
    expect(JSON.stringify(instance.lines)).not.toContain('the-wrong-one');
  });
});

it('a counter closes its connection to Redis', async () => {
  const { url } = await startRedis();
  const watching = await openCounters(url);
  const closed = await openCounters(url);
  await closed.counter('default')('key_1');
  await closed.close();
  // It counts alone from now on, and the other continues from the shared count.
  expect(await closed.counter('default')('key_1')).toMatchObject({ requests: 1 });
  expect(await watching.counter('default')('key_1')).toMatchObject({ requests: 2 });
});
