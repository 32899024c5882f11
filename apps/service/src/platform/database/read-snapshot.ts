import type { Database, DatabaseTransaction } from './schema.ts';

/** Reads one moment of the database, however many statements that takes, and locks nothing. */
export async function readSnapshot<Result>(
  database: Database,
  read: (transaction: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read);
}
