import { Redis } from 'ioredis';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfiguration } from './platform/configuration/configuration.ts';
import { startService } from './service.ts';
import { startRedisServer } from './testing/redis-server.ts';
import { createTestDatabase } from './testing/test-database.ts';

it('a service that cannot be built leaves no connection to Redis', async () => {
  const redis = await startRedisServer();
  onTestFinished(redis.stop);
  const database = await createTestDatabase('postgres');
  const configuration = { ...readConfiguration({}), port: 0, redisUrl: redis.url };
  const started = startService({
    database,
    // No setting gets so far; it stands for whatever cannot be built.
    configuration: { ...configuration, trustedProxies: ['nobody'] },
    logger: pino({ level: 'silent' }),
  });
  await expect(started).rejects.toThrow('nobody');

  const watcher = new Redis(redis.url);
  onTestFinished(() => watcher.disconnect());
  await vi.waitFor(async () => {
    expect(await watcher.client('LIST')).not.toContain('name=partner-rating');
  });
});
