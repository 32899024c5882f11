import { setImmediate as untilLater } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { Database } from './schema.ts';

const preparedLike = async (database: Database, text: string) => {
  const { rows } = await sql<{ statement: string; plans: number }>`
    select statement, generic_plans as plans
    from pg_prepared_statements where statement like ${`${text}%`}
  `.execute(database);
  return rows;
};

it('the embedded pool prepares a statement once and plans it independently of its values', async () => {
  const database = await createTestDatabase('pglite');
  for (const number of [1, 2, 3]) {
    const { rows } = await sql`select /* once */ ${number}::integer + 1 as sum`.execute(database);
    expect(rows).toEqual([{ sum: number + 1 }]);
  }
  expect(await preparedLike(database, 'select /* once */')).toMatchObject([{ plans: 3 }]);
});

it('the embedded pool runs a statement with the values of each call, also unusual ones', async () => {
  const database = await createTestDatabase('pglite');
  const read = async (text: string | null, names: string[], bytes: Uint8Array) => {
    const { rows } = await sql`
      select ${text}::text as text, ${names}::text[] as names, ${bytes}::bytea as bytes,
        ${{ key: text }}::jsonb as json
    `.execute(database);
    return rows[0];
  };
  for (const text of ['plain', "a 'quote' and \\ and ü", '', null]) {
    const values = { text, names: ['a,b', '"c"', ''], bytes: new Uint8Array([0, 255]) };
    const expected = { ...values, json: { key: text } };
    expect(await read(values.text, values.names, values.bytes)).toEqual(expected);
  }
});

it('the embedded pool answers a statement after its columns changed', async () => {
  const database = await createTestDatabase('pglite');
  await sql`create table court (id integer)`.execute(database);
  const read = async () => (await sql`select * from court`.execute(database)).rows;
  await sql`insert into court values (${1})`.execute(database);
  expect(await read()).toEqual([{ id: 1 }]);
  await database.transaction().execute(async (transaction) => {
    await sql`alter table court add name text default 'Center'`.execute(transaction);
    expect((await sql`select * from court`.execute(transaction)).rows).toEqual([
      { id: 1, name: 'Center' },
    ]);
  });
  await sql`alter table court alter id type text`.execute(database);
  expect(await read()).toEqual([{ id: '1', name: 'Center' }]);
  await sql`insert into court values (${'2'})`.execute(database);
});

it('the embedded pool rolls back and can be used again after a statement or its text fails', async () => {
  const database = await createTestDatabase('pglite');
  await sql`create table court (id integer primary key)`.execute(database);
  const failing = database.transaction().execute(async (transaction) => {
    await sql`insert into court values (${1})`.execute(transaction);
    await sql`insert into court values (${1})`.execute(transaction);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505', constraint: 'court_pkey' });
  await expect(sql`select * from no_court`.execute(database)).rejects.toMatchObject({
    code: '42P01',
  });
  expect((await sql`select * from court`.execute(database)).rows).toEqual([]);
  await sql`insert into court values (${1})`.execute(database);
});

it('the embedded pool lets other statements wait until a transaction has ended', async () => {
  const database = await createTestDatabase('pglite');
  await sql`create table court (id integer)`.execute(database);
  const seen: string[] = [];
  let counted: Promise<unknown> | undefined;
  await database.transaction().execute(async (transaction) => {
    await sql`insert into court values (1)`.execute(transaction);
    counted = sql`select count(*) from court`.execute(database).then(() => seen.push('counted'));
    await untilLater();
    seen.push('in the transaction');
  });
  await counted;
  expect(seen).toEqual(['in the transaction', 'counted']);
});

it('the embedded pool limits how many statements it keeps prepared', async () => {
  const database = await createTestDatabase('pglite');
  for (let index = 0; index < 450; index += 1) {
    await sql.raw(`select ${index} as filling`).execute(database);
  }
  const { length } = await preparedLike(database, 'select ');
  expect(length).toBeGreaterThan(100);
  expect(length).toBeLessThanOrEqual(401);
});
