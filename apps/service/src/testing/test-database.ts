import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { CompiledQuery } from 'kysely';
import { inject, onTestFinished } from 'vitest';
import { embeddedOptions, openPglite, openPostgres } from '../platform/database/connect.ts';
import type { Database } from '../platform/database/schema.ts';

export type DatabaseKind = 'pglite' | 'postgres';

/** For `describe.each(databases)`: a suite whose promises hold on both. */
export const databases = ['pglite', 'postgres'] as const satisfies DatabaseKind[];

/** A fresh migrated database for one test; it goes when the test has finished. */
export async function createTestDatabase(kind: DatabaseKind): Promise<Database> {
  const { database, close } = await openTestDatabase(kind);
  onTestFinished(close);
  return database;
}

export interface OpenTestDatabase {
  database: Database;
  close: () => Promise<void>;
  /** For a second instance on the same database; null where only one may exist. */
  url: string | null;
}

/** The same for a suite that shares one database: the caller closes it. */
export async function openTestDatabase(kind: DatabaseKind): Promise<OpenTestDatabase> {
  return kind === 'pglite' ? await openSnapshot() : await copyTemplate();
}

async function openSnapshot(): Promise<OpenTestDatabase> {
  const snapshot = new Blob([await readFile(inject('pgliteSnapshot'))]);
  const pglite = await PGlite.create({ ...embeddedOptions, loadDataDir: snapshot });
  const database = openPglite(pglite);
  return { database, close: () => pglite.close(), url: null };
}

let count = 0;

async function copyTemplate(): Promise<OpenTestDatabase> {
  const maintenanceUrl = inject('postgresUrl');
  count += 1;
  const name = `test_${process.pid}_${count}`;
  const maintenance = openPostgres(maintenanceUrl);
  await maintenance.database.executeQuery(
    CompiledQuery.raw(`create database ${name} template template`),
  );
  await maintenance.close();
  const url = maintenanceUrl.replace(/postgres$/, name);
  const { database, close } = openPostgres(url);
  return { database, close, url };
}
