import { Redis } from 'ioredis';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { readConfiguration } from './platform/configuration/configuration.ts';
import { startService } from './service.ts';
import { explainStartFailure } from './start-failure.ts';
import { startRedisServer } from './testing/redis-server.ts';
import { createTestDatabase } from './testing/test-database.ts';
import { startTestService, testSecretsKey } from './testing/test-service.ts';

it('a service that cannot be built leaves no connection to Redis', async () => {
  const redis = await startRedisServer();
  onTestFinished(redis.stop);
  const database = await createTestDatabase('postgres');
  const configuration = {
    ...readConfiguration({ SECRETS_KEY: testSecretsKey }),
    port: 0,
    redisUrl: redis.url,
  };
  const started = startService({
    database,
    // No setting gets so far; it stands for whatever cannot be built.
    configuration: { ...configuration, trustedProxies: ['nobody'] },
    logger: pino({ level: 'silent' }),
  });
  await expect(started).rejects.toThrow('nobody');

  const watcher = new Redis(redis.url);
  onTestFinished(() => watcher.disconnect());
  await expect.poll(() => watcher.client('LIST')).not.toContain('name=partner-rating');
});

it('a service with another key than the database was sealed with does not start', async () => {
  const database = await createTestDatabase('postgres');
  await startTestService({ database });
  const SECRETS_KEY = Buffer.alloc(32, 8).toString('base64');
  const started = startTestService({ database, environment: { SECRETS_KEY } });
  const error = await started.catch((failure: unknown) => failure);
  expect(explainStartFailure(error, 'The service did not start')).toMatch(
    /^The service did not start\. This database was sealed with another key\./,
  );
});
