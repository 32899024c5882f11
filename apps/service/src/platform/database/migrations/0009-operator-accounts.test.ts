import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databases } from '../../../testing/test-database.ts';
import { createSchema } from '../schema/create-schema.ts';
import type { Database } from '../schema.ts';
import { addAccountRoles } from './0008-account-roles.ts';
import { addOperatorAccounts } from './0009-operator-accounts.ts';

const stored = [
  `insert into operator_account values
    ('opr_anna', 'anna', 'anna@ratings.example', '2026-01-01', null, null, 'hash', 'sealed', 7, '2026-01-02', '2026-02-01'),
    ('opr_ben', 'ben', null, '2026-01-01', 'link of ben', '2026-01-02', null, null, null, null, null)`,
  `insert into operator_session values ('session', 'opr_anna', '2026-02-01', '2026-02-01', '2026-02-01', 0)`,
  `insert into operator_device values ('opr_anna', 'device', '2026-02-01', '2027-02-01')`,
  `insert into operator_link values ('link of anna', 'opr_anna', '2026-02-01', '2026-02-02')`,
  ...['log-in-link', 'log-ins-failed'].map(
    (kind) => `insert into mail (id, kind, email, details, next_attempt_at, created_at, expires_at)
      values ('${kind}', 'operator-${kind}', 'anna@ratings.example',
        '{"operatorId": "opr_anna", "count": 20}', now(), now(), now())`,
  ),
];

describe.each(databases)('the accounts of operators, once a separate table, on %s', (kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await createTestDatabase(kind);
    await sql`drop schema public cascade`.execute(database);
    await sql`create schema public`.execute(database);
    await createSchema(database as Kysely<unknown>);
    await addAccountRoles(database as Kysely<unknown>);
    for (const statement of stored) await sql.raw(statement).execute(database);
    await addOperatorAccounts(database as Kysely<unknown>);
  });

  it('become admins who log in with the same password, app, and browser', async () => {
    const accounts = database.selectFrom('account').selectAll().orderBy('id');
    expect(await accounts.execute()).toMatchObject([
      {
        ...{ id: 'opr_anna', role: 'admin', name: 'anna', email: 'anna@ratings.example' },
        ...{ password_hash: 'hash', last_log_in_at: new Date('2026-02-01') },
      },
      { id: 'opr_ben', role: 'admin', name: 'ben', email: null, last_log_in_at: null },
    ]);
    const factors = database.selectFrom('account_second_factor').selectAll();
    expect(await factors.execute()).toMatchObject([{ account_id: 'opr_anna', last_time_step: 7 }]);
    const devices = database.selectFrom('account_device').selectAll();
    expect(await devices.execute()).toMatchObject([{ account_id: 'opr_anna' }]);
  });

  it('keep their links', async () => {
    const links = database.selectFrom('account_link').selectAll().orderBy('account_id');
    expect(await links.execute()).toMatchObject([
      { account_id: 'opr_anna', purpose: 'log-in', email: null, used_at: null },
      { account_id: 'opr_ben', purpose: 'set-up', expires_at: new Date('2026-01-02') },
    ]);
  });

  it('get their queued mails', async () => {
    const mails = database.selectFrom('mail').select(['kind', 'details']).orderBy('kind');
    const details = { of: 'operator', accountId: 'opr_anna', count: 20 };
    expect(await mails.execute()).toEqual([
      { kind: 'log-in-link', details },
      { kind: 'log-ins-failed', details },
    ]);
  });
});
