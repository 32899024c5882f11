import { sql } from 'kysely';
import type { Database } from './schema.ts';

// The first migration of the versions before the first release.
const UNRELEASED = '0001-foundation';

/** The schema of the database is of another version. The message is for the person who runs the service. */
export class SchemaVersionError extends Error {
  override name = 'SchemaVersionError';
}

/** Returns the names of the applied migrations, the oldest first; none for an empty database. */
export async function appliedMigrations(database: Database): Promise<string[]> {
  const { rows: tables } = await sql`
    select where to_regclass('kysely_migration') is not null
  `.execute(database);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name
  `.execute(database);
  return rows.map(({ name }) => name);
}

/** @throws SchemaVersionError if the database has migrations that this version does not know. */
export function refuseUnknown(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.includes(UNRELEASED)) {
    throw new SchemaVersionError(
      'A version before the first release created this database, and it cannot be upgraded. ' +
        'Create a new database and set DATABASE_URL to its address, or set DATA_DIR to a new directory for the embedded one. ' +
        'Until version 1.0, a new version may need a new database.',
    );
  }
  const last = unknown.at(-1);
  if (last !== undefined) {
    throw new SchemaVersionError(
      `A newer version has changed this database (migration ${last}). ` +
        'Run that version, or restore the backup from before its upgrade.',
    );
  }
}

/** @throws SchemaVersionError if the database lacks migrations of this version. */
export function refusePending(applied: readonly string[], known: readonly string[]): void {
  if (applied.length === 0) {
    throw new SchemaVersionError(
      'The database is empty. Check DATABASE_URL. If it is right, run `migrate`, or start the service.',
    );
  }
  const pending = known.filter((name) => !applied.includes(name));
  const [first] = pending;
  if (first === undefined) return;
  const what =
    pending.length === 1
      ? `1 migration is pending (${first})`
      : `${pending.length} migrations are pending (${first} to ${pending.at(-1)})`;
  throw new SchemaVersionError(
    `The schema of the database is of an earlier version: ${what}. ` +
      'While instances of that version run, use the command of that version. ' +
      'To upgrade, take a backup, stop all instances, and run `migrate` of this version.',
  );
}
