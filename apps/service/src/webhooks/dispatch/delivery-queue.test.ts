import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';
import { insertApplication, insertEndpoint, noon } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { claiming } from '../testing/claiming.ts';
import { insertDueDeliveries } from '../testing/fixtures.ts';
import { openDeliveryQueue } from './delivery-queue.ts';

async function nextTransaction(database: Database): Promise<bigint> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(
    database,
  );
  return BigInt(rows[0]?.id ?? 0);
}

/** A primary and a standby with a delivery each that waits, and an address that leads to one of them. */
async function setUp() {
  const primary = await createTestDatabase('pglite');
  const standby = await createTestDatabase('pglite');
  const insert = async (database: Database) => {
    const applicationId = await insertApplication(database);
    await insertEndpoint(database, applicationId);
    return await insertDueDeliveries(database, applicationId, 1);
  };
  const waiting = { primary: await insert(primary), standby: await insert(standby) };
  let answer: () => Database = () => primary;
  const address = new Proxy(primary, {
    get: (_target, property) => {
      const database = answer();
      const value: unknown = Reflect.get(database, property, database);
      return typeof value === 'function' ? value.bind(database) : value;
    },
  });
  const queue = openDeliveryQueue(address);
  return {
    ...{ primary, standby, waiting, queue },
    leadTo: (to: () => Database) => {
      answer = to;
    },
    claim: async () => (await queue.claim(claiming)).deliveries.map(({ id }) => id),
  };
}

it('a queue finds everything after a failover to a standby with fewer transactions', async () => {
  const { primary, standby, waiting, queue, leadTo, claim } = await setUp();
  const ofStandby = await nextTransaction(standby);
  while ((await nextTransaction(primary)) <= ofStandby + 10n);
  await queue.look(noon);
  expect(await claim()).toEqual(waiting.primary);
  await queue.look(noon);
  leadTo(() => standby);
  await queue.look(noon);
  expect(await claim()).toEqual(waiting.standby);
});

it('a queue finds everything after a look that failed, whatever database answers then', async () => {
  const { primary, standby, waiting, queue, leadTo, claim } = await setUp();
  const ofPrimary = await nextTransaction(primary);
  while ((await nextTransaction(standby)) <= ofPrimary + 10n);
  await queue.look(noon);
  expect(await claim()).toEqual(waiting.primary);
  leadTo(() => {
    throw new Error('The connection broke off.');
  });
  await expect(queue.look(noon)).rejects.toThrow('The connection broke off.');
  leadTo(() => standby);
  await queue.look(noon);
  expect(await claim()).toEqual(waiting.standby);
});
