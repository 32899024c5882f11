import { type Migration, Migrator } from 'kysely/migration';
import { up as foundation } from './migrations/0001-foundation.ts';
import { up as players } from './migrations/0002-players.ts';
import type { Database } from './schema.ts';

// Append only: a migration that has run anywhere is never edited, it is followed by another.
const migrations: Record<string, Migration> = {
  '0001-foundation': { up: foundation },
  '0002-players': { up: players },
};

/**
 * Brings the schema up to date and names what was applied. Migrations run once: the names
 * already applied are recorded, and PostgreSQL's advisory lock makes a second instance wait.
 */
export async function migrateToLatest(database: Database): Promise<string[]> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

export async function pendingMigrations(database: Database): Promise<string[]> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
  });
  return (await migrator.getMigrations())
    .filter((migration) => migration.executedAt === undefined)
    .map((migration) => migration.name);
}
