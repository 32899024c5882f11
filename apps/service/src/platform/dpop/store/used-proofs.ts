import type { Database } from '../../database/schema.ts';

/** Consumes a proof, in one statement: of several requests with it, on any instances, one gets true. */
export async function consumeProof(
  database: Database,
  { hash, expiresAt }: { hash: Uint8Array; expiresAt: Date },
): Promise<boolean> {
  const inserted = await database
    .insertInto('used_dpop_proof')
    .values({ proof_hash: hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst();
  return inserted !== undefined;
}
