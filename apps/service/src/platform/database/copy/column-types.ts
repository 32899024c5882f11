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

// The numbers by which PostgreSQL knows the types of elements (`pg_type.dat`).
const SMALLINT = 21;
const TEXT = 25;
const DOUBLE_PRECISION = 701;

export const smallintArray: ColumnType<readonly number[]> = (writer, values) => {
  arrayHeader(writer, { elementType: SMALLINT, length: values.length, bytes: 6 * values.length });
  for (const value of values) {
    writer.int32(2);
    writer.int16(value);
  }
};

export const doublePrecisionArray: ColumnType<Float64Array> = (writer, values) => {
  const { length } = values;
  arrayHeader(writer, { elementType: DOUBLE_PRECISION, length, bytes: 12 * length });
  for (const value of values) {
    writer.int32(8);
    writer.float64(value);
  }
};

/** Texts of ASCII alone. */
export const asciiArray: ColumnType<readonly string[]> = (writer, values) => {
  const bytes = values.reduce((sum, value) => sum + 4 + value.length, 0);
  arrayHeader(writer, { elementType: TEXT, length: values.length, bytes });
  for (const value of values) writer.text(value);
};

interface ArrayHeader {
  elementType: number;
  length: number;
  /** Of all elements, each with its length before it. */
  bytes: number;
}

const HEADER_BYTES = 12;
const DIMENSION_BYTES = 8;

function arrayHeader(writer: ByteWriter, { elementType, length, bytes }: ArrayHeader): void {
  const dimensions = length === 0 ? 0 : 1;
  writer.int32(HEADER_BYTES + DIMENSION_BYTES * dimensions + bytes);
  writer.int32(dimensions);
  // None of them is null.
  writer.int32(0);
  writer.int32(elementType);
  if (dimensions === 0) return;
  writer.int32(length);
  // The index of the first.
  writer.int32(1);
}

/** Reads what `array_send` gives of an array of `double precision` without nulls. */
export function readDoublePrecisionArray(sent: Uint8Array): Float64Array {
  const view = new DataView(sent.buffer, sent.byteOffset, sent.byteLength);
  const length = view.getInt32(0) === 0 ? 0 : view.getInt32(HEADER_BYTES);
  const first = HEADER_BYTES + DIMENSION_BYTES + 4;
  return Float64Array.from({ length }, (_, index) => view.getFloat64(first + 12 * index));
}
