import type { PGlite, Transaction } from '@electric-sql/pglite';
import type { PGliteDialectConfig } from 'kysely';
import { copyDataOf, copyingFrom } from './copy-data.ts';

/** An embedded database for Kysely, whose statements take `CopyData` as their parameter in transactions. */
export function withCopyData(pglite: PGlite): PGliteDialectConfig['pglite'] {
  return {
    get closed() {
      return pglite.closed;
    },
    get ready() {
      return pglite.ready;
    },
    get waitReady() {
      return pglite.waitReady;
    },
    close: async () => await pglite.close(),
    query: async (text, values, options) => await pglite.query(text, values, options),
    transaction: async (callback) =>
      await pglite.transaction(async (opened) => await callback(copying(opened))),
  };
}

function copying(opened: Transaction): Transaction {
  const query: Transaction['query'] = opened.query.bind(opened);
  return Object.assign(opened, {
    query: async <Row>(...[text, values, options]: Parameters<Transaction['query']>) => {
      const data = copyDataOf(values);
      if (data === undefined) return await query<Row>(text, values, options);
      const blob = new Blob([...data.chunks()]);
      return await query<Row>(copyingFrom("'/dev/blob'", text), [], { ...options, blob });
    },
  });
}
