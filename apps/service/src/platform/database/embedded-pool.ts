import { type PGlite, protocol } from '@electric-sql/pglite';
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { copyDataOf, copyingFrom } from './copy/copy-rows.ts';
import type { Schema } from './schema.ts';

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;
type Command = PostgresQueryResult<unknown>['command'];

/** A statement that PostgreSQL has parsed, and what it said of it. */
interface Prepared {
  /** Empty for a statement that is used once. */
  name: string;
  parameterTypes: readonly number[];
  columns: readonly Column[];
}

interface Column {
  name: string;
  parse: (value: string) => unknown;
}

/** What is used often: statements that are planned, and those around a transaction. */
const repeated =
  /^[\s(]*(?:select|insert|update|delete|merge|with|values|begin|start|commit|rollback)\b/i;
/** What may change the columns or the types that a prepared statement was described with. */
const changesSchema = /^\s*(?:create|alter|drop|do|discard|deallocate)\b/i;

// Each holds its plan in the memory of PostgreSQL, some hundred kilobytes for the largest. Everyday use has about 150.
const MAX_PREPARED = 400;
const MAX_PREPARED_CHARACTERS = 1_000_000;
// A longer statement has a list of values in it, so no second one has the same text.
const MAX_TEXT_LENGTH = 30_000;

/** Kysely over an embedded database, which may have several such. */
export function openEmbeddedPool(pool: PostgresPool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new EmbeddedDialect({ pool }) });
}

class EmbeddedDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new SingleConnectionAdapter();
  }
}

/** Nobody else migrates a database that one process has, so Kysely needs no lock for it. */
class SingleConnectionAdapter extends PostgresAdapter {
  override get supportsMultipleConnections(): boolean {
    return false;
  }
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * A pool of the one connection that an embedded database has. It prepares each statement at its first use and sends
 * what runs it in one message: WebAssembly parses and plans a statement several times slower than it runs it, and
 * PGlite's own `query` has it do both at every call.
 */
export function createEmbeddedPool(pglite: PGlite): PostgresPool {
  const queue = pLimit(1);
  const query = createQuery(pglite);
  return {
    options: {},
    connect: async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: acquired, resolve: acquire } = Promise.withResolvers<void>();
      void queue(async () => {
        acquire();
        await released;
      });
      await acquired;
      return { query: query as PostgresPoolClient['query'], release: () => release() };
    },
    end: async () => {
      if (!pglite.closed) await pglite.close();
    },
  };
}

let statements = 0;

function createQuery(pglite: PGlite) {
  const { serialize } = protocol;
  const close: string[] = [];
  const prepared = new LRUCache<string, Prepared>({
    max: MAX_PREPARED,
    maxSize: MAX_PREPARED_CHARACTERS,
    sizeCalculation: (_, text) => text.length,
    dispose: ({ name }) => close.push(name),
  });

  /** Sends messages together, and returns what PostgreSQL answers. */
  async function send(...messages: Uint8Array[]): Promise<Messages> {
    const answers = await pglite.execProtocolStream(
      Buffer.concat([...messages, serialize.sync()]),
      { syncToFs: false, throwOnError: false },
    );
    const error = answers.find((answer) => answer instanceof protocol.messages.DatabaseError);
    if (error !== undefined) throw error;
    return answers;
  }

  async function prepare(text: string): Promise<Prepared> {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const isNamed = text.length <= MAX_TEXT_LENGTH && repeated.test(text);
    statements += 1;
    const name = isNamed ? `embedded_${statements}` : '';
    const forgotten = close.splice(0).map((old) => serialize.close({ type: 'S', name: old }));
    const answers = await send(
      ...forgotten,
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    );
    const described = describe(answers, pglite);
    const statement = { name, ...described };
    if (isNamed) prepared.set(text, statement);
    return statement;
  }

  async function run(text: string, parameters: readonly unknown[]) {
    const { name, parameterTypes, columns } = await prepare(text);
    const values = parameters.map((value, index) => {
      if (value === null || value === undefined) return null;
      const serializeValue = pglite.serializers[parameterTypes[index] ?? 0];
      return serializeValue === undefined ? String(value) : serializeValue(value);
    });
    const answers = await send(serialize.bind({ statement: name, values }), serialize.execute({}));
    return resultOf(answers, columns);
  }

  return async (text: string, parameters: readonly unknown[] = []) => {
    const data = copyDataOf(parameters);
    if (data !== undefined) {
      const blob = new Blob([...data.chunks()]);
      const { affectedRows } = await pglite.query(copyingFrom("'/dev/blob'", text), [], { blob });
      return { command: 'COPY', rowCount: affectedRows ?? 0, rows: [] };
    }
    try {
      return await run(text, parameters);
    } finally {
      if (changesSchema.test(text)) prepared.clear();
    }
  };
}

function describe(answers: Messages, pglite: PGlite): Omit<Prepared, 'name'> {
  const { ParameterDescriptionMessage, RowDescriptionMessage } = protocol.messages;
  const parameters = answers.find((answer) => answer instanceof ParameterDescriptionMessage);
  const row = answers.find((answer) => answer instanceof RowDescriptionMessage);
  return {
    parameterTypes: parameters?.dataTypeIDs ?? [],
    columns: (row?.fields ?? []).map(({ name, dataTypeID }) => ({
      name,
      parse: pglite.parsers[dataTypeID] ?? String,
    })),
  };
}

function resultOf(answers: Messages, columns: readonly Column[]) {
  const { CommandCompleteMessage, DataRowMessage } = protocol.messages;
  const rows: Record<string, unknown>[] = [];
  let command = '';
  let rowCount = 0;
  for (const answer of answers) {
    if (answer instanceof DataRowMessage) {
      const row: Record<string, unknown> = {};
      for (const [index, { name, parse }] of columns.entries()) {
        const value = answer.fields[index] ?? null;
        row[name] = value === null ? null : parse(value);
      }
      rows.push(row);
    } else if (answer instanceof CommandCompleteMessage) {
      const words = answer.text.split(' ');
      command = words[0] ?? '';
      rowCount = Number(words.at(-1)) || 0;
    }
  }
  return { command: command as Command, rowCount, rows };
}
