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

/** Numbers as a `bytea`, eight bytes each as `float8send` gives them: a fraction of the work of an array. */
export const packedFloats: ColumnType<Float64Array> = (writer, values) => {
  writer.int32(8 * values.length);
  writer.float64s(values);
};

/** Reads what `packedFloats` has written. */
export function unpackFloats(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Float64Array(bytes.byteLength / 8);
  for (let index = 0; index < numbers.length; index += 1) {
    numbers[index] = view.getFloat64(8 * index);
  }
  return numbers;
}

// PostgreSQL counts microseconds from the beginning of 2000.
const YEAR_2000 = Date.UTC(2000, 0, 1);

/** A time in milliseconds since 1970, of the years 1715 to 2285. */
export const timestamptz: ColumnType<number> = (writer, milliseconds) => {
  writer.int32(8);
  writer.int64((milliseconds - YEAR_2000) * 1_000);
};
