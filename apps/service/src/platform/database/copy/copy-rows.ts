import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import type { DatabaseTransaction } from '../schema.ts';
import { ByteWriter, type ColumnType } from './column-types.ts';

/** Rows in the binary format of `COPY`, as the only parameter of a statement: `copy … from ${data}`. */
class CopyData {
  readonly #chunks: () => Iterable<Uint8Array<ArrayBuffer>>;

  /** @param chunks Encodes the rows in chunks, from the first row at each call. */
  constructor(chunks: () => Iterable<Uint8Array<ArrayBuffer>>) {
    this.#chunks = chunks;
  }

  chunks(): Iterable<Uint8Array<ArrayBuffer>> {
    return this.#chunks();
  }
}

/** Returns the rows that a statement copies; undefined for any other statement. */
export function copyDataOf(parameters: unknown): CopyData | undefined {
  const first: unknown = Array.isArray(parameters) ? parameters[0] : undefined;
  return first instanceof CopyData ? first : undefined;
}

/** Replaces the parameter of the statement by the source of the rows. */
export function copyingFrom(source: string, text: string): string {
  return text.replace('$1', source);
}

/** Lets the statements of a connection take `CopyData` as their parameter. */
export function acceptCopyData(client: ClientBase): void {
  const query: (...parameters: unknown[]) => unknown = client.query.bind(client);
  const copy = async (text: string, data: CopyData) => {
    const copying = from(copyingFrom('stdin', text));
    query(copying);
    // The stream encodes as fast as the socket sends.
    await pipeline(Readable.from(data.chunks()), copying);
    return { command: 'COPY', rowCount: copying.rowCount, rows: [] };
  };
  Object.assign(client, {
    query: (text: unknown, values: unknown, ...rest: unknown[]) => {
      const data = typeof text === 'string' ? copyDataOf(values) : undefined;
      return data === undefined ? query(text, values, ...rest) : copy(String(text), data);
    },
  });
}

/** A column of a table, and the function that writes it for a row. */
interface CopiedColumn<Row> {
  name: string;
  write: (writer: ByteWriter, row: Row) => void;
}

/** A table, and its columns in the order in which they are sent. The other columns get their defaults. */
export interface CopyTable<Row> {
  name: string;
  columns: readonly CopiedColumn<Row>[];
}

/** Returns a column of this type. `read` returns the value of a row; null is `NULL`. */
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

/** Appends rows to a table in their order: all of them, or none if it fails. */
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
  // No flags, and no extension of the header.
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
