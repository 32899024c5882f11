import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { arrayLiteral, prepareStatement } from './prepared-statement.ts';
import type { Database } from './schema.ts';

const double = prepareStatement<{ doubled: number }>(
  'test_double',
  'select 2 * $1::integer as doubled',
);

const preparedIn = async (database: Database) => {
  const { rows } = await sql<{ name: string }>`
    select name from pg_prepared_statements order by name
  `.execute(database);
  return rows.map(({ name }) => name);
};

describe.each(databases)('a prepared statement on %s', (kind) => {
  it('gives its rows each time it is run, also in a transaction', async () => {
    const database = await createTestDatabase(kind);
    expect(await double.run(database, [21])).toEqual([{ doubled: 42 }]);
    expect(await double.run(database, [4])).toEqual([{ doubled: 8 }]);
    await database.transaction().execute(async (transaction) => {
      expect(await double.run(transaction, [5])).toEqual([{ doubled: 10 }]);
    });
  });

  it('can run again after it failed', async () => {
    const database = await createTestDatabase(kind);
    await expect(double.run(database, [2 ** 30])).rejects.toThrow('out of range');
    expect(await double.run(database, [1])).toEqual([{ doubled: 2 }]);
  });
});

it('a prepared statement is planned by PostgreSQL once for each connection, unlike any other statement', async () => {
  // The statements follow one another, so one connection serves them all. It may have served other tests.
  const database = await createTestDatabase('postgres');
  const triple = prepareStatement('test_triple', 'select 3 * $1::integer as tripled');
  const before = await preparedIn(database);
  expect(before).not.toContain(triple.name);
  await sql`select 3 * ${1}::integer`.execute(database);
  expect(await preparedIn(database)).toEqual(before);
  await triple.run(database, [1]);
  await triple.run(database, [2]);
  expect(await preparedIn(database)).toEqual([...before, triple.name].toSorted());
});

describe.each(databases)('an array literal on %s', (kind) => {
  it('is read as the texts in it', async () => {
    const database = await createTestDatabase(kind);
    const anyText = fc.oneof(
      fc.constantFrom('null', 'NULL', '', ' ', ',', '{}', '"', '\\', '35+', 'line\nbreak'),
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(anyText)), async (texts) => {
        const { rows } = await sql<{ texts: (string | null)[] }>`
          select ${arrayLiteral(texts)}::text[] as texts
        `.execute(database);
        expect(rows[0]?.texts).toEqual(texts);
      }),
    );
  });

  it('is read as exactly the numbers in it', async () => {
    const database = await createTestDatabase(kind);
    const anyNumber = fc.double({ noNaN: true }).filter((number) => !Object.is(number, -0));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(anyNumber)), async (numbers) => {
        const { rows } = await sql<{ numbers: (number | null)[] }>`
          select ${arrayLiteral(numbers)}::double precision[] as numbers
        `.execute(database);
        expect(rows[0]?.numbers).toEqual(numbers);
      }),
    );
  });
});
