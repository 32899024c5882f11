import { fastify } from 'fastify';
import { sql } from 'kysely';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { health } from './listen.ts';

it('/readyz says within a second that the database can only be read, and that it can be written again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const database = await createTestDatabase('postgres');
  const setReadOnly = async (value: 'on' | 'off') =>
    // The session that answers is this one, since none other is open.
    await sql`select set_config('default_transaction_read_only', ${value}, false)`.execute(
      database,
    );
  const app = fastify();
  let isDraining = false;
  await app.register(health({ database }, () => isDraining));
  const ask = async (path = '/readyz') => {
    const { statusCode, headers, body } = await app.inject(path);
    return [statusCode, headers['retry-after'], JSON.parse(body).status];
  };
  const ready = [200, undefined, 'ready'];

  expect(await ask()).toEqual(ready);
  await setReadOnly('on');
  // One statement a second, however many ask.
  expect(await ask()).toEqual(ready);
  vi.advanceTimersByTime(1_000);
  expect(await ask()).toEqual([503, '5', 'read_only']);
  await setReadOnly('off');
  vi.advanceTimersByTime(1_000);
  expect(await ask()).toEqual(ready);
  isDraining = true;
  expect(await ask()).toEqual([503, '5', 'stopping']);
  expect(await ask('/healthz')).toEqual([200, undefined, 'ok']);
});
