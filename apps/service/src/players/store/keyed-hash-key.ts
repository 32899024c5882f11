import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

/** The sealed key; undefined where there is none yet. */
export async function findKeyedHashKey(database: Database): Promise<Uint8Array | undefined> {
  const row = await database.selectFrom('keyed_hash_key').select('sealed').executeTakeFirst();
  return row?.sealed;
}

/** Stores the first key; false where another is there already, once its transaction has ended. */
export async function insertKeyedHashKey(
  transaction: DatabaseTransaction,
  sealed: Uint8Array,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('keyed_hash_key')
    .values({ sealed })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function replaceKeyedHashKey(
  transaction: DatabaseTransaction,
  sealed: Uint8Array,
): Promise<void> {
  await transaction.updateTable('keyed_hash_key').set({ sealed }).execute();
}

/** What HMAC-SHA-256 hashes first and last (RFC 2104): the key, padded and changed by a constant. */
export interface PaddedKey {
  inner: Uint8Array;
  outer: Uint8Array;
}

/**
 * Replaces what an older version stored of ghosts in the clear: their e-mail addresses, and the hashes
 * without a key of all that an import said of them. Those imported with an address are recognised by it
 * from then on: imports now hash facts with a hash of the address, which the old hashes do not have.
 */
export async function hashStoredFacts(
  transaction: DatabaseTransaction,
  { inner, outer }: PaddedKey,
): Promise<void> {
  const hmac = (bytes: ReturnType<typeof sql>) =>
    sql<Buffer>`sha256(${outer}::bytea || sha256(${inner}::bytea || ${bytes}))`;
  await transaction
    .updateTable('member')
    .set({ email: null, email_hash: hmac(sql`convert_to(lower(email), 'UTF8')`) })
    .where('is_ghost', '=', true)
    .where('email', 'is not', null)
    .execute();
  await transaction
    .updateTable('imported_ghost')
    .set({ facts_hash: hmac(sql`facts_hash`) })
    .execute();
}

/** Forgets every hash, of which none can be compared once the key is lost. */
export async function forgetKeyedHashes(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .updateTable('member')
    .set({ email_hash: null })
    .where('email_hash', 'is not', null)
    .execute();
  // The ghosts keep their owner; their hashes become random, so nothing matches.
  await sql`
    update imported_ghost set facts_hash = decode(replace(gen_random_uuid()::text, '-', ''), 'hex')
  `.execute(transaction);
  await transaction.deleteFrom('keyed_hash_key').execute();
}
