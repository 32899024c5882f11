import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';

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

/** Has the statements of a connection take `CopyData` as their parameter. */
export function acceptCopyData(client: ClientBase): void {
  const query: (...parameters: unknown[]) => unknown = client.query.bind(client);
  const copy = async (text: string, data: CopyData) => {
    const copying = client.query(from(copyingFrom('stdin', text)));
    // Encoded as fast as the socket takes it.
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
