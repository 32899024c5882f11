import type { ByteWriter } from './byte-writer.ts';

/** Writes a value as `COPY` reads it in its binary format: its length in bytes, and its bytes. */
export type ColumnType<Value> = (writer: ByteWriter, value: Value) => void;

export const text: ColumnType<string> = (writer, value) => {
  writer.text(value);
};

export const integer: ColumnType<number> = (writer, value) => {
  writer.int32(4);
  writer.int32(value);
};

export const bigint: ColumnType<number> = (writer, value) => {
  writer.int32(8);
  writer.int64(value);
};

export const doublePrecision: ColumnType<number> = (writer, value) => {
  writer.int32(8);
  writer.float64(value);
};

// PostgreSQL counts microseconds from the beginning of 2000.
const YEAR_2000 = Date.UTC(2000, 0, 1);

/** A time in milliseconds since 1970, of the years 1715 to 2285. */
export const timestamptz: ColumnType<number> = (writer, milliseconds) => {
  writer.int32(8);
  writer.int64((milliseconds - YEAR_2000) * 1_000);
};

const SMALLINT = 21;

export const smallintArray: ColumnType<readonly number[]> = (writer, values) => {
  const dimensions = values.length === 0 ? 0 : 1;
  writer.int32(12 + 8 * dimensions + 6 * values.length);
  writer.int32(dimensions);
  // None of them is null.
  writer.int32(0);
  writer.int32(SMALLINT);
  if (dimensions === 0) return;
  writer.int32(values.length);
  // The index of the first.
  writer.int32(1);
  for (const value of values) {
    writer.int32(2);
    writer.int16(value);
  }
};
