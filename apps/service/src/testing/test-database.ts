import { inject, onTestFinished } from 'vitest';
import { openPglite } from '../platform/database/connect.ts';
import type { Database } from '../platform/database/schema.ts';
import { leasePglite } from './pglite-pool.ts';
import { createDatabase, leasePostgres } from './postgres-pool.ts';

/** `postgres` is the oldest version that the service accepts. `pglite` is the newest version. */
export type DatabaseKind = 'pglite' | PostgresKind;

type PostgresKind = 'postgres' | 'newest postgres';

const isFull = process.env.TEST_SCOPE === 'full';

/** For `describe.each(databases)`: suites that must pass on each. `test` runs them on one, and `test:full` on the other. */
export const databases: readonly Exclude<DatabaseKind, 'newest postgres'>[] = isFull
  ? ['pglite']
  : ['postgres'];

/** For suites that run most statements of the service. */
export const everyDatabase: readonly DatabaseKind[] = isFull
  ? [...databases, 'newest postgres']
  : databases;

/** Creates a migrated database for one test. It is removed after the test. */
export async function createTestDatabase(kind: DatabaseKind): Promise<Database> {
  const { database, close } = await openTestDatabase(kind);
  onTestFinished(close);
  return database;
}

export interface OpenTestDatabase {
  database: Database;
  close: () => Promise<void>;
  /** For a second instance on the same database. Null if only one may exist. */
  url: string | null;
}

/** Opens a migrated database for a suite. The caller closes it. */
export async function openTestDatabase(kind: DatabaseKind): Promise<OpenTestDatabase> {
  const opened = kind === 'pglite' ? await leaseEmbedded() : await leaseOn(kind);
  let closed: Promise<void> | undefined;
  // Closed twice, it would pass to two tests.
  return { ...opened, close: () => (closed ??= opened.close()) };
}

async function leaseOn(kind: PostgresKind): Promise<OpenTestDatabase> {
  const { database, url, release } = await leasePostgres(serverOf(kind));
  return { database, url, close: release };
}

async function leaseEmbedded(): Promise<OpenTestDatabase> {
  const { pglite, release } = await leasePglite(inject('pgliteSnapshot'));
  return { database: openPglite(pglite), close: release, url: null };
}

/** Creates a PostgreSQL database in which no migration has run. Returns its address. */
export async function createEmptyPostgres(kind?: PostgresKind): Promise<string> {
  return await createDatabase(serverOf(kind ?? 'postgres'), 'template1');
}

function serverOf(kind: PostgresKind): string {
  return inject(kind === 'postgres' ? 'postgresUrl' : 'newestPostgresUrl');
}
