import { type Kysely, sql } from 'kysely';

// Every step of a batch was looked up in the ledger twice, by row, which is a tenth of what storing
// a batch takes. Steps are written in the transaction of their match, and the ledger is append-only,
// so the keys could not be broken. Without them the history may also lie apart from the ledger,
// distributed by member.
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table rating_change
      drop constraint rating_change_match_id_fkey,
      drop constraint rating_change_batch_id_fkey
  `.execute(database);
}
