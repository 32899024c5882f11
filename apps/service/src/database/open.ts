import type { Logger } from 'pino';
import { type ConnectedDatabase, connectDatabase, type DatabaseAddress } from './connect.ts';
import { migrateToLatest } from './migrate.ts';

/** Opens the database and brings its schema up to date. */
export async function openDatabase(
  address: DatabaseAddress,
  logger?: Logger,
): Promise<ConnectedDatabase> {
  const connected = await connectDatabase(address);
  try {
    const applied = await migrateToLatest(connected.database);
    if (applied.length > 0) logger?.info({ applied }, 'Migrations applied.');
    return connected;
  } catch (error) {
    await connected.close();
    throw error;
  }
}
