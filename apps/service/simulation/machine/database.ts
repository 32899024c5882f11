import { PGlite } from '@electric-sql/pglite';
import { embeddedOptions, openPglite } from '../../src/platform/database/connect.ts';
import { migrateToLatest } from '../../src/platform/database/migrate.ts';
import type { Database } from '../../src/platform/database/schema.ts';
import {
  describeSchema,
  isRestored,
  type RunStatement,
} from '../../src/testing/restored-database.ts';

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
      ...(snapshot !== undefined && { loadDataDir: snapshot }),
    });
    if (snapshot === undefined) await migrateToLatest(openPglite(pglite));
    return new SimulatedDatabase(pglite, await describeSchema(runIn(pglite)));
  }

  /** Empties it for the next story. */
  async empty(): Promise<void> {
    await this.pglite.exec('discard all');
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
