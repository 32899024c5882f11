import { CompiledQuery } from 'kysely';
import type { Database, DatabaseTransaction } from './schema.ts';

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
type StatementRunner = (statement: {
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

const PLAIN = /^[A-Za-z0-9_.:+-]+$/;

/**
 * A list as PostgreSQL writes an array, for a parameter that is cast to its type. Both drivers take
 * lists too, but what they make of every single value costs more than rating a large batch.
 */
export function arrayLiteral(values: readonly (string | number | null)[]): string {
  return `{${values.map(elementOf).join(',')}}`;
}

function elementOf(value: string | number | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  const isPlain = PLAIN.test(value) && value.toUpperCase() !== 'NULL';
  return isPlain ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`;
}

/**
 * Reads one moment of the database, however many statements that takes, and locks nothing.
 * @param isWritten Whether it stores what it finds out on the way.
 */
export async function readSnapshot<Result>(
  database: Database,
  read: (transaction: DatabaseTransaction) => Promise<Result>,
  { isWritten = false } = {},
): Promise<Result> {
  return await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode(isWritten ? 'read write' : 'read only')
    .execute(read);
}
