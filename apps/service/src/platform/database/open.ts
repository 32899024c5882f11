import {
  type ConnectedDatabase,
  connectDatabase,
  type DatabaseAddress,
  type PostgresOptions,
} from './connect.ts';
import { noteIncarnation, positionRestoredUpdates } from './incarnation.ts';
import { createMaintenance } from './maintenance.ts';
import { migrateToLatest } from './migrate.ts';
import { refuseOldPostgres } from './postgres-version.ts';

export interface OpenedDatabase extends ConnectedDatabase {
  /** The migrations that were pending until now. */
  applied: string[];
}

/**
 * Opens the database, refuses one that is too old, and brings its schema up to date. The embedded one
 * is maintained until it is closed; PostgreSQL has autovacuum.
 */
export async function openDatabase(
  address: DatabaseAddress,
  options: PostgresOptions = {},
): Promise<OpenedDatabase> {
  const connected = await connectDatabase(address, options);
  try {
    await refuseOldPostgres(connected.database);
    const applied = await migrateToLatest(connected.database);
    if (applied.length > 0) options.log?.info({ applied }, 'Migrations applied.');
    await positionRestoredUpdates(connected.database);
    await noteIncarnation(connected.database);
    const opened = connected.kind === 'pglite' ? withMaintenance(connected, options) : connected;
    return { ...opened, applied };
  } catch (error) {
    await connected.close();
    throw error;
  }
}

function withMaintenance(
  connected: ConnectedDatabase,
  { log }: PostgresOptions,
): ConnectedDatabase {
  const maintenance = createMaintenance(connected.database, log);
  maintenance.start();
  return {
    ...connected,
    close: async () => {
      await maintenance.stop();
      await connected.close();
    },
  };
}
