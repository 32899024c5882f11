import { checkRows } from '@partner-rating/table-tests';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { readConfiguration } from '../platform/configuration/configuration.ts';
import type { Database } from '../platform/database/schema.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { insertApplication, insertMember, noon } from '../testing/builders.ts';
import { createTestDatabase, databases, openTestDatabase } from '../testing/test-database.ts';
import { formerPlayer } from './domain/former-player.ts';
import { createRetention, measureRetention, pruneRound, type Round } from './retention.ts';
import { ago, createAges, DAY } from './testing/rows.ts';

it('the retention runs round after round', async () => {
  const database = await createTestDatabase('postgres');
  const { insert, count } = await createAges(database);
  const log = { debug: vi.fn(), error: vi.fn() };
  const retention = createRetention(
    { database, clock: () => noon, configuration: readConfiguration({}) },
    { log, firstRoundMilliseconds: 0, roundMilliseconds: 1 },
  );
  await insert.access_token(ago(0));
  retention.start();
  await expect.poll(() => count('access_token')).toBe(0);
  await insert.access_token(ago(0));
  await expect.poll(() => count('access_token')).toBe(0);

  await retention.stop();
  expect(log.error).not.toHaveBeenCalled();

  const metrics = createMetrics(log);
  measureRetention(metrics, retention);
  const text = await metrics.read();
  expect(text).toContain('partner_rating_retention_deleted_total{table="access_token"} 2\n');
  expect(text).toContain('partner_rating_retention_deleted_total{table="webhook_delivery"} 0\n');
});

it('the retention clears what erasures left in the database outside its rows', async () => {
  const database = await createTestDatabase('postgres');
  const { id } = await insertMember(database);
  await database
    .updateTable('member')
    .set({ ...formerPlayer, erased_at: noon })
    .where('id', '=', id)
    .execute();
  const log = { debug: vi.fn(), error: vi.fn() };
  const configuration = readConfiguration({ DATABASE_URL: 'postgres://localhost/of-the-test' });
  const retention = createRetention(
    { database, clock: () => noon, configuration },
    { log, firstRoundMilliseconds: 0 },
  );
  retention.start();
  const clearedAt = async () => {
    const query = database.selectFrom('member').select('cleared_at').where('id', '=', id);
    return (await query.executeTakeFirstOrThrow()).cleared_at;
  };
  await expect.poll(clearedAt).toEqual(noon);
  await retention.stop();
  expect(log.error).not.toHaveBeenCalled();
});

type Step = Parameters<Round['rest']>[0];

/** Runs one round at noon. Returns its steps. */
async function prune(database: Database, options: Partial<Round> = {}): Promise<Step[]> {
  const steps: Step[] = [];
  const rest = async (step: Step) => {
    steps.push(step);
    return true;
  };
  const log = { debug: vi.fn(), error: vi.fn() };
  await pruneRound(database, { now: noon, rowsPerChunk: 100, rest, log, ...options });
  expect(log.error).not.toHaveBeenCalled();
  return steps;
}

const deletedFrom = (steps: readonly Step[], table: string) =>
  steps.filter(({ what }) => what === table).map(({ deleted }) => deleted);

