import { type Kysely, sql } from 'kysely';

/** The oldest major version that its makers still maintain (until November 2027). Tests run on it. */
export const OLDEST_POSTGRES = 15;

export class OldPostgresError extends Error {
  override name = 'OldPostgresError';

  constructor(version: string) {
    super(
      `The database of DATABASE_URL is PostgreSQL ${version}, which its makers no longer maintain. ` +
        `Upgrade it to PostgreSQL ${OLDEST_POSTGRES} or newer.`,
    );
  }
}

/** Throws where the database is older than what this service works on, before anything is written. */
export async function refuseOldPostgres<Schema>(database: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ number: string; version: string }>`
    select
      current_setting('server_version_num') as number,
      current_setting('server_version') as version
  `.execute(database);
  for (const { number, version } of rows) {
    if (Number(number) < OLDEST_POSTGRES * 10_000) throw new OldPostgresError(version);
  }
}
