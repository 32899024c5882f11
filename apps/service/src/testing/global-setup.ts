import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { CompiledQuery, Kysely, PGliteDialect } from 'kysely';
import type { TestProject } from 'vitest/node';
import { embeddedOptions, openPostgres } from '../platform/database/connect.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import type { Database, Schema } from '../platform/database/schema.ts';
import { addParts } from '../ratings/store/parts.ts';
import { makeDeliveryDays } from '../webhooks/store/delivery-days.ts';
import { noon } from './builders.ts';
import { type PostgresVersion, startPostgresCluster } from './postgres-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data directory of a migrated embedded database with the tables for the deliveries of each day, as a tar file. */
    pgliteSnapshot: string;
    /** A PostgreSQL of the oldest version with the same database, named `template`. */
    postgresUrl: string;
    /** The same for the newest version. */
    newestPostgresUrl: string;
  }
}

// Every test gets its own database: a copy of the one that is migrated here.
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-test-'));
  const [snapshot, oldest, newest] = await Promise.all([
    writeSnapshot(join(directory, 'snapshot.tar')),
    startCluster('oldest'),
    startCluster('newest'),
  ]);
  project.provide('pgliteSnapshot', snapshot);
  project.provide('postgresUrl', oldest.url);
  project.provide('newestPostgresUrl', newest.url);
  return async () => {
    await Promise.all([oldest.stop(), newest.stop()]);
    await rm(directory, { recursive: true, force: true });
  };
}

async function writeSnapshot(path: string): Promise<string> {
  const pglite = await PGlite.create(embeddedOptions);
  await prepare(new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) }));
  const dump = await pglite.dumpDataDir('none');
  await writeFile(path, Buffer.from(await dump.arrayBuffer()));
  await pglite.close();
  return path;
}

async function startCluster(version: PostgresVersion) {
  // In memory, the log must stay smaller than on a disk.
  const settings = { max_wal_size: '256MB' };
  const cluster = await startPostgresCluster({ version, inMemory: true, settings });
  const maintenance = openPostgres(cluster.url);
  const run = (statement: string) =>
    maintenance.database.executeQuery(CompiledQuery.raw(statement));
  await run('create database template');
  const template = openPostgres(cluster.url.replace(/postgres$/, 'template'));
  await prepare(template.database);
  await template.close();
  // If a test wrote to the template, every later test would start with the rows of that test.
  await run('alter database template allow_connections false');
  await maintenance.close();
  return cluster;
}

/** Migrates, and creates the tables that a service creates at its start. For each test, that would cost more than most tests. */
async function prepare(database: Database): Promise<void> {
  await migrateToLatest(database);
  for (const day of [noon, new Date()]) {
    await makeDeliveryDays(database, day);
    await addParts(database, ['pickleball', 'padel'], day);
  }
}
