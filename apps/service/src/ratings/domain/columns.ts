// More at a time wastes memory, less takes longer to fill.
const GROWTH = 1.125;

/** The same numbers, with room for more. The old array is of no use afterwards. */
export function grown(column: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const room = Math.ceil(GROWTH * column.length);
  return new Float64Array(column.buffer.transfer(room * column.BYTES_PER_ELEMENT));
}

export function grownIntegers(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const room = Math.ceil(GROWTH * column.length);
  return new Int32Array(column.buffer.transfer(room * column.BYTES_PER_ELEMENT));
}
