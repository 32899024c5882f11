import { KEY_SCOPES, newKeyRow } from '@partner-rating/service/src/console/actions/keys.ts';
import {
  findApplication,
  insertApplication,
  insertKey,
} from '@partner-rating/service/src/console/store/applications.ts';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import { newId } from '@partner-rating/service/src/platform/database/identifiers.ts';
import { migrateToLatest } from '@partner-rating/service/src/platform/database/migrate.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { addParts } from '@partner-rating/service/src/ratings/store/parts.ts';
import { CompiledQuery, sql } from 'kysely';
import type { BenchmarkContext, Dataset } from '../benchmark.ts';
import { fillDataset } from './rows.ts';

const CLIENT_ID = 'benchmark-club';

export interface Datasets
  extends Pick<BenchmarkContext, 'openDataset' | 'copyDataset' | 'createDatabase'> {
  /** Drops the copies that the benchmarks of this run wrote to. */
  dropCopies: () => Promise<void>;
}

/** The datasets on a PostgreSQL server, by size. An existing one is used again. */
export function openDatasets(maintenanceUrl: string, log: (line: string) => void): Datasets {
  const copies: string[] = [];
  const urlOf = (name: string): string => {
    const url = new URL(maintenanceUrl);
    url.pathname = `/${name}`;
    return url.href;
  };
  const command = async (text: string): Promise<void> => {
    await withDatabase(maintenanceUrl, (database) =>
      database.executeQuery(CompiledQuery.raw(text)),
    );
  };
  const create = async (options = ''): Promise<string> => {
    const name = `players_copy_${process.pid}_${copies.length}`;
    await command(`create database ${name} ${options}`);
    copies.push(name);
    return urlOf(name);
  };
  return {
    openDataset: async (members) => {
      const name = `players_${members}`;
      if (await exists(maintenanceUrl, name)) {
        await withDatabase(urlOf(name), migrateToLatest);
      } else {
        const unfinished = `${name}_unfinished`;
        await command(`drop database if exists ${unfinished} with (force)`);
        await command(`create database ${unfinished}`);
        await withDatabase(urlOf(unfinished), async (database) => {
          const start = performance.now();
          await buildDataset(database, { members });
          const seconds = Math.round((performance.now() - start) / 1_000);
          const size = Math.round((await bytesOf(database)) / 2 ** 20);
          log(`${members} members built in ${seconds} s: ${size} MB`);
        });
        await command(`alter database ${unfinished} rename to ${name}`);
      }
      const caller = await withDatabase(urlOf(name), addKey);
      return { databaseUrl: urlOf(name), members, clientId: CLIENT_ID, ...caller };
    },
    copyDataset: async (dataset) => {
      const source = new URL(dataset.databaseUrl).pathname.slice(1);
      return { ...dataset, databaseUrl: await create(`template ${source} strategy file_copy`) };
    },
    createDatabase: async () => await create(),
    dropCopies: async () => {
      for (const name of copies) await command(`drop database ${name} with (force)`);
    },
  };
}

/** Opens a database, uses it, and closes it. */
export async function withDatabase<Result>(
  databaseUrl: string,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { database, close } = openPostgres(databaseUrl);
  try {
    return await use(database);
  } finally {
    await close();
  }
}

/** Returns whether the server has a database of this name. */
export async function exists(maintenanceUrl: string, name: string): Promise<boolean> {
  return await withDatabase(maintenanceUrl, async (database) => {
    const { rows } = await sql`select from pg_database where datname = ${name}`.execute(database);
    return rows.length > 0;
  });
}

/** Fills an empty database with the schema, a partner application and members. Returns the id of the application. */
export async function buildDataset(
  database: Database,
  { members, isUnrated = false }: { members: number; isUnrated?: boolean },
): Promise<string> {
  await migrateToLatest(database);
  await addParts(database, ['pickleball'], new Date());
  const applicationId = newId('app');
  await insertApplication(database, {
    id: applicationId,
    client_id: CLIENT_ID,
    name: 'Benchmark Club',
    redirect_uris: ['https://club.example/callback'],
    created_at: new Date(),
    disabled_at: null,
  });
  await fillDataset(database, { members, applicationId, isUnrated });
  return applicationId;
}

/** Returns the size of the database. */
export async function bytesOf(database: Database): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select pg_database_size(current_database()) as bytes
  `.execute(database);
  return Number(rows[0]?.bytes);
}

/** Creates a new key in each run, because the database stores only the hash of a key. */
export async function addKey(
  database: Database,
): Promise<Pick<Dataset, 'applicationId' | 'apiKey'>> {
  const application = await findApplication(database, CLIENT_ID);
  if (application === undefined)
    throw new Error('The dataset has no partner application. Drop it to build it again.');
  const { row, apiKey } = newKeyRow(application.id, { now: new Date(), scopes: KEY_SCOPES });
  await insertKey(database, row);
  return { applicationId: application.id, apiKey };
}
