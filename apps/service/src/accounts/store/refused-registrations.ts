import type { Database } from '../../platform/database/schema.ts';

/** Whether a registration from this origin was refused lately. */
export async function findRefusal(database: Database, origin: Buffer, now: Date): Promise<boolean> {
  const row = await database
    .selectFrom('refused_registration')
    .select('expires_at')
    .where('origin_hash', '=', origin)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRefusal(
  database: Database,
  origin_hash: Buffer,
  expires_at: Date,
): Promise<void> {
  await database
    .insertInto('refused_registration')
    .values({ origin_hash, expires_at })
    .onConflict((conflict) => conflict.column('origin_hash').doUpdateSet({ expires_at }))
    .execute();
}
