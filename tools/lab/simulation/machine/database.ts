import { PGlite } from '@electric-sql/pglite';
import { embeddedOptions } from '@partner-rating/service/src/platform/database/connect.ts';
import {
  createEmbeddedPool,
  openEmbeddedPool,
} from '@partner-rating/service/src/platform/database/embedded-pool.ts';
import { migrateToLatest } from '@partner-rating/service/src/platform/database/migrate.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import {
  describeSchema,
  dropTables,
  isRestored,
  type RunStatement,
  type SchemaState,
} from '@partner-rating/service/src/testing/restored-database.ts';
import type { PostgresPool } from 'kysely';

// Durability is off, because no data outlives the process.
const settings = [
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
].flatMap((setting) => ['-c', setting]);

// Like `discard all`, except that prepared statements stay. Each story plans them again, so that
// plans do not depend on earlier stories.
const FORGET = `
  close all; reset all; unlisten *; select pg_advisory_unlock_all();
  discard plans; discard temp; discard sequences
`;

// An erasure rewrites and samples tables, and the statistics influence the plans of statements.
const FORGET_SAMPLES = 'delete from pg_statistic where starelid >= 16384';
const READ_SIZES = `
  select json_agg(json_build_object(
    'oid', oid, 'relpages', relpages, 'reltuples', reltuples, 'relallvisible', relallvisible
  ))::text as sizes
  from pg_class where relkind in ('r', 'i', 't')
`;
const RESTORE_SIZES = `
  update pg_class set relpages = known.relpages, reltuples = known.reltuples, relallvisible = known.relallvisible
  from json_to_recordset($1::json)
    as known (oid oid, relpages integer, reltuples real, relallvisible integer)
  where pg_class.oid = known.oid
    and (pg_class.relpages, pg_class.reltuples, pg_class.relallvisible)
      is distinct from (known.relpages, known.reltuples, known.relallvisible)
`;

/** The embedded database that all stories of a process share, one after the other. */
export class SimulatedDatabase {
  readonly pglite: PGlite;
  /** The number of processes in the story so far. */
  readonly pool: PostgresPool;
  readonly #schema: SchemaState;
  readonly #sizes: string;

  private constructor(
    pglite: PGlite,
    pool: PostgresPool,
    described: { schema: SchemaState; sizes: string },
  ) {
    this.pglite = pglite;
    this.pool = pool;
    this.#schema = described.schema;
    this.#sizes = described.sizes;
  }

  static async open(): Promise<SimulatedDatabase> {
    const pglite = await PGlite.create({
      ...embeddedOptions,
      startParams: [...embeddedOptions.startParams, ...settings],
    });
    const pool = createEmbeddedPool(pglite);
    await migrateToLatest(openEmbeddedPool(pool));
    const run = runIn(pglite);
    // Partitions of the days on which the snapshot was made. Which partitions exist is part of a
    // story.
    await dropTables(run, (await describeSchema(run)).parts);
    const [known] = await run<{ sizes: string }>(READ_SIZES);
    const schema = await describeSchema(run);
    return new SimulatedDatabase(pglite, pool, { schema, sizes: known?.sizes ?? '[]' });
  }

  /** Empties the database for the next story. */
  async empty(): Promise<void> {
    await this.pglite.exec(FORGET);
    await this.pglite.exec(FORGET_SAMPLES);
    await this.pglite.query(RESTORE_SIZES, [this.#sizes]);
    if (!(await isRestored(runIn(this.pglite), this.#schema))) {
      throw new Error('A story left the database with another schema or with statistics.');
    }
  }

  /** The database for the checks, which read it without the service. */
  direct(): Database {
    return openEmbeddedPool(this.pool);
  }
}

const runIn =
  (pglite: PGlite): RunStatement =>
  async (statement) =>
    (await pglite.query(statement)).rows as never[];
