const FIRST_BYTES = 64 * 1_024;

/** Writes values one after the other, in network byte order, into a buffer that grows. */
export class ByteWriter {
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  int16(value: number): void {
    this.#reserve(2);
    this.#length = this.#buffer.writeInt16BE(whole(value), this.#length);
  }

  int32(value: number): void {
    this.#reserve(4);
    this.#length = this.#buffer.writeInt32BE(whole(value), this.#length);
  }

  int64(value: number): void {
    this.#reserve(8);
    // In halves: a bigint for every value would be most of the work.
    const high = Math.floor(whole(value) / 2 ** 32);
    this.#length = this.#buffer.writeInt32BE(high, this.#length);
    this.#length = this.#buffer.writeUInt32BE(value - high * 2 ** 32, this.#length);
  }

  float64(value: number): void {
    this.#reserve(8);
    this.#length = this.#buffer.writeDoubleBE(value, this.#length);
  }

  /** A text in UTF-8, its length in bytes before it. */
  text(value: string): void {
    // A unit of UTF-16 takes three bytes at most.
    this.#reserve(4 + 3 * value.length);
    const bytes = this.#buffer.write(value, this.#length + 4);
    this.#buffer.writeInt32BE(bytes, this.#length);
    this.#length += 4 + bytes;
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
  }

  /** What was written since the last time. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#buffer.subarray(0, this.#length);
    this.#buffer = Buffer.allocUnsafe(Math.max(FIRST_BYTES, taken.length));
    this.#length = 0;
    return taken;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

// A buffer would cut off what follows the point.
function whole(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${value} is not a whole number that can be stored.`);
}
