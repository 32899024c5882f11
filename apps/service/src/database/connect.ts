import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { lockDirectory } from './lock.ts';
import type { Schema } from './schema.ts';

export interface DatabaseAddress {
  /** A PostgreSQL address; without one the embedded database in `dataDirectory` is used. */
  databaseUrl: string | null;
  dataDirectory: string;
}

export interface ConnectedDatabase {
  database: Kysely<Schema>;
  kind: 'pglite' | 'postgres';
  /** Ends the connections and, for the embedded database, lets go of its directory. */
  close: () => Promise<void>;
}

// Both drivers give the same values: int8 as a number (no column comes near 2^53), dates as text.
const INT8 = pg.types.builtins.INT8;
const DATE = pg.types.builtins.DATE;
const valueParsers: Record<number, (value: string) => unknown> = {
  [INT8]: Number,
  [DATE]: (value) => value,
};

/** What every embedded database is opened with. */
export const embeddedOptions = { parsers: valueParsers, extensions: { pg_trgm } };

export async function connectDatabase(address: DatabaseAddress): Promise<ConnectedDatabase> {
  return address.databaseUrl === null
    ? await openEmbedded(address.dataDirectory)
    : openPostgres(address.databaseUrl);
}

async function openEmbedded(dataDirectory: string): Promise<ConnectedDatabase> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const lock = await lockDirectory(dataDirectory);
  try {
    const pglite = await PGlite.create(join(dataDirectory, 'pglite'), embeddedOptions);
    const database = openPglite(pglite);
    return {
      database,
      kind: 'pglite',
      close: async () => {
        await database.destroy();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

export function openPglite(pglite: PGlite): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) });
}

const postgresTypes = new pg.TypeOverrides();
for (const [type, parse] of Object.entries(valueParsers)) {
  postgresTypes.setTypeParser(Number(type), parse);
}

export function openPostgres(databaseUrl: string): ConnectedDatabase {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    types: postgresTypes,
    // A network that swallows packets would otherwise keep every request waiting for ever.
    connectionTimeoutMillis: 10_000,
  });
  // An idle connection that the server closes must not end the process; the next query reconnects.
  pool.on('error', () => {});
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { database, kind: 'postgres', close: () => database.destroy() };
}
