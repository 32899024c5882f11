/** Writes a value in the binary format of `COPY`: its length in bytes, and its bytes. */
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

const FLOAT8_OID = 701;

/** Numbers as a `double precision[]`, which SQL can take apart. */
export const doublePrecisions: ColumnType<readonly number[]> = (writer, values) => {
  writer.int32(20 + 12 * values.length);
  // One dimension without nulls, of this type and length, from index 1.
  for (const header of [1, 0, FLOAT8_OID, values.length, 1]) writer.int32(header);
  for (const value of values) doublePrecision(writer, value);
};

/** Numbers as a `bytea` of eight bytes each, as `float8send` writes them. An array takes several times as long. */
export const packedFloats: ColumnType<Float64Array> = (writer, values) => {
  writer.int32(8 * values.length);
  writer.float64s(values);
};

/** Reads the numbers that `packedFloats` has written. */
export function unpackFloats(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Float64Array(bytes.byteLength / 8);
  for (let index = 0; index < numbers.length; index += 1) {
    numbers[index] = view.getFloat64(8 * index);
  }
  return numbers;
}

// PostgreSQL counts microseconds from the start of the year 2000.
const YEAR_2000 = Date.UTC(2000, 0, 1);

/** A time in milliseconds since 1970, in the years 1715 to 2285. */
export const timestamptz: ColumnType<number> = (writer, milliseconds) => {
  writer.int32(8);
  writer.int64((milliseconds - YEAR_2000) * 1_000);
};

const FIRST_BYTES = 64 * 1_024;

/** Writes values in network byte order into a buffer that grows. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  // Several times as fast as the buffer's own methods.
  #view = viewOf(this.#buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  int16(value: number): void {
    this.#reserve(2);
    this.#view.setInt16(this.#length, within(value, 2 ** 15));
    this.#length += 2;
  }

  int32(value: number): void {
    this.#reserve(4);
    this.#view.setInt32(this.#length, within(value, 2 ** 31));
    this.#length += 4;
  }

  int64(value: number): void {
    this.#reserve(8);
    // In halves, because a bigint for each value would take most of the time.
    const high = Math.floor(within(value, 2 ** 53) / 2 ** 32);
    this.#view.setInt32(this.#length, high);
    this.#view.setUint32(this.#length + 4, value - high * 2 ** 32);
    this.#length += 8;
  }

  float64(value: number): void {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value);
    this.#length += 8;
  }

  float64s(values: Float64Array): void {
    this.#reserve(8 * values.length);
    // By index, because an iterator creates an object for each number.
    for (let index = 0; index < values.length; index += 1) {
      this.#view.setFloat64(this.#length + 8 * index, values[index] ?? 0);
    }
    this.#length += 8 * values.length;
  }

  /** Writes a text in UTF-8, after its length in bytes. */
  text(value: string): void {
    // A unit of UTF-16 takes at most three bytes.
    this.#reserve(4 + 3 * value.length);
    const bytes = this.#buffer.write(value, this.#length + 4);
    this.#view.setInt32(this.#length, bytes);
    this.#length += 4 + bytes;
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  /** Returns what was written since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#buffer.subarray(0, this.#length);
    this.#use(Buffer.allocUnsafe(Math.max(FIRST_BYTES, taken.length)));
    this.#length = 0;
    return taken;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#use(larger);
  }

  #use(buffer: Buffer<ArrayBuffer>): void {
    this.#buffer = buffer;
    this.#view = viewOf(buffer);
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer<ArrayBuffer>): DataView<ArrayBuffer> {
  return new DataView(buffer, byteOffset, byteLength);
}

// Otherwise the fraction, or the part that does not fit, would be cut off.
function within(value: number, limit: number): number {
  if (Number.isInteger(value) && value >= -limit && value < limit) return value;
  throw new RangeError(`${value} is not a whole number that can be stored.`);
}
