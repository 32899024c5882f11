import { isUnreachable } from '@partner-rating/server';
import { CompiledQuery } from 'kysely';
import type { Database, DatabaseTransaction } from './schema.ts';

/**
 * A statement that PostgreSQL parses and plans once for each connection. Planning takes longer than a look-up by
 * key. The plan does not depend on the values, so use it for statements with one plan that is good for all values. A
 * transaction runs the statement unprepared. The embedded database prepares every statement.
 */
export interface PreparedStatement<Row> {
  /** Identifies the statement within a connection. */
  name: string;
  text: string;
  /** Runs it with the values of `$1`, `$2` and so on. */
  run: (database: Database, values: readonly unknown[]) => Promise<Row[]>;
}

/** Runs a statement by its name, without the query builder. */
type StatementRunner = (statement: {
  name: string;
  text: string;
  values: unknown[];
}) => Promise<{ rows: unknown[] }>;

const runners = new WeakMap<Database, StatementRunner>();

/** Sets how the prepared statements of a database run outside transactions. */
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

const primaries = new WeakMap<Database, Database>();

/** Sets the primary of a database whose statements run on replicas. A snapshot that a replica loses is read again on it. */
export function runReadsAgainOn(replicas: Database, primary: Database): void {
  primaries.set(replicas, primary);
}

/** Returns the database that accepts writes. */
export function primaryOf(database: Database): Database {
  return primaries.get(database) ?? database;
}

const PLAIN = /^[A-Za-z0-9_.:+-]+$/;

/**
 * Writes a list as an array of PostgreSQL, for a parameter that is cast to the type. Both drivers accept lists, but
 * converting the values takes longer than rating a large batch.
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
 * Runs several reads on one snapshot of the database, without locks.
 * @param isWritten Whether it also writes.
 */
export async function readSnapshot<Result>(
  database: Database,
  read: (transaction: DatabaseTransaction) => Promise<Result>,
  { isWritten = false } = {},
): Promise<Result> {
  const readFrom = async (source: Database) =>
    await source
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode(isWritten ? 'read write' : 'read only')
      .execute(read);
  const primary = primaryOf(database);
  try {
    return await readFrom(database);
  } catch (error) {
    if (primary === database || !isUnreachable(error)) throw error;
    return await readFrom(primary);
  }
}
