import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database/schema.ts';
import { insertApplication, noon } from '../../testing/builders.ts';
import {
  createTestDatabase,
  type DatabaseKind,
  databases,
  openTestDatabase,
} from '../../testing/test-database.ts';
import { after, insertDueDeliveries } from '../testing/fixtures.ts';
import { dropDeliveryDays, makeDeliveryDays } from './delivery-days.ts';

const DAY = 24 * 60 * 60;

async function tables(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'webhook_delivery_ended'::regclass order by relname
  `.execute(database);
  return rows.map(({ name }) => name.replace('webhook_delivery_', ''));
}

async function stored(database: Database): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select tableoid::regclass::text as "table" from webhook_delivery order by delivery_order
  `.execute(database);
  return rows.map(({ table }) => table.replace('webhook_delivery_', ''));
}

async function drop(database: Database, before: Date): Promise<number> {
  let dropped = 0;
  for await (const _rows of dropDeliveryDays(database, before)) dropped += 1;
  return dropped;
}

/** Creates a database as the migrations leave it. Others have the tables of some days. */
async function createDatabaseWithoutDays(kind: DatabaseKind): Promise<Database> {
  const database = await createTestDatabase(kind);
  await drop(database, new Date('9999-01-01'));
  return database;
}

describe.each(databases)('the days of deliveries on %s', (kind) => {
  it('are created once and in advance, and an ended delivery is stored in its own', async () => {
    const database = await createDatabaseWithoutDays(kind);
    const applicationId = await insertApplication(database);
    await makeDeliveryDays(database, noon);
    await makeDeliveryDays(database, noon);
    const days = ['20260912', '20260913', '20260914', '20260915'];
    expect(await tables(database)).toEqual([...days, 'default']);
    await makeDeliveryDays(database, after(DAY));
    expect(await tables(database)).toEqual([...days, '20260916', 'default']);

    const insert = (created_at: Date) =>
      insertDueDeliveries(database, applicationId, 1, { created_at });
    for (const seconds of [0, DAY / 2 - 0.001, DAY / 2, -DAY]) await insert(after(seconds));
    expect(new Set(await stored(database))).toEqual(new Set(['pending']));
    await database.updateTable('webhook_delivery').set({ status: 'success' }).execute();
    expect(await stored(database)).toEqual(['20260912', '20260912', '20260913', 'default']);
  });

  it('are dropped as a whole after they are over', async () => {
    const database = await createDatabaseWithoutDays(kind);
    const applicationId = await insertApplication(database);
    await makeDeliveryDays(database, noon);
    await insertDueDeliveries(database, applicationId, 2, { status: 'success' });
    const [waiting] = await insertDueDeliveries(database, applicationId, 1);

    expect(await drop(database, after(DAY / 2 - 0.001))).toBe(0);
    expect(await drop(database, after(DAY / 2))).toBe(1);
    expect(await tables(database)).toEqual(['20260913', '20260914', '20260915', 'default']);
    const left = await database.selectFrom('webhook_delivery').select('id').execute();
    expect(left).toEqual([{ id: waiting }]);

    // The table of its day is gone when the delivery ends.
    await database.updateTable('webhook_delivery').set({ status: 'failed' }).execute();
    expect(await stored(database)).toEqual(['default']);
  });

  it('leave a day in the default table if it already has rows there', async () => {
    const database = await createDatabaseWithoutDays(kind);
    const applicationId = await insertApplication(database);
    await insertDueDeliveries(database, applicationId, 1, { status: 'success' });
    await makeDeliveryDays(database, noon);
    expect(await tables(database)).toEqual(['20260913', '20260914', '20260915', 'default']);
    expect(await stored(database)).toEqual(['default']);
  });
});

describe('the days of deliveries', () => {
  it('block nobody while a reader keeps them locked, and are dropped when it ends', async () => {
    const { database, close } = await openTestDatabase('postgres');
    try {
      await makeDeliveryDays(database, noon);
      await database.transaction().execute(async (transaction) => {
        await transaction.selectFrom('webhook_delivery').select('id').execute();
        await expect(drop(database, after(DAY))).rejects.toThrow('lock timeout');
      });
      expect(await drop(database, after(DAY))).toBe(1);
    } finally {
      await close();
    }
  });

  it('are created once by instances that start at the same time', async () => {
    const database = await createDatabaseWithoutDays('postgres');
    await Promise.all([1, 2, 3].map(() => makeDeliveryDays(database, noon)));
    expect(await tables(database)).toHaveLength(5);
  });
});
