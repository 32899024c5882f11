import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import { type CopyData, copyDataOf, copyingFrom } from './copy-data.ts';

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
