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

/** A statement that PostgreSQL has parsed and described. */
interface Prepared {
  /** Empty for a statement that is not kept. */
  name: string;
  parameterTypes: readonly number[];
  columns: readonly Column[];
}

interface Column {
  name: string;
  parse: (value: string) => unknown;
}

/** Matches statements that are used often: those that PostgreSQL plans, and those that begin and end a transaction. */
const repeated =
  /^[\s(]*(?:select|insert|update|delete|merge|with|values|begin|start|commit|rollback)\b/i;
/** Statements that may change the columns or types of a prepared statement. */
const changesSchema = /^\s*(?:create|alter|drop|do|discard|deallocate)\b/i;

// PostgreSQL keeps the plan of each prepared statement in memory, a few hundred kilobytes for the largest. Everyday use
// needs about 150.
const MAX_PREPARED = 400;
const MAX_PREPARED_CHARACTERS = 1_000_000;
// A longer statement contains a list of values, so no other statement has the same text.
const MAX_TEXT_LENGTH = 30_000;

/** Opens Kysely over an embedded database. Several may share the database. */
export function openEmbeddedPool(pool: PostgresPool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new EmbeddedDialect({ pool }) });
}

class EmbeddedDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new SingleConnectionAdapter();
  }
}

/** Kysely needs no lock to migrate a database that only this process uses. */
class SingleConnectionAdapter extends PostgresAdapter {
  override get supportsMultipleConnections(): boolean {
    return false;
  }
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * Creates a pool of the one connection of an embedded database. It prepares each statement at its first use, and runs it with
 * one message. PGlite's own `query` parses and plans at every call, which takes WebAssembly several times as long.
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

const { serialize } = protocol;

let statementCount = 0;

function createQuery(pglite: PGlite) {
  const statements = new Statements(pglite);
  return async (text: string, parameters: readonly unknown[] = []) => {
    const data = copyDataOf(parameters);
    if (data !== undefined) {
      const blob = new Blob([...data.chunks()]);
      const { affectedRows } = await pglite.query(copyingFrom("'/dev/blob'", text), [], { blob });
      return { command: 'COPY', rowCount: affectedRows ?? 0, rows: [] };
    }
    return await statements.run(text, parameters);
  };
}

/** Runs statements, and keeps those that are used again prepared. */
class Statements {
  readonly #pglite: PGlite;
  readonly #close: string[] = [];
  readonly #prepared = new LRUCache<string, Prepared>({
    max: MAX_PREPARED,
    maxSize: MAX_PREPARED_CHARACTERS,
    sizeCalculation: (_, text) => text.length,
    dispose: ({ name }) => this.#close.push(name),
  });

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  async run(text: string, parameters: readonly unknown[]) {
    try {
      const { name, parameterTypes, columns } = await this.#prepare(text);
      const values = parameters.map((value, index) => {
        if (value === null || value === undefined) return null;
        const serializeValue = this.#pglite.serializers[parameterTypes[index] ?? 0];
        return serializeValue === undefined ? String(value) : serializeValue(value);
      });
      const answers = await this.#send(
        serialize.bind({ statement: name, values }),
        serialize.execute({}),
      );
      return resultOf(answers, columns);
    } finally {
      if (changesSchema.test(text)) this.#prepared.clear();
    }
  }

  async #prepare(text: string): Promise<Prepared> {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    const isNamed = text.length <= MAX_TEXT_LENGTH && repeated.test(text);
    statementCount += 1;
    const name = isNamed ? `embedded_${statementCount}` : '';
    const closing = this.#close.splice(0).map((old) => serialize.close({ type: 'S', name: old }));
    const answers = await this.#send(
      ...closing,
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    );
    const statement = { name, ...describe(answers, this.#pglite) };
    if (isNamed) this.#prepared.set(text, statement);
    return statement;
  }

  /** Sends several messages at once, and returns the answers. */
  async #send(...messages: Uint8Array[]): Promise<Messages> {
    const answers = await this.#pglite.execProtocolStream(
      Buffer.concat([...messages, serialize.sync()]),
      { syncToFs: false, throwOnError: false },
    );
    const error = answers.find((answer) => answer instanceof protocol.messages.DatabaseError);
    if (error !== undefined) throw error;
    return answers;
  }
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
