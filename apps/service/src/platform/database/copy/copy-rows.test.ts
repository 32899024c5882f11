import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createTestDatabase,
  type DatabaseKind,
  databases,
} from '../../../testing/test-database.ts';
import type { Database } from '../schema.ts';
import {
  bigint,
  doublePrecision,
  integer,
  packedFloats,
  text,
  timestamptz,
  unpackFloats,
} from './column-types.ts';
import { type CopyTable, column, copyRows } from './copy-rows.ts';

interface Row {
  id: number | null;
  words: string | null;
  position: number | null;
  share: number | null;
  packed: readonly number[] | null;
  /** In milliseconds since 1970. */
  at: number | null;
}

const table: CopyTable<Row> = {
  name: 'copied',
  columns: [
    column('words', text, (row) => row.words),
    column('id', integer, (row) => row.id),
    column('position', bigint, (row) => row.position),
    column('at', timestamptz, (row) => row.at),
    column('share', doublePrecision, (row) => row.share),
    column('packed', packedFloats, ({ packed }) => packed && Float64Array.from(packed)),
  ],
};

const plain: Row = { id: 1, words: 'a', position: 1, share: 0.5, packed: [2], at: 0 };

async function createCopied(kind: DatabaseKind): Promise<Database> {
  const database = await createTestDatabase(kind);
  await sql`
    create table copied (
      place integer generated always as identity, id integer unique, words text, position bigint,
      share double precision, packed bytea, at timestamptz
    )
  `.execute(database);
  onTestFinished(async () => {
    await sql`drop table copied`.execute(database);
  });
  return database;
}

async function copy(database: Database, rows: readonly Row[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await copyRows(transaction, table, rows);
  });
}

async function readCopied(database: Database): Promise<Row[]> {
  const { rows } = await sql<
    Omit<Row, 'packed' | 'at'> & { packed: Uint8Array | null; at: Date | null }
  >`
    select id, words, position, share, packed, at from copied order by place
  `.execute(database);
  return rows.map((row) => ({
    ...row,
    packed: row.packed && [...unpackFloats(row.packed)],
    at: row.at?.getTime() ?? null,
  }));
}

const anyText = fc.oneof(
  fc.constantFrom('', '\\N', '\\.', '\t', '\n', '\r\n', '\\', '"', "'", '{}', ',', 'NULL', '$1'),
  fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0')),
);

const anyRow: fc.Arbitrary<Row> = fc.record({
  id: fc.constant(null),
  words: fc.option(anyText),
  position: fc.option(fc.maxSafeInteger()),
  share: fc.option(fc.double()),
  packed: fc.option(fc.array(fc.double())),
  at: fc.option(
    fc
      .date({
        min: new Date('1715-01-01'),
        max: new Date('2285-01-01'),
        noInvalidDate: true,
      })
      .map((date) => date.getTime()),
  ),
});

describe.each(databases)('rows copied to %s', (kind) => {
  it('are read as the values that were written, in their order', async () => {
    const database = await createCopied(kind);
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow), async (rows) => {
        await sql`delete from copied`.execute(database);
        await copy(database, rows);
        expect(await readCopied(database)).toEqual(rows);
      }),
    );
  });

  it('are all stored if they need many chunks', async () => {
    const database = await createCopied(kind);
    const words = 'word '.repeat(20);
    const rows = Array.from({ length: 12_000 }, (_, id) => ({ ...plain, id, words }));
    await copy(database, [...rows, { ...plain, id: null, words: 'long '.repeat(100_000) }]);
    const { rows: counted } = await sql<{ count: number; longest: number }>`
      select count(*) as count, max(length(words)) as longest from copied
    `.execute(database);
    expect(counted).toEqual([{ count: 12_001, longest: 500_000 }]);
  });

  it('are rolled back with the transaction', async () => {
    const database = await createCopied(kind);
    await expect(
      database.transaction().execute(async (transaction) => {
        await copyRows(transaction, table, [plain]);
        expect(await readCopied(transaction)).toEqual([plain]);
        throw new Error('Not this time.');
      }),
    ).rejects.toThrow('Not this time.');
    expect(await readCopied(database)).toEqual([]);
  });

  it('are not stored if the database refuses one, and the connection can be used again', async () => {
    const database = await createCopied(kind);
    await expect(copy(database, [plain, { ...plain, words: 'b' }])).rejects.toThrow(
      'copied_id_key',
    );
    expect(await readCopied(database)).toEqual([]);
    await copy(database, [plain]);
    expect(await readCopied(database)).toEqual([plain]);
  });

  it('are not stored if one cannot be sent, and the connection can be used again', async () => {
    const database = await createCopied(kind);
    const many = Array.from({ length: 12_000 }, (_, id) => ({ ...plain, id }));
    await expect(copy(database, [...many, { ...plain, id: 0.5 }])).rejects.toThrow(
      '0.5 is not a whole number',
    );
    expect(await readCopied(database)).toEqual([]);
    await copy(database, [plain]);
    expect(await readCopied(database)).toEqual([plain]);
  });
});

it('a copy fails if the connection is lost while rows are sent', async () => {
  const database = await createCopied('postgres');
  // Connects first: while rows are sent without end, another connection may not succeed in time.
  await database.connection().execute(async (other) => {
    let lost: Promise<unknown> = Promise.resolve();
    function* rowsUntilLost(pid: number) {
      for (let id = 0; ; id += 1) {
        if (id === 100) lost = sql`select pg_terminate_backend(${pid})`.execute(other);
        yield { ...plain, id };
      }
    }
    await expect(
      database.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
          transaction,
        );
        await copyRows(transaction, table, rowsUntilLost(rows[0]?.pid ?? 0));
      }),
    ).rejects.toThrow();
    await lost;
  });
  expect(await readCopied(database)).toEqual([]);
});