describe.each(databases)('a round on %s', (kind) => {
  const tables = [
    ['idempotency_record', 0],
    ['account_session', 0],
    ['mail', 0],
    ['application_member', 0],
    ['access_token', 0],
    ['refresh_token', 7],
    ['authorization_code', 7],
    ['authorization_request', 7],
    ['rating_update', 90],
  ] as const;

  it('deletes the rows of each table after the days that the README says, to the millisecond', async () => {
    const database = await createTestDatabase(kind);
    const { insert, count } = await createAges(database);
    await checkRows(tables, async (table: (typeof tables)[number][0], days: number) => {
      for (const extra of [0, 1, -1]) await insert[table](ago(days * DAY + extra));
      await insert[table](ago(-DAY));
      expect(deletedFrom(await prune(database), table)).toEqual([2]);
      expect(await count(table)).toBe(2);
      expect(deletedFrom(await prune(database), table)).toEqual([0]);
    });
  });

  it('deletes deliveries 30 days after they were written, unless attempts are pending', async () => {
    const database = await createTestDatabase(kind);
    const { insert } = await createAges(database);
    await insert.webhook_delivery(ago(30 * DAY), 'success');
    await insert.webhook_delivery(ago(31 * DAY), 'failed');
    const [waiting] = await insert.webhook_delivery(ago(31 * DAY), 'pending');
    const [young] = await insert.webhook_delivery(ago(30 * DAY - 1), 'success');

    await prune(database);
    const left = await database.selectFrom('webhook_delivery').select('id').execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual([waiting, young].toSorted());
  });

  it('keeps a code while a token issued from it exists, and deletes later ones', async () => {
    const database = await createTestDatabase(kind);
    const { insert, count } = await createAges(database);
    const families = Array.from({ length: 5 }, (_, index) => Buffer.alloc(32, index + 1));
    // The codes that stay are the oldest, and more than one step reads.
    for (const [index, codeHash] of families.entries()) {
      await insert.authorization_code(ago((100 + index) * DAY), codeHash);
      await insert.refresh_token(ago(6 * DAY), codeHash);
    }
    await insert.access_token(ago(-1), families[0]);
    for (const days of [20, 19, 18]) await insert.authorization_code(ago(days * DAY));

    const steps = await prune(database, { rowsPerChunk: 2 });
    expect(deletedFrom(steps, 'authorization_code').reduce((one, other) => one + other)).toBe(3);
    expect(await count('authorization_code')).toBe(5);
    // A locked row shows that it was locked: rows that stay must not be written in every round.
    const { rows: locked } = await sql`
      select from authorization_code where xmax::text <> '0'
    `.execute(database);
    expect(locked).toEqual([]);

    // A day later, the refresh tokens are deleted with their codes. The first code has an access token.
    await prune(database, { now: ago(-DAY), rowsPerChunk: 2 });
    expect(await count('refresh_token')).toBe(0);
    expect(await count('authorization_code')).toBe(0);
  });

  it('deletes a replaced secret after its rotation has ended', async () => {
    const database = await createTestDatabase(kind);
    const { applicationId } = await createAges(database);
    const rotation = { previous_secret_sealed: Buffer.of(1), previous_secret_expires_at: noon };
    await database.updateTable('webhook_endpoint').set(rotation).execute();
    const endpoint = async () => {
      const rows = database.selectFrom('webhook_endpoint').selectAll();
      return await rows.where('application_id', '=', applicationId).executeTakeFirst();
    };

    await prune(database, { now: ago(1) });
    expect(await endpoint()).toMatchObject({ previous_secret_expires_at: noon });
    await prune(database);
    expect(await endpoint()).toMatchObject({
      secret_sealed: expect.anything(),
      previous_secret_sealed: null,
      previous_secret_expires_at: null,
    });
  });

  it('deletes at most the given number of rows at a time, and can stop between two steps', async () => {
    const database = await createTestDatabase(kind);
    const { insert, count } = await createAges(database);
    const other = await insertApplication(database);
    for (let index = 0; index < 5; index += 1) {
      await insert.webhook_delivery(ago(31 * DAY), 'success');
      await insert.rating_update(ago(91 * DAY), index % 2 === 0 ? other : undefined);
      await insert.idempotency_record(ago(0));
    }
    let steps = 0;
    const rest = async () => {
      steps += 1;
      return steps < 2;
    };
    await prune(database, { rowsPerChunk: 2, rest });
    expect(await count('webhook_delivery')).toBe(1);
    expect(await count('rating_update')).toBe(5);

    const all = await prune(database, { rowsPerChunk: 2 });
    expect(deletedFrom(all, 'webhook_delivery')).toEqual([1]);
    expect(deletedFrom(all, 'rating_update')).toEqual([2, 2, 1]);
    expect(deletedFrom(all, 'idempotency_record')).toEqual([2, 2, 1]);
  });
});

describe('a round', () => {
  it('skips rows that another instance has locked, and leaves nothing after both', async () => {
    const { database, close } = await openTestDatabase('postgres');
    try {
      const { insert, count } = await createAges(database);
      for (let index = 0; index < 30; index += 1) await insert.access_token(ago(index));
      await database.transaction().execute(async (transaction) => {
        await transaction
          .selectFrom('access_token')
          .select('token_hash')
          .limit(10)
          .forUpdate()
          .execute();
        const [one, other] = await Promise.all(
          [1, 2].map(() => prune(database, { rowsPerChunk: 3 })),
        );
        const deleted = [...(one ?? []), ...(other ?? [])];
        expect(deletedFrom(deleted, 'access_token').reduce((sum, count) => sum + count)).toBe(20);
      });
      await prune(database);
      expect(await count('access_token')).toBe(0);
    } finally {
      await close();
    }
  });

  it('logs what cannot be deleted, and continues with the rest', async () => {
    const database = await createTestDatabase('postgres');
    const { insert, count } = await createAges(database);
    await insert.account_session(ago(1));
    await database.schema.alterTable('webhook_delivery_ended').renameTo('away').execute();
    const log = { debug: vi.fn(), error: vi.fn() };
    await pruneRound(database, { now: noon, rowsPerChunk: 9, rest: async () => true, log });
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      'Expired rows of webhook_delivery could not be deleted.',
    );
    expect(log.debug).toHaveBeenCalledExactlyOnceWith(
      { what: 'account_session', deleted: 1 },
      'Expired rows were deleted.',
    );
    expect(await count('account_session')).toBe(0);
  });
});
