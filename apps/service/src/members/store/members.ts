import { sql, type Updateable } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  MemberRow,
  MemberTable,
} from '../../platform/database/schema.ts';
import { idsToday } from '../../ratings/store/players.ts';

/**
 * The members with these ids and member numbers, each once, in no particular order; a claimed ghost
 * is the member it turned out to be, and who was erased is nobody.
 */
export async function findMembers(
  database: Database,
  { ids, numbers }: { ids: readonly string[]; numbers: readonly string[] },
): Promise<MemberRow[]> {
  if (ids.length === 0 && numbers.length === 0) return [];
  return await database
    .selectFrom('member')
    .selectAll()
    .where('erased_at', 'is', null)
    .where('id', '=', idsToday(database, { ids, numbers }))
    .execute();
}

/** Keeps the member from being erased until the transaction ends; false where that has happened. */
export async function lockAgainstErasure(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<boolean> {
  const member = await transaction
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .where('erased_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return member !== undefined;
}

/** A member whom nobody else changes until the transaction ends. */
export async function lockMember(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<MemberRow> {
  return await transaction
    .selectFrom('member')
    .selectAll()
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateFacts(
  transaction: DatabaseTransaction,
  memberId: string,
  facts: Updateable<MemberTable>,
): Promise<void> {
  await transaction.updateTable('member').set(facts).where('id', '=', memberId).execute();
}

interface Discovery {
  /** Whether the member chose to be found, and so is. */
  isWanted: boolean;
  /** Until when (a calendar date) they are under 16, and so cannot choose it; null for everybody else. */
  protectedUntil: string | null;
}

/** Whether the member is found by search and on leaderboards, and would like to be. */
export async function findDiscovery(database: Database, memberId: string): Promise<Discovery> {
  return await database
    .selectFrom('member')
    .select(['wants_discovery as isWanted', 'protected_until as protectedUntil'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
}

/** Sets whether the member wants to be found; false where it is so already, and nobody under 16 is shown. */
export async function updateDiscovery(
  transaction: DatabaseTransaction,
  memberId: string,
  isDiscoverable: boolean,
): Promise<boolean> {
  const updated = await transaction
    .updateTable('member')
    .set({ wants_discovery: isDiscoverable })
    .where('id', '=', memberId)
    .where('wants_discovery', '!=', isDiscoverable)
    .where('erased_at', 'is', null)
    .returning('wants_discovery as isWanted')
    .executeTakeFirst();
  // The database leaves out who is under 16.
  return updated?.isWanted === isDiscoverable;
}

/**
 * Ends what an earlier birth date caused: only the recorded one decides whether the member is under 16. Gives until
 * when (a calendar date) it protects the member; null for who is not under 16.
 */
export async function confirmBirthDate(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<string | null> {
  const { protected_until } = await transaction
    .updateTable('member')
    .set({ protected_until: null })
    .where('id', '=', memberId)
    .returning('protected_until')
    .executeTakeFirstOrThrow();
  return protected_until;
}

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
