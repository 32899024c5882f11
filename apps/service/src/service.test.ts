import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { explainStartFailure } from './console/migrate.ts';
import { readConfiguration } from './platform/configuration/configuration.ts';
import { queueMail } from './platform/mail/outbox.ts';
import { startService } from './service.ts';
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
    // No setting can have this value. It represents any service that cannot be built.
    configuration: { ...configuration, trustedProxies: ['nobody'] },
    logger: pino({ level: 'silent' }),
  });
  await expect(started).rejects.toThrow('nobody');

  const watcher = new Redis(redis.url);
  onTestFinished(() => watcher.disconnect());
  await expect.poll(() => watcher.client('LIST')).not.toContain('name=partner-rating');
});

it('a service does not start with another key than that of the database', async () => {
  const database = await createTestDatabase('postgres');
  await startTestService({ database });
  const SECRETS_KEY = Buffer.alloc(32, 8).toString('base64');
  const started = startTestService({ database, environment: { SECRETS_KEY } });
  const error = await started.catch((failure: unknown) => failure);
  expect(explainStartFailure(error, 'The service did not start')).toMatch(
    /^The service did not start\. This database was sealed with another key\./,
  );
});

it('a service at localhost answers at all its addresses', async () => {
  const { port, stop } = await startService({
    database: await createTestDatabase('pglite'),
    configuration: readConfiguration({ PORT: '0', SEED: 'none', SECRETS_KEY: testSecretsKey }),
    logger: pino({ level: 'silent' }),
    // All of 127.0.0.0/8 is loopback on Linux.
    findAddresses: async () => ['127.0.0.1', '127.0.0.2'],
  });
  onTestFinished(stop);
  for (const address of ['127.0.0.1', '127.0.0.2']) {
    expect((await fetch(`http://${address}:${port}/healthz`)).status).toBe(200);
  }
});

it('a service stops in time although its mail server hangs', async () => {
  const server = createServer(() => {
    // It never greets.
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const configuration = readConfiguration({
    PORT: '0',
    SEED: 'none',
    SECRETS_KEY: testSecretsKey,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'ratings@example.com',
  });
  const database = await createTestDatabase('pglite');
  const clock = () => new Date();
  const email = 'mike.brennan@example.com';
  const mail = { kind: 'password-changed', email, memberId: null };
  await database
    .transaction()
    .execute((transaction) => queueMail(transaction, { clock, configuration }, mail));
  const logger = pino({ level: 'silent' });
  const connected = once(server, 'connection');
  const { stop } = await startService({ database, configuration, logger, stopMilliseconds: 100 });
  const [socket] = await connected;
  onTestFinished(() => socket.destroy());
  let hasEnded = false;
  socket.once('close', () => {
    hasEnded = true;
  });
  await stop();
  // The attempt would take longer.
  expect(hasEnded).toBe(false);
});
