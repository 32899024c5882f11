import { sql } from 'kysely';
import type { DatabaseTransaction } from '../schema.ts';
import { ByteWriter } from './byte-writer.ts';
import type { ColumnType } from './column-types.ts';
import { CopyData } from './copy-data.ts';

/** A column of a table, and how a row has it written. */
export interface CopiedColumn<Row> {
  name: string;
  write: (writer: ByteWriter, row: Row) => void;
}

/** A table, and its columns in the order they are sent in. What it has besides takes its default. */
export interface CopyTable<Row> {
  name: string;
  columns: readonly CopiedColumn<Row>[];
}

/** A column of that type whose values are read so; null is `NULL`. */
export function column<Row, Value>(
  name: string,
  type: ColumnType<Value>,
  read: (row: Row) => Value | null,
): CopiedColumn<Row> {
  return {
    name,
    write: (writer, row) => {
      const value = read(row);
      if (value === null) writer.int32(-1);
      else type(writer, value);
    },
  };
}

/** Appends rows to a table, in their order; either all of them or, where it fails, none. */
export async function copyRows<Row>(
  transaction: DatabaseTransaction,
  { name, columns }: CopyTable<Row>,
  rows: Iterable<Row>,
): Promise<void> {
  const data = new CopyData(() => encode(columns, rows));
  await sql`
    copy ${sql.table(name)} (${sql.join(columns.map((each) => sql.ref(each.name)))})
    from ${data} (format binary)
  `.execute(transaction);
}

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const CHUNK_BYTES = 64 * 1_024;

function* encode<Row>(
  columns: readonly CopiedColumn<Row>[],
  rows: Iterable<Row>,
): Generator<Uint8Array<ArrayBuffer>> {
  const writer = new ByteWriter();
  writer.bytes(SIGNATURE);
  // Neither flags nor an extension of the header.
  writer.int32(0);
  writer.int32(0);
  for (const row of rows) {
    writer.int16(columns.length);
    for (const { write } of columns) write(writer, row);
    if (writer.length >= CHUNK_BYTES) yield writer.take();
  }
  // The end.
  writer.int16(-1);
  yield writer.take();
}
