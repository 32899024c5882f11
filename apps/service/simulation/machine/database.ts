import { PGlite } from '@electric-sql/pglite';
import { embeddedOptions, openPglite } from '../../src/platform/database/connect.ts';
import { migrateToLatest } from '../../src/platform/database/migrate.ts';
import type { Database } from '../../src/platform/database/schema.ts';
import {
  describeSchema,
  isRestored,
  type RunStatement,
} from '../../src/testing/restored-database.ts';
import { prepareStatements } from './prepare-statements.ts';

// Nothing of it outlives the process, and statements are planned once, whatever they are used with first.
const settings = [
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'plan_cache_mode=force_generic_plan',
].flatMap((setting) => ['-c', setting]);

// All that `discard all` does but for forgetting the prepared statements: each story plans them again, so that their
// plans do not depend on the stories before.
const FORGET = `
  close all; reset all; unlisten *; select pg_advisory_unlock_all();
  discard plans; discard temp; discard sequences
`;

/** The embedded database that all stories of a process use, one after the other. */
export class SimulatedDatabase {
  readonly pglite: PGlite;
  readonly #schema: string;

  private constructor(pglite: PGlite, schema: string) {
    this.pglite = pglite;
    this.#schema = schema;
  }

  /** @param snapshot A migrated data directory as a tar; without one, a new database is migrated. */
  static async open(snapshot?: Blob): Promise<SimulatedDatabase> {
    const pglite = await PGlite.create({
      ...embeddedOptions,
      startParams: [...embeddedOptions.startParams, ...settings],
      ...(snapshot !== undefined && { loadDataDir: snapshot }),
    });
    prepareStatements(pglite);
    if (snapshot === undefined) await migrateToLatest(openPglite(pglite));
    return new SimulatedDatabase(pglite, await describeSchema(runIn(pglite)));
  }

  /** Empties it for the next story. */
  async empty(): Promise<void> {
    await this.pglite.exec(FORGET);
    if (!(await isRestored(runIn(this.pglite), this.#schema))) {
      throw new Error('A story left the database with another schema or with statistics.');
    }
  }

  /** As it is now, to be opened by another process. */
  async dump(): Promise<Uint8Array> {
    const dump = await this.pglite.dumpDataDir('none');
    return new Uint8Array(await dump.arrayBuffer());
  }

  /** As the oracles see it, beside the service. */
  direct(): Database {
    return openPglite(this.pglite);
  }
}

const runIn =
  (pglite: PGlite): RunStatement =>
  async (statement) =>
    (await pglite.query(statement)).rows as never[];
