import { CompiledQuery } from 'kysely';
import type { Database } from './schema.ts';

/**
 * A statement that PostgreSQL parses and plans once a connection rather than at every use, which
 * takes longer than running a look-up by key. Its plan does not depend on the values it is used
 * with, so this is for statements that have one good plan whatever is asked for. A transaction runs
 * it unprepared. The embedded database prepares every statement anyway.
 */
export interface PreparedStatement<Row> {
  /** Identifies the statement within a connection. */
  name: string;
  text: string;
  /** Runs it with the values of `$1`, `$2` and so on. */
  run: (database: Database, values: readonly unknown[]) => Promise<Row[]>;
}

/** Sends a statement by its name, past the query builder. */
export type StatementRunner = (statement: {
  name: string;
  text: string;
  values: unknown[];
}) => Promise<{ rows: unknown[] }>;

const runners = new WeakMap<Database, StatementRunner>();

/** Has the prepared statements of a database, outside transactions, run by this. */
export function runPreparedBy(database: Database, runner: StatementRunner): void {
  runners.set(database, runner);
}

export function prepareStatement<Row>(name: string, text: string): PreparedStatement<Row> {
  const run = async (database: Database, given: readonly unknown[]): Promise<Row[]> => {
    const values = [...given];
    const runner = runners.get(database);
    const { rows } =
      runner === undefined
        ? await database.executeQuery(CompiledQuery.raw(text, values))
        : await runner({ name, text, values });
    return rows as Row[];
  };
  return { name, text, run };
}
