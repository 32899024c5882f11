/** Rows in the binary format of `COPY`, as the one parameter of a statement: `copy … from ${data}`. */
export class CopyData {
  readonly #chunks: () => Iterable<Uint8Array<ArrayBuffer>>;

  /** @param chunks Encodes the rows, some at a time; again each time it is called. */
  constructor(chunks: () => Iterable<Uint8Array<ArrayBuffer>>) {
    this.#chunks = chunks;
  }

  chunks(): Iterable<Uint8Array<ArrayBuffer>> {
    return this.#chunks();
  }
}

/** The rows that a statement of these parameters is to copy; undefined where it is another one. */
export function copyDataOf(parameters: unknown): CopyData | undefined {
  const first: unknown = Array.isArray(parameters) ? parameters[0] : undefined;
  return first instanceof CopyData ? first : undefined;
}

/** The statement with its parameter replaced by where the database reads the rows from. */
export function copyingFrom(source: string, text: string): string {
  return text.replace('$1', source);
}
