import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databases } from '../../../testing/test-database.ts';
import { createSchema } from '../schema/create-schema.ts';
import type { Database } from '../schema.ts';
import { addAccountRoles } from './0008-account-roles.ts';

// The first migration created everything that this one changes.
const before = [`drop schema public cascade`, `create schema public`];

const stored = [
  `insert into member (id, first_name, last_name, display_name, email, created_at, name_folded, name_order, birth_year)
    select 'mem_' || name, name, 'Vogt', name || ' V.', name || '@example.com', now(), lower(name), lower(name), null
    from unnest(array['Lena', 'Otto']) as name`,
  `insert into account values ('mem_Lena', 'hash', '2026-01-01', '2026-01-02', '2026-01-03', null)`,
  ...['mem_Lena', 'mem_Otto'].flatMap((id) => [
    `insert into account_session values
      ('ses_${id}', '${id}', '${id}', '2026-02-01', '2026-02-02', '2026-03-01', null)`,
    `insert into account_device values ('${id}', '${id}', '2026-02-01', '2027-02-01')`,
    `insert into account_link values
      ('${id}', 'password', null, '${id}', 'lena@example.com', '2026-02-01', '2026-02-02', null, null)`,
    `insert into account_second_factor values ('${id}', 'sealed', 7, '2026-02-01')`,
    `insert into account_recovery_code values ('${id}', 'code')`,
  ]),
  `insert into account_registration values
    ('reg_1', 'max@example.com', 'Max', 'Berg', '1990-01-01', 'hash', null, '2026-02-01', '2026-02-02')`,
  `insert into account_link values
    ('registration', 'registration', 'reg_1', null, 'max@example.com', '2026-02-01', '2026-02-02', null, null)`,
];

describe.each(databases)('the accounts before there were roles on %s', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await createTestDatabase(kind);
    for (const statement of before) await sql.raw(statement).execute(database);
    await createSchema(database as Kysely<unknown>);
    for (const statement of stored) await sql.raw(statement).execute(database);
    await addAccountRoles(database as Kysely<unknown>);
  });

  it('become accounts of players, with the id of the member', async () => {
    const accounts = await database.selectFrom('account').selectAll().execute();
    expect(accounts).toMatchObject([
      { id: 'mem_Lena', member_id: 'mem_Lena', role: 'player', email: null, password_hash: 'hash' },
    ]);
  });

  it('keep what belongs to them, and rows without an account are deleted', async () => {
    for (const table of ['session', 'device', 'second_factor', 'recovery_code'] as const) {
      const rows = database.selectFrom(`account_${table}`).select('account_id');
      expect([table, await rows.execute()]).toEqual([table, [{ account_id: 'mem_Lena' }]]);
    }
    const sessions = database.selectFrom('account_session').select(['proven_at', 'created_at']);
    const { proven_at, created_at } = await sessions.executeTakeFirstOrThrow();
    expect(proven_at).toEqual(created_at);
    const links = database.selectFrom('account_link').select(['account_id', 'registration_id']);
    expect(await links.orderBy('account_id').execute()).toEqual([
      { account_id: 'mem_Lena', registration_id: null },
      { account_id: null, registration_id: 'reg_1' },
    ]);
    const registrations = database.selectFrom('account_registration').select(['id', 'role']);
    expect(await registrations.execute()).toEqual([{ id: 'reg_1', role: 'player' }]);
  });

  it('are deleted with all that belongs to them', async () => {
    await database.deleteFrom('account').execute();
    for (const table of ['session', 'device', 'second_factor', 'recovery_code'] as const) {
      expect(await database.selectFrom(`account_${table}`).selectAll().execute()).toEqual([]);
    }
  });

  it('have the columns that their role needs', async () => {
    const insert = (values: string) =>
      sql.raw(
        `insert into account (id, role, email, name, password_hash, created_at, password_changed_at)
          values (${values}, 'hash', now(), now())`,
      );
    await insert(`'acc_1', 'partner', 'Ada@example.com', 'Ada'`).execute(database);
    await insert(`'acc_2', 'admin', null, 'ada'`).execute(database);
    await insert(`'acc_3', 'support', 'ada@example.com', 'bea'`).execute(database);
    for (const values of [
      `'mem_Otto', 'player', 'otto@example.com', null`,
      `'mem_none', 'player', null, null`,
      `'acc_4', 'partner', null, 'Ada'`,
      `'acc_4', 'partner', 'ada@EXAMPLE.com', 'Ada'`,
      `'acc_4', 'support', null, 'ada'`,
      `'acc_4', 'support', null, null`,
      `'acc_4', 'owner', null, 'eve'`,
    ]) {
      await expect(insert(values).execute(database), values).rejects.toThrow();
    }
  });
});
